/** What became of each text that was to be summarized, and how a receipt says it. */
import type { Note } from '../types.ts'
import type { NoAnswer } from './ask-all.ts'
import type { RejectionReason } from './judge-summary.ts'
import { outcomeNotes, withoutAnswer } from './outcome-notes.ts'

/** How asking a model about one text ended. */
export type Asked =
  | { readonly outcome: 'accepted'; readonly summary: string; readonly tokens: number }
  | { readonly outcome: 'rejected'; readonly reason: RejectionReason; readonly why: string }
  | NoAnswer

export type SummaryOutcome = Asked & { readonly key: string }

const phrases = { accepted: 'summarized by the model', ...withoutAnswer('not summarized by the model') }

export function summaryNotes(outcomes: readonly SummaryOutcome[]): readonly Note[] {
  return outcomeNotes('summary', phrases, outcomes)
}
