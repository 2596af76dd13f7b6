/** The text that replaces removed messages: as much as the budget has room for, else a sensible length. */
import type { Ledger } from '../../ledger/ledger.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { indicesOf } from '../../measure/message-groups.ts'
import { type NumberedMessage, newestLines } from '../../reduce/newest-lines.ts'
import { type SpanMark, spanHead } from '../../scan/marker.ts'
import type { Block, Message } from '../../types.ts'
import type { DigestSpan } from '../../view/digests.ts'
import type { SummaryForm } from '../../view/earlier-view.ts'
import { estimateError } from '../../view/fitting.ts'
import type { SessionLedger } from '../../view/session-ledger.ts'
import type { SpanText, ViewContext } from '../../view/view-context.ts'
import { answerLines } from './answer-lines.ts'
import { ledgerText, lineText, markOf } from './span-text.ts'

interface SpanTextInput {
  readonly context: ViewContext
  readonly summaryForm: SummaryForm
  readonly session: SessionLedger
  /** The text to write, where the strategy writes more than lines, and what a reader asks for where views name handles. */
  readonly ledger?: Ledger | undefined
  readonly ledgerHandle?: string | undefined
  /** Tokens of the whole view. */
  readonly budget?: number | undefined
}

interface FittedSpanTexts {
  readonly texts: readonly SpanText[]
  /** The span whose text holds the ledger. */
  readonly ledgerSpan?: DigestSpan
}

/** Without a budget: the share of the covered messages that a ledger may take, and that a line of state may take. */
const ledgerShare = 1 / 3
/** Under a budget, lines that answer questions may take so much of the room of a ledger. */
const answerShare = 0.4
const stateLine = { share: 0.02, min: 40, max: 400 }

/** `kept` are the messages that stay. */
export function fitSpanTexts(
  spans: readonly DigestSpan[],
  kept: readonly number[],
  input: SpanTextInput,
): FittedSpanTexts {
  const { context, summaryForm, session, ledger, ledgerHandle, budget } = input
  const { counter } = context.conversation.counters
  const { isView } = session
  const marks = new Map(spans.map(span => [span, markOf(span, session, context.messageTokens)]))
  const lineOf = (span: DigestSpan): string => lineText(marks.get(span) as SpanMark)
  // No text is shown twice. Under a tight budget, what it was joined with may go.
  const isOnlyViews = (span: DigestSpan): boolean =>
    indicesOf(span).every(index => isView(index) && (budget === undefined || !session.hasWords(index)))
  const fresh = spans.filter(span => !isOnlyViews(span))
  const isFresh = new Set(fresh)
  // Under a budget an earlier view that takes more than a line is written again.
  const isLong = (span: DigestSpan): boolean =>
    budget !== undefined && tokensOf(indicesOf(span)) > outsideOf(span) + counter.count(lineOf(span))
  const rewritten = spans.filter(span => isFresh.has(span) || isLong(span))
  const ledgerSpan =
    ledger === undefined ? undefined : ledgerSpanAmong(rewritten, counter.count(renderLedger(ledger).text))
  // A ledger that a newer one has taken in is a line from then on.
  const isRewritten = new Set(rewritten)
  const replaced = spans.filter(
    span => isRewritten.has(span) || (ledgerSpan !== undefined && isOutdated(span)),
  )
  const texts = new Map(replaced.map(span => [span, lineOf(span)]))
  let left =
    budget === undefined
      ? 0
      : replaced.reduce((room, span) => room - outsideOf(span) - counter.count(lineOf(span)), budget) -
        context.fixedTokens -
        tokensOf([...kept, ...spans.filter(span => !texts.has(span)).flatMap(indicesOf)])
  if (ledgerSpan !== undefined && ledger !== undefined) {
    const line = counter.count(lineOf(ledgerSpan))
    const wanted = budget === undefined ? sensible() : left + line
    // Without a budget, answers are shown beside what a ledger may take.
    const answers = answersWithin(limitOf(ledgerSpan, wanted) * (budget === undefined ? 1 : answerShare))
    const added = counter.count(answers)
    const tokens = limitOf(ledgerSpan, budget === undefined ? wanted + added : wanted) - added
    const mark = { ...(marks.get(ledgerSpan) as SpanMark), ledger: ledgerHandle }
    const bare = ledgerText(summaryForm, ledger, mark, { counter, tokens, isBudget: budget !== undefined })
    if (bare === undefined) return fitSpanTexts(spans, kept, { ...input, ledger: undefined })
    const text = bare + answers
    texts.set(ledgerSpan, text)
    left -= counter.count(text) - line
  }
  if (budget !== undefined) for (const span of replaced.toReversed()) fill(span)
  return {
    texts: replaced.map(span => ({ span, text: texts.get(span) as string, ...formOf(span) })),
    ...(ledgerSpan === undefined ? {} : { ledgerSpan }),
  }

  function isOutdated(span: DigestSpan): boolean {
    return isOnlyViews(span) && indicesOf(span).some(session.showsLedger)
  }

  function tokensOf(messages: readonly number[]): number {
    return messages.reduce((sum, message) => sum + context.countOf(message), 0)
  }

  function sensible(): number {
    const evicted = fresh.reduce((sum, span) => sum + (marks.get(span) as SpanMark).tokens, 0)
    return summaryForm === 'opaque'
      ? Math.min(stateLine.max, Math.max(stateLine.min, evicted * stateLine.share))
      : evicted * ledgerShare
  }

  /** Less than what the text takes the place of: by estimate; exactly where that is not enough, framed and as it is stored. */
  function limitOf(span: DigestSpan, wanted: number): number {
    const sure = Math.floor(span.source.tokens * (1 - estimateError)) - outsideOf(span) - 1
    if (wanted <= sure) return wanted
    const framed = tokensOf(indicesOf(span)) - outsideOf(span)
    return Math.min(wanted, framed - 1, counter.count(span.original.text) - 1)
  }

  /** With the line break before them; empty where no words are wanted. */
  function answersWithin(room: number): string {
    const { mustShow } = context.settings
    if (mustShow.size === 0) return ''
    const lines = answerLines(spans.flatMap(saidIn), mustShow, room, counter)
    return lines === undefined ? '' : `\n${lines}`
  }

  function saidIn(span: DigestSpan): readonly NumberedMessage[] {
    return indicesOf(span)
      .filter(index => !isView(index))
      .map(index => ({
        message: context.conversation.messages[index] as Message,
        number: session.turnOf(index),
      }))
  }

  /** The end of the text is shown as far as there is room. */
  function fill(span: DigestSpan): void {
    const text = texts.get(span) as string
    const before = counter.count(text)
    const lines = newestLines(saidIn(span), Math.min(left, limitOf(span, before + left) - before), counter)
    if (lines === undefined) return
    const filled = `${text}\n${lines}`
    texts.set(span, filled)
    left -= counter.count(filled) - before
  }

  function formOf(span: DigestSpan): Pick<SpanText, 'reducer' | 'input'> {
    if (span !== ledgerSpan) return { reducer: 'earlier-line' }
    if (summaryForm === 'opaque') return { reducer: 'opaque-line' }
    if (summaryForm === 'ledger') return { reducer: 'ledger' }
    const { summarizer } = context.settings.model
    const head = spanHead('summary', marks.get(span) as SpanMark)
    return {
      reducer: 'session-summary',
      ...(summarizer === undefined ? {} : { input: summaryInput(span, head) }),
    }
  }

  function summaryInput(span: DigestSpan, head: string): NonNullable<SpanText['input']> {
    const text = texts.get(span) as string
    return {
      text: transcriptText(session.saidBefore(span.last + 1)),
      role: 'user',
      kind: 'prose',
      tokens: span.source.tokens,
      handle: span.original.handle,
      counter,
      merged: span.source.messages,
      head,
      summarySections,
      summaryTokens: Math.max(minSummary, counter.count(text) - counter.count(head)),
    }
  }
}

