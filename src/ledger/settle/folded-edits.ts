/** What all edits of a file together changed: an edit of the same place takes the place of an earlier one. */
import { boundedLines, maxLines } from '../facts/changed-lines.ts'
import type { Change, Fact, Row } from '../ledger.ts'

/** `facts`: of one file, in order. What may not have happened is left out. */
export function editsOf(facts: readonly Fact[]): Pick<Row, 'changes' | 'lines'> {
  const edits = facts.filter(({ isDoubtful, kind }) => isDoubtful !== true && kind !== 'read')
  if (edits.length === 0) return {}
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
  const added = new Map<string, EditedLine>()
  const removed = new Map<string, EditedLine>()
  for (const [edit, { kind, lines = [] }] of edits.entries()) {
    if (kind === 'wrote' || kind === 'deleted') {
      added.clear()
      removed.clear()
    }
    for (const line of lines) {
      const [own, other] = line.startsWith('+') ? [added, removed] : [removed, added]
      const text = line.slice(1)
      if (other.delete(text)) continue
      own.delete(text)
      own.set(text, { line, edit })
    }
  }
  return boundedLines([...latestFirst(added), ...latestFirst(removed)])
}

interface EditedLine {
  readonly line: string
  /** The number of the edit that brought it. */
  readonly edit: number
}

/** The lines of the latest edits first, those of each in their order: so many as may be shown. `lines`: ascending by edit. */
function latestFirst(lines: ReadonlyMap<string, EditedLine>): readonly string[] {
  const all = [...lines.values()]
  const latest: string[] = []
  for (let end = all.length; end > 0 && latest.length < maxLines; ) {
    let first = end - 1
    while (first > 0 && all[first - 1]?.edit === all[end - 1]?.edit) first -= 1
    for (let at = first; at < end; at += 1) latest.push((all[at] as EditedLine).line)
    end = first
  }
  return latest
}
