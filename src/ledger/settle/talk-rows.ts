/** What the user said, in order: each message, answer and rejection is a row of its own. */
import type { Fact, Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

export function talkRows(facts: readonly Fact[]): readonly Row[] {
  return facts.map(fact => {
    const { kind, about, text, turn, order } = fact
    const note = text === undefined ? {} : { note: text }
    return rowOf({ section: 'talk', key: `${turn} ${order}`, state: kind, value: about, ...note }, [fact])
  })
}
