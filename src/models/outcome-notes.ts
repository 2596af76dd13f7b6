/** How a receipt reports the result of asking a model. */
import type { Note } from '../types.ts'
import type { NoAnswer } from './ask-all.ts'

/** Why something was left undone: `withoutAnswer('not summarized by the model')`. */
export function withoutAnswer(undone: string): Readonly<Record<NoAnswer['outcome'] | 'rejected', string>> {
  return {
    rejected: `${undone}: its answer was rejected`,
    failed: `${undone}: the call failed`,
    'timed-out': `${undone}: no answer in time`,
    aborted: `${undone}: aborted`,
    'over-cap': `${undone}: no calls left`,
  }
}

/** One note for each way in which it ended, in the order of `phrases`, with the first reason as an example. */
export function outcomeNotes<Outcome extends string>(
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
