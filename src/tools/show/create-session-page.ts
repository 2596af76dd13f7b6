/** The data of a page: a session, its views at a few budgets, the agent's compactions, and its ledger. */
import { compress } from '../../compress.ts'
import { formatNamed } from '../../formats/index.ts'
import { ledgerOfMessages } from '../../ledger/ledger-of-messages.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { budgetForRequest } from '../../settings/budget.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { countersFor } from '../../tokens/counters.ts'
import { countMessages } from '../../tokens/message-tokens.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { systemAndToolTokens, transcriptTokens } from '../../transcripts/transcript-tokens.ts'
import type { Message, StrategyName } from '../../types.ts'
import { maskMessages } from '../../view/mask-messages.ts'
import { ledgerSections } from './ledger-sections.ts'
import { pageMessages } from './page-messages.ts'
import { number, receiptSentences } from './receipt-sentences.ts'
import { type SessionEpoch, sessionEpochs } from './session-epochs.ts'
import type { PageMark, PageMessage, PageView, SessionPage, ViewRow } from './session-page.ts'
import { viewRows } from './view-rows.ts'

export interface WantedView {
  /** @default coverage under a budget, else rules */
  readonly strategy?: StrategyName | undefined
  readonly budget?: CompressOptions['budget']
}

export interface SessionPageOptions {
  readonly name: string
  /** @default 30 %, 15 % and 5 % of the tokens by coverage, and the strategy `rules` */
  readonly views?: readonly WantedView[] | undefined
  /** The model to count as. @default o200k_base */
  readonly counter?: string | undefined
  /** Whether texts that look like credentials are shown. @default masked */
  readonly secrets?: 'show' | 'mask' | undefined
  /** How many of the agent's own latest compactions are compared with ours. @default 6 */
  readonly compactions?: number | undefined
  /** The messages that were sent in their place, if known. */
  readonly sent?: readonly unknown[] | undefined
  /** The number of messages at each new view of a live session. */
  readonly epochs?: readonly number[] | undefined
  /** Tokens of a window: the session is replayed live, its epochs are marked, and the latest ones shown as rounds. */
  readonly window?: number | undefined
  /** Called before each view. */
  readonly onProgress?: ((title: string) => void) | undefined
}

export const defaultViews: readonly WantedView[] = [
  { budget: '30%' },
  { budget: '15%' },
  { budget: '5%' },
  { strategy: 'rules' },
]

export async function createSessionPage(
  transcript: Transcript,
  options: SessionPageOptions,
): Promise<SessionPage> {
  const session = readSessionMessages(transcript, options)
  const { messages, neutral, ranker, counter } = session
  const views: PageView[] = []
  if (options.sent !== undefined)
    views.push(sentView(session, options.sent, { id: 'sent', title: 'what was sent' }, options))
  for (const wanted of options.views ?? defaultViews) views.push(await sessionView(session, wanted, options))
  const epochs = await replayedEpochs(session, options)
  for (const [round, { at, sent }] of [...epochs.entries()].slice(-maxRounds)) {
    const title = `round ${round + 1}: sent before message ${at + 1}`
    views.push(sentView(session, sent, { id: `round ${round + 1}`, title, end: at }, options))
  }
  const compactions = compactionsIn(transcript)
  const shown = compactions.filter(({ summary }) => summary !== undefined).slice(-(options.compactions ?? 6))
  for (const compaction of shown) views.push(...(await compactionViews(session, compaction, options)))
  const left = compactions.filter(({ summary }) => summary !== undefined).length - shown.length
  return {
    page: 'session',
    version: 1,
    name: options.name,
    agent: transcript.agent,
    format: transcript.format,
    ...(transcript.model === undefined ? {} : { model: transcript.model }),
    counter: ranker.name,
    tokens: transcriptTokens(transcript, counter),
    messages,
    marks: [
      ...compactions.map(compactionMark),
      ...[...(options.epochs ?? []), ...epochs.map(({ at }) => at)].map(
        at => ({ kind: 'epoch', at, tooltip: 'epoch: a new view was chosen' }) as const,
      ),
    ],
    views: [...new Map(views.map(view => [view.id, view])).values()],
    ledger: ledgerSections(ledgerOfMessages(neutral, {})),
    notes: [
      ...(transcript.problems.length === 0
        ? []
        : [`${transcript.problems.length} lines of the file could not be read and are not shown.`]),
      ...(left > 0 ? [`${left} earlier compactions of the agent are marked, without their summaries.`] : []),
    ],
  }
}

/** A session that was read for a page, and for views that are requested later. */
interface SessionMessages {
  readonly transcript: Transcript
  readonly messages: readonly PageMessage[]
  readonly neutral: readonly Message[]
  readonly counter: ReturnType<typeof countersFor>['counter']
  readonly ranker: ReturnType<typeof countersFor>['ranker']
  /** Tokens of system text and tools beside the messages: sent with every view. */
  readonly systemAndTools: number
}

export function readSessionMessages(
  transcript: Transcript,
  options: Pick<SessionPageOptions, 'counter' | 'secrets'>,
): SessionMessages {
  const read = formatNamed(transcript.format).read(transcript.messages)
  const neutral = options.secrets === 'show' ? read : maskMessages(read)
  const { ranker, counter } = countersFor(options)
  return {
    transcript,
    neutral,
    ranker,
    counter,
    systemAndTools: systemAndToolTokens(transcript, counter),
    messages: pageMessages(neutral, transcript.origins, ranker),
  }
}

