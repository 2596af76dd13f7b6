/** A case of the reading exam: a history, what happened next, and the size of its views. */
import { formatOf } from '../../../formats/detect-format.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { messageText } from '../../../scan/spoken-text.ts'
import { type Counters, countersFor } from '../../../tokens/counters.ts'
import { jsonValue, present } from '../../../tokens/json-value.ts'
import type { AgentName, Message } from '../../../types.ts'
import { maskMessages } from '../../../view/mask-messages.ts'
import { type Compaction, compactionsOf, futureOf } from '../compactions.ts'
import { type NamedTranscript, withoutInstructions } from '../evaluate.ts'
import { caseCuts } from '../evaluate-cuts.ts'
import { type History, prepareHistory } from '../history.ts'
import type { Question } from './question.ts'

export interface ExamCase {
  /** The session, by the name of its file. */
  readonly session: string
  readonly agent?: AgentName
  /** `compaction`: where the agent itself compacted. `cut`: anywhere else. */
  readonly at: 'compaction' | 'cut'
  /** The case ends before this message of the session. */
  readonly message: number
  /** Size of a view, in tokens of its text. */
  readonly budget: number
  readonly history: History
  readonly future: readonly Message[]
  /** @default a model writes them */
  readonly questions?: readonly Question[]
}

export interface CaseOptions {
  /** Size of a view, as a share of the history's tokens. @default the size of the agent's own summary, or 0.05 without one */
  readonly share?: number | undefined
  /** Maximum number of cases of one session, the latest ones. @default all */
  readonly casesPerSession?: number | undefined
}

/** The share of the history if there is no summary of the agent to take the size from. */
const defaultShare = 0.05

/** A shorter session leaves little to forget. */
const minTokens = 4000
/** A summary that is nearly as long as its history is not a summary. */
const maxSummary = 0.5

/** The compactions that the agent made; if none of them is readable, cuts. */
export function examCases(
  { name, transcript: recorded }: NamedTranscript,
  options: CaseOptions = {},
  counters: Counters = countersFor({}),
): readonly ExamCase[] {
  const format = formatOf(recorded.messages, recorded.format)
  const transcript = withoutInstructions(recorded, format)
  const whole = prepareHistory(transcript.messages, format, {}, counters)
  const { share, casesPerSession } = options
  const frame = { session: name, agent: transcript.agent }
  const compacted = compactionsOf(transcript).flatMap((compaction): ExamCase[] => {
    const { at, from, summary = '' } = compaction
    const size = counters.counter.count(summary)
    const history = prepareHistory(whole.raw.slice(from, at), format, { summary }, counters)
    const future = futureOf(compaction, whole.messages)
    if (size === 0 || history.tokens < minTokens || size > history.tokens * maxSummary) return []
    if (!hasActed(future)) return []
    const budget = share === undefined ? size : sizeOf(share, history.tokens)
    return [{ ...frame, at: 'compaction', message: at, budget, history, future }]
  })
  const cases = compacted.length > 0 ? compacted : cutCases(whole, compactionsOf(transcript), frame, share)
  return casesPerSession === undefined ? cases : cases.slice(-casesPerSession)
}

function cutCases(
  whole: History,
  compactions: readonly Compaction[],
  frame: Pick<ExamCase, 'session' | 'agent'>,
  share: number = defaultShare,
): readonly ExamCase[] {
  return caseCuts(whole).flatMap(({ at }): ExamCase[] => {
    // The agent no longer sees what an earlier compaction removed.
    const from = compactions.findLast(each => each.at < at)?.at ?? 0
    const to = compactions.find(each => each.at > at)?.at ?? whole.raw.length
    const history = prepareHistory(whole.raw.slice(from, at), whole.format, {}, whole.counters)
    const future = whole.messages.slice(at, to)
    if (history.tokens < minTokens || !hasActed(future)) return []
    return [{ ...frame, at: 'cut', message: at, budget: sizeOf(share, history.tokens), history, future }]
  })
}

function sizeOf(share: number, tokens: number): number {
  return Math.max(1, Math.floor(share * tokens))
}

/** Without later actions of the agent, it is unknown what it had to know. */
function hasActed(future: readonly Message[]): boolean {
  return future.some(message => message.role === 'assistant' && messageText(message).trim() !== '')
}

/**
 * Masks secrets before any method sees them, so that no view can contain half of one. Returns the same case if there are none.
 */
export function maskCase(examCase: ExamCase): ExamCase {
  const { history, future, questions } = examCase
  const raw = history.raw.map(maskedMessage)
  const summary = history.summary === undefined ? undefined : maskSecrets(history.summary)
  const isSame = summary === history.summary && raw.every((message, at) => message === history.raw[at])
  const known = summary === undefined ? {} : { summary }
  return {
    ...examCase,
    history: isSame ? history : prepareHistory(raw, history.format, known, history.counters),
    future: maskMessages(future),
    ...present({
      questions: questions?.map(each => ({
        ...each,
        question: maskSecrets(each.question),
        answer: maskSecrets(each.answer),
      })),
    }),
  }
}

/** Masks each text, and then the JSON, in which the name of a field can reveal a secret. */
function maskedMessage(message: unknown): unknown {
  const masked = maskedValue(message, 0)
  const text = JSON.stringify(masked)
  if (text === undefined) return masked
  const whole = maskSecrets(text)
  if (whole === text) return masked
  return jsonValue(whole) ?? masked
}

const maxDepth = 64

function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return value
  if (Array.isArray(value)) {
    const items = value.map(item => maskedValue(item, depth + 1))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const entries = Object.entries(value).map(([name, inner]) => [name, maskedValue(inner, depth + 1)] as const)
  return entries.some(([name, inner]) => inner !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(entries)
    : value
}