const minSummary = 300

/** What the next agent asks first. */
const summarySections = ['Session Intent', 'Files Modified', 'Decisions Made', 'Next Steps']

/** The latest run of messages that is longer than its summary, else the longest. */
function ledgerSpanAmong(spans: readonly DigestSpan[], tokens: number): DigestSpan | undefined {
  const isRoomy = ({ source }: DigestSpan): boolean => source.tokens * (1 - estimateError) > tokens
  return (
    spans.findLast(isRoomy) ??
    spans.reduce<DigestSpan | undefined>(
      (largest, span) =>
        largest === undefined || span.source.tokens >= largest.source.tokens ? span : largest,
      undefined,
    )
  )
}

/** What its message takes beside the text. */
function outsideOf({ frameTokens, joiningTokens }: DigestSpan): number {
  return frameTokens + joiningTokens
}

/** Long outputs of tools say what matters at their beginning and at their end. */
const maxOutputLength = 2000

/** Messages as one text: for a model to summarize, and to look up what they say. */
export function transcriptText(messages: readonly Message[]): string {
  return messages
    .flatMap(({ role, blocks }) =>
      blocks.flatMap(block =>
        block.type === 'opaque' ? [] : [`${speakerOf(role, block)}: ${shortened(block)}`],
      ),
    )
    .join('\n\n')
    .toWellFormed()
}

function speakerOf(role: Message['role'], block: Block): string {
  if (block.type === 'toolCall') return `call of ${block.name}`
  return block.type === 'toolResult' ? 'result' : role
}

function shortened({ type, text }: Exclude<Block, { type: 'opaque' }>): string {
  if (type === 'text' || text.length <= maxOutputLength) return text
  return `${text.slice(0, maxOutputLength / 2)}\n…\n${text.slice(-maxOutputLength / 2)}`
}