export async function sessionView(
  session: SessionMessages,
  wanted: WantedView,
  options: Pick<SessionPageOptions, 'counter' | 'secrets' | 'onProgress'>,
  end: number = session.messages.length,
  titled?: string,
): Promise<PageView> {
  const { transcript, ranker, systemAndTools } = session
  const { strategy, budget } = wanted
  const asked = strategy ?? (budget === undefined ? 'rules' : 'coverage')
  const title = titled ?? [asked, ...(budget === undefined ? [] : [budgetTitle(budget)])].join(', ')
  options.onProgress?.(title)
  const messages = session.messages.slice(0, end)
  const { messages: view, receipt } = await compress(transcript.messages.slice(0, end), {
    strategy: asked,
    // As in `fovea compress`: a budget is for the messages alone if only they are written.
    budget: transcript.request === undefined ? budgetForRequest(budget, systemAndTools) : budget,
    reserved: systemAndTools,
    counter: options.counter,
    exactCounts: true,
    secrets: options.secrets,
    format: transcript.format,
    expandWith: 'fovea expand',
    strict: true,
  } as CompressOptions)
  const read = formatNamed(transcript.format).read(view)
  const shown = options.secrets === 'show' ? read : maskMessages(read)
  return {
    id: `${asked} ${budget ?? ''} ${end}`.trim(),
    title,
    strategy: receipt.strategy,
    first: 0,
    end,
    tokens: { before: receipt.tokens.before.tokens, after: receipt.tokens.after.tokens },
    ...viewRows({ messages, view: shown, receipt, counter: ranker }),
    receipt: receiptSentences(receipt, { before: messages.length, after: view.length }),
  }
}

/** Further rounds of a replayed session are marked but not shown. */
const maxRounds = 6

async function replayedEpochs(
  { transcript, neutral }: SessionMessages,
  { window, counter, secrets, onProgress }: SessionPageOptions,
): Promise<readonly SessionEpoch[]> {
  if (window === undefined) return []
  const onRequest = (at: number): void => onProgress?.(`of the request before message ${at + 1}`)
  return sessionEpochs(transcript, neutral, { window, counter, secrets, onRequest })
}

/** The messages that were sent: the beginning may replace messages, and the end is the messages since. */
function sentView(
  { transcript, messages, ranker, counter, systemAndTools }: SessionMessages,
  sent: readonly unknown[],
  { id, title, end = messages.length }: { id: string; title: string; end?: number },
  { secrets }: Pick<SessionPageOptions, 'secrets'>,
): PageView {
  const { framing, read } = formatNamed(transcript.format)
  const view = read(sent)
  const given = messages.slice(0, end)
  const count = (shown: readonly Message[]): number => countMessages(shown, framing, counter) + systemAndTools
  const before = count(read(transcript.messages.slice(0, end)))
  const after = count(view)
  return {
    id,
    title,
    first: 0,
    end,
    tokens: { before, after },
    ...viewRows({
      messages: given,
      view: secrets === 'show' ? view : maskMessages(view),
      counter: ranker,
    }),
    receipt: [
      `${number(end)} messages with ${number(before)} tokens came in, ${number(sent.length)} messages with ${number(after)} went out.`,
    ],
  }
}

type Compaction = Extract<Transcript['events'][number], { readonly type: 'compaction' }>

function compactionsIn({ events }: Transcript): readonly Compaction[] {
  return events.filter(event => event.type === 'compaction').toSorted((one, other) => one.at - other.at)
}

/** The summary that the agent continued with, and our view of the same messages in as many tokens. */
async function compactionViews(
  session: SessionMessages,
  { at, summary = '' }: Compaction,
  options: SessionPageOptions,
): Promise<readonly PageView[]> {
  const { messages, counter, systemAndTools } = session
  const text = options.secrets === 'show' ? summary : maskSecrets(summary)
  const after = counter.count(text)
  const before = messages
    .slice(0, at)
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, { tokens }) => sum + tokens, 0)
  if (at === 0 || after === 0 || after >= before) return []
  const where = `before message ${at + 1}`
  const rows: readonly ViewRow[] = [
    { type: 'message', role: 'user' },
    { type: 'text', text, by: 'system' },
    { type: 'gap', first: 0, last: at - 1, tokens: before },
  ]
  const own: PageView = {
    id: `agent ${at}`,
    title: `the agent's own summary ${where}`,
    first: 0,
    end: at,
    tokens: { before: before + systemAndTools, after: after + systemAndTools },
    rows,
    shown: {},
    receipt: [
      `The agent's own compaction ${where} went on with a summary of ${number(after)} tokens in place of about ${number(before)}. It names no originals.`,
    ],
  }
  return [
    own,
    await sessionView(
      session,
      { budget: after },
      options,
      at,
      `coverage ${where}, as large as the agent's summary`,
    ),
  ]
}

function compactionMark({ at, trigger, tokensBefore }: Compaction): PageMark {
  const details = [
    ...(trigger === undefined ? [] : [trigger]),
    ...(tokensBefore === undefined ? [] : [`${number(tokensBefore)} tokens before`]),
  ]
  return {
    kind: 'compaction',
    at,
    tooltip: `compaction${details.length === 0 ? '' : ` (${details.join(', ')})`}`,
  }
}

function budgetTitle(budget: NonNullable<WantedView['budget']>): string {
  return typeof budget === 'number' ? `${budget} tokens` : budget.replace('%', ' %')
}
