/** What became of each text that was to be summarized, and how a receipt says it. */
import type { Note } from '../types.ts'
import type { RejectionReason } from './judge-summary.ts'

/** How asking a model about one text ended. */
export type Asked =
  | { readonly outcome: 'accepted'; readonly summary: string; readonly tokens: number }
  | { readonly outcome: 'rejected'; readonly reason: RejectionReason; readonly why: string }
  | { readonly outcome: 'failed'; readonly why: string }
  | { readonly outcome: 'timed-out'; readonly why: string }
  | { readonly outcome: 'aborted'; readonly why: string }
  | { readonly outcome: 'over-cap'; readonly why: string }

export type SummaryOutcome = Asked & { readonly key: string }

const told: Readonly<Record<Asked['outcome'], string>> = {
  accepted: 'summarized by the model',
  rejected: 'not summarized by the model: its answer was rejected',
  failed: 'not summarized by the model: the call failed',
  'timed-out': 'not summarized by the model: no answer in time',
  aborted: 'not summarized by the model: aborted',
  'over-cap': 'not summarized by the model: no calls left',
}

/** One note for each way in which it ended, with the first reason as an example. */
export function summaryNotes(outcomes: readonly SummaryOutcome[]): readonly Note[] {
  const kinds = Object.keys(told) as Asked['outcome'][]
  return kinds.flatMap(kind => {
    const group = outcomes.filter(({ outcome }) => outcome === kind)
    const first = group[0]
    if (first === undefined) return []
    const texts = group.length === 1 ? '1 text' : `${group.length} texts`
    const example = 'why' in first ? ` (${group.length === 1 ? '' : 'the first: '}${first.why})` : ''
    return [{ code: `summary-${kind}`, message: `${texts} ${told[kind]}${example}.` }]
  })
}
