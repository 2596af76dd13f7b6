/** What was changed in a file by name, with the functions that edits are in although they name none. */
import { maxLines } from '../../../ledger/facts/changed-lines.ts'
import type { Fact, Row, SymbolChange } from '../../../ledger/ledger.ts'
import { isSamePath } from '../../../scan/actions/path-resolver.ts'
import type { EditPlace } from '../facts/edit-places.ts'

/** What edits define comes last: where room is short, the first are left out. */
export function changesWithPlaces(
  { key, facts, changes = [], lines = [] }: Pick<Row, 'key' | 'facts' | 'changes' | 'lines'>,
  placesAt: (turn: number) => readonly EditPlace[],
): readonly SymbolChange[] {
  const known = new Set(changes.flatMap(({ name }) => [name, ofSection(name)]))
  const left = new Set(lines)
  // More lines are not kept: what is left of an edit is not known.
  const isLeft = (edit: Fact): boolean =>
    left.size >= maxLines || edit.lines === undefined || edit.lines.some(line => left.has(line))
  const edits = facts.filter(fact => fact.kind !== 'read' && fact.isDoubtful !== true && isLeft(fact))
  const names = edits.flatMap(({ turn }) =>
    placesAt(turn).flatMap(place => (isSamePath(key, place.path) ? place.names : [])),
  )
  const places = [...new Set(names)].filter(name => !known.has(name))
  return [...places.map(name => ({ how: 'changed', name, signature: name }) as const), ...changes]
}

/** `[tasks.test].run` → `[tasks.test]` */
function ofSection(name: string): string {
  return name.startsWith('[') ? name.slice(0, name.lastIndexOf(']') + 1) : name
}
