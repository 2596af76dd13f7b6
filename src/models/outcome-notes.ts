/** How a receipt reports the result of asking a model. */
import type { Note } from '../types.ts'
import type { NoAnswer } from './ask-all.ts'
import type { RejectionReason } from './judge-summary.ts'
import type { Classification } from './model.ts'

/** The reasons why something was not done: `withoutAnswer('not summarized by the model')`. */
function withoutAnswer(undone: string): Readonly<Record<NoAnswer['outcome'] | 'rejected', string>> {
  return {
    rejected: `${undone}: its answer was rejected`,
    failed: `${undone}: the call failed`,
    'timed-out': `${undone}: no answer in time`,
    aborted: `${undone}: aborted`,
    'over-cap': `${undone}: no calls left`,
  }
}

/** One note for each kind of outcome, in the order of `phrases`, with the first reason as an example. */
function outcomeNotes<Outcome extends string>(
  subject: string,
  phrases: Readonly<Record<Outcome, string>>,
  outcomes: readonly { readonly outcome: Outcome; readonly why?: string }[],
): readonly Note[] {
  return (Object.keys(phrases) as Outcome[]).flatMap(kind => {
    const group = outcomes.filter(({ outcome }) => outcome === kind)
    const first = group[0]
    if (first === undefined) return []
    const texts = group.length === 1 ? '1 text' : `${group.length} texts`
    const example = first.why === undefined ? '' : ` (${group.length === 1 ? '' : 'the first: '}${first.why})`
    return [{ code: `${subject}-${kind}`, message: `${texts} ${phrases[kind]}${example}.` }]
  })
}

/** The outcome of asking a model about one text. */
export type Asked =
  | { readonly outcome: 'accepted'; readonly summary: string; readonly tokens: number }
  | { readonly outcome: 'rejected'; readonly reason: RejectionReason; readonly why: string }
  | NoAnswer

/** The outcome for each text that was to be summarized. */
export type SummaryOutcome = Asked & { readonly key: string }

const summaryPhrases = {
  accepted: 'summarized by the model',
  ...withoutAnswer('not summarized by the model'),
}

export function summaryNotes(outcomes: readonly SummaryOutcome[]): readonly Note[] {
  return outcomeNotes('summary', summaryPhrases, outcomes)
}

export type Judged =
  | {
      readonly outcome: Classification['decision']
      readonly confidence: number
      /** Empty if none was given. */
      readonly reason: string
    }
  | { readonly outcome: 'rejected'; readonly why: string }

/** The outcome of asking a classifier about one text. */
export type Classified = Judged | NoAnswer

/** The outcome for each text that was to be classified. */
export type ClassificationOutcome = Classified & { readonly key: string }

const phrases = {
  preserve: 'to be preserved, by the classifier',
  compress: 'to be compressed, by the classifier',
  ...withoutAnswer('not decided by the classifier'),
}

export function classificationNotes(outcomes: readonly ClassificationOutcome[]): readonly Note[] {
  return outcomeNotes('classification', phrases, outcomes)
}
