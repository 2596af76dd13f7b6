/** Edits that take earlier ones back: the file is as it was before. */
import { countsOf } from '../../../tokens/counts-of.ts'
import type { FileEdit } from './replaced-lines.ts'

interface EditLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
}

interface Withdrawal {
  /** It only removes what earlier ones had added, and adds what they had removed. */
  readonly edit: FileEdit
  /** Of what they added, nothing is left. */
  readonly earlier: readonly FileEdit[]
}

/** How often earlier edits of a file have added and removed each line, without those that were taken back. */
interface Changed {
  readonly added: Map<string, number>
  readonly removed: Map<string, number>
  readonly edits: Map<FileEdit, readonly string[]>
}

/** Without a line of this length an edit may do the same as another one by chance. */
const minLength = 16

/** `edits`: in order. Linear, but for the edits of a file that one takes back. */
export function withdrawnEdits(
  edits: readonly FileEdit[],
  { texts, labels }: EditLines,
  nameOf: (path: string) => string,
): readonly Withdrawal[] {
  const files = new Map<string, Changed>()
  return edits.flatMap(edit => {
    const { path, first, end, isWhole } = edit
    const [added, removed]: [string[], string[]] = [[], []]
    for (let at = first; at < end && !isWhole; at += 1)
      if (labels[at] === '+') added.push((texts[at] as string).trim())
      else if (labels[at] === '-') removed.push((texts[at] as string).trim())
    if (added.length + removed.length === 0) return []
    const name = nameOf(path)
    const before: Changed = files.get(name) ?? { added: new Map(), removed: new Map(), edits: new Map() }
    files.set(name, before)
    const isBack =
      removed.some(line => line.length >= minLength) &&
      hasAll(before.added, removed) &&
      hasAll(before.removed, added)
    if (!isBack) {
      addTo(before.added, added, 1)
      addTo(before.removed, removed, 1)
      if (added.length > 0) before.edits.set(edit, added)
      return []
    }
    addTo(before.removed, added, -1)
    addTo(before.added, removed, -1)
    const earlier = [...before.edits].flatMap(([other, lines]) =>
      lines.every(line => before.added.get(line) === 0) ? [other] : [],
    )
    for (const other of earlier) before.edits.delete(other)
    return [{ edit, earlier }]
  })
}

function hasAll(known: ReadonlyMap<string, number>, lines: readonly string[]): boolean {
  return countsOf(lines)
    .entries()
    .every(([line, count]) => (known.get(line) ?? 0) >= count)
}

function addTo(known: Map<string, number>, lines: readonly string[], by: number): void {
  for (const line of lines) known.set(line, (known.get(line) ?? 0) + by)
}
