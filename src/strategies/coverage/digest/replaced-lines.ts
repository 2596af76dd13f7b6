/** Lines that an edit put into a file and a later edit took out again: who reads them would take them for what the file says. */

/** What one call changed in a file. */
export interface FileEdit {
  readonly path: string
  /** It wrote the whole file: none of its lines has a sign. */
  readonly isWhole: boolean
  readonly first: number
  readonly end: number
}

interface EditLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
}

/** Shorter lines, as `return nil`, are in many places of a file. */
const minLength = 16

/** `edits`: those that were applied, in order. */
export function replacedLines(edits: readonly FileEdit[], { texts, labels }: EditLines): readonly number[] {
  const replaced: number[] = []
  const removed = new Map<string, Set<string>>()
  for (const { path, isWhole, first, end } of edits.toReversed()) {
    const later = removed.get(path)
    const own = new Set<string>()
    for (let at = first; at < end; at += 1) {
      const line = (texts[at] as string).trim()
      if (line.length < minLength) continue
      const label = labels[at]
      if (label === '-') own.add(line)
      else if ((isWhole || label === '+') && later?.has(line) === true) replaced.push(at)
    }
    if (own.size === 0) continue
    if (later === undefined) removed.set(path, own)
    else for (const line of own) later.add(line)
  }
  return replaced
}
