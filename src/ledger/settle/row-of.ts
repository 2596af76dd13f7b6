/** A row from the facts about one thing. */
import { byTurn, type Fact, type Row } from '../ledger.ts'

interface RowWords extends Pick<Row, 'section' | 'key' | 'state' | 'value'> {
  readonly note?: string | undefined
}

/** `facts`: in order, at least one. */
export function rowOf({ note, ...words }: RowWords, facts: readonly Fact[]): Row {
  const [first] = facts as readonly [Fact]
  const last = facts.at(-1) as Fact
  const said = note === undefined ? words : { ...words, note }
  return { ...said, by: first.by, first: first.turn, last: last.turn, facts }
}

export function inOrder(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort(
    (one, other) =>
      byTurn(one.facts[0] as Fact, other.facts[0] as Fact) ||
      (one.key < other.key ? -1 : Number(one.key > other.key)),
  )
}
