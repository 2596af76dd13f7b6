/** What all edits of a file together changed: an edit of the same place takes the place of an earlier one. */
import { boundedLines } from '../facts/changed-lines.ts'
import type { Change, Fact, Row } from '../ledger.ts'

/** `facts`: of one file, in order. What may not have happened is left out. */
export function editsOf(facts: readonly Fact[]): Pick<Row, 'changes' | 'lines'> {
  const edits = facts.filter(({ isDoubtful }) => isDoubtful !== true)
  const changes = foldedChanges(edits)
  const lines = foldedLines(edits)
  return { ...(changes.length === 0 ? {} : { changes }), ...(lines.length === 0 ? {} : { lines }) }
}

function foldedChanges(edits: readonly Fact[]): readonly Change[] {
  const folded = new Map<string, Change>()
  for (const { kind, changes = [] } of edits) {
    if (kind === 'deleted') folded.clear()
    for (const change of changes) {
      const before = folded.get(change.name)
      folded.delete(change.name)
      if (before?.how === 'added' && change.how === 'removed') continue
      const how = before?.how === 'added' ? 'added' : before?.how === 'removed' ? 'changed' : change.how
      folded.set(change.name, { ...change, how: change.how === 'removed' ? 'removed' : how })
    }
  }
  return [...folded.values()]
}

/** A line that one edit brings and a later one takes is in neither; a file that is written whole begins anew. */
function foldedLines(edits: readonly Fact[]): readonly string[] {
  // By the edit that brought them: the latest edits come first, the lines of each in their order.
  let left = new Map<string, number>()
  for (const [edit, { kind, lines = [] }] of edits.entries()) {
    if (kind === 'wrote' || kind === 'deleted') left = new Map()
    for (const line of lines) {
      const opposite = `${line.startsWith('+') ? '-' : '+'}${line.slice(1)}`
      if (left.delete(opposite)) continue
      left.delete(line)
      left.set(line, edit)
    }
  }
  const byEdit = Map.groupBy(left, ([, edit]) => edit)
  const lines = [...byEdit].toReversed().flatMap(([, own]) => own.map(([line]) => line))
  return boundedLines(
    lines.filter(line => line.startsWith('+')).concat(lines.filter(line => line.startsWith('-'))),
  )
}
