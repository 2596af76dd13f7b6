/** Edits whose lines have a text that a later edit replaced everywhere: each is shown with what took the place of the text. */
import type { Counterpart } from './counterparts.ts'
import type { FileEdit } from './replaced-lines.ts'

interface EditLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
}

/** Only this many of a file, the latest, are searched. */
const maxRenames = 16

/** `edits`: applied ones, in order. `line`: the one above those of the edit, which names it. */
export function renamedEdits(
  edits: readonly FileEdit[],
  { texts, labels }: EditLines,
  nameOf: (path: string) => string,
): readonly Counterpart[] {
  const found: Counterpart[] = []
  const renames = new Map<string, { readonly from: string; readonly line: number }[]>()
  for (const { path, first, end, renamed } of edits.toReversed()) {
    const name = nameOf(path)
    const later = renames.get(name) ?? []
    let rename: (typeof later)[number] | undefined
    for (let at = first; at < end && later.length > 0 && rename === undefined; at += 1)
      if (labels[at] === '+') rename = later.findLast(({ from }) => (texts[at] as string).includes(from))
    if (rename !== undefined) found.push({ line: first - 1, needed: rename.line })
    if (renamed !== undefined && first < end && later.length < maxRenames)
      renames.set(name, [...later, { from: renamed, line: first }])
  }
  return found
}
