/** The texts that replace removed messages: as long as the budget allows, else of a default length. */
import type { Ledger } from '../../ledger/ledger.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { indicesOf } from '../../measure/message-groups.ts'
import { type NumberedMessage, newestLines } from '../../reduce/newest-lines.ts'
import { type SpanMark, spanHead } from '../../scan/marker.ts'
import type { Block, Message } from '../../types.ts'
import type { DigestSpan } from '../../view/digest-spans.ts'
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
  /** The ledger to write, where the strategy writes more than lines, and its handle, where views show handles. */
  readonly ledger?: Ledger | undefined
  readonly ledgerHandle?: string | undefined
  /** Tokens of the whole view. */
  readonly budget?: number | undefined
}

interface FittedSpanTexts {
  readonly texts: readonly SpanText[]
  /** The span that has the ledger in its text. */
  readonly ledgerSpan?: DigestSpan
}

/** Without a budget, a ledger takes at most this share of the tokens that it replaces. */
const ledgerShare = 1 / 3
/** Under a budget, lines that answer questions take at most this share of a ledger's room. */
const answerShare = 0.4
/** Without a budget, the size of a line of state: a share of the tokens that it replaces, within limits. */
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
  // Earlier views are not repeated. Under a budget they are written again if they were joined with other messages, which may
  // have to be removed.
  const isOnlyViews = (span: DigestSpan): boolean =>
    indicesOf(span).every(index => isView(index) && (budget === undefined || !session.hasWords(index)))
  const fresh = spans.filter(span => !isOnlyViews(span))
  const freshSpans = new Set(fresh)
  // Under a budget, an earlier view that is longer than a line is written again.
  const isLong = (span: DigestSpan): boolean =>
    budget !== undefined && tokensOf(indicesOf(span)) > outsideOf(span) + counter.count(lineOf(span))
  const rewritten = spans.filter(span => freshSpans.has(span) || isLong(span))
  const ledgerSpan =
    ledger === undefined ? undefined : ledgerSpanAmong(rewritten, counter.count(renderLedger(ledger).text))
  // An earlier ledger becomes a line once a newer one includes it.
  const rewrittenSpans = new Set(rewritten)
  const replaced = spans.filter(
    span => rewrittenSpans.has(span) || (ledgerSpan !== undefined && isOutdated(span)),
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
    // Without a budget, answers do not count against the size of the ledger.
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
    return summaryForm === 'state-line'
      ? Math.min(stateLine.max, Math.max(stateLine.min, evicted * stateLine.share))
      : evicted * ledgerShare
  }

  /**
   * Less than the tokens that the text replaces: by an estimate; if that is too little, by exact counts of the framed messages
   * and of the stored text.
   */
  function limitOf(span: DigestSpan, wanted: number): number {
    const sure = Math.floor(span.source.tokens * (1 - estimateError)) - outsideOf(span) - 1
    if (wanted <= sure) return wanted
    const framed = tokensOf(indicesOf(span)) - outsideOf(span)
    return Math.min(wanted, framed - 1, counter.count(span.original.text) - 1)
  }

  /** With the line break before them; empty where no words must be shown. */
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

  /** Appends the newest lines of the span, as far as there is room. */
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
    if (summaryForm === 'state-line') return { reducer: 'opaque-line' }
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

/** The sections that an agent needs first to continue. */
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

/** Tokens of its message beside the text. */
function outsideOf({ frameTokens, joiningTokens }: DigestSpan): number {
  return frameTokens + joiningTokens
}

/** Long tool outputs are cut to their beginning and end, where the important parts are. */
const maxOutputLength = 2000

/** Messages as one text, for a model to summarize. */
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
