/** Lines of files among the hunks of a printed diff. */
import type { CandidateColumns } from '../read/candidate-columns.ts'

/** The lines of one hunk. */
interface FileHunk {
  readonly path: string
  readonly first: number
  readonly end: number
}

const hunk = /^@@@? -\d/
/** `src/a.ts +1 −1`, `src/a.ts (new file mode 100644)` */
const counts = / (?:\+\d{1,9} −\d|\()/

/** `first`: the first line of the output. */
export function printedHunks(
  { texts, unders }: Pick<CandidateColumns, 'texts' | 'unders'>,
  first: number,
): readonly FileHunk[] {
  const hunks: FileHunk[] = []
  const isHunk = (at: number): boolean =>
    texts[at]?.startsWith('@@') === true && hunk.test(texts[at] as string)
  for (let at = first; at < texts.length; at += 1) {
    const named = unders[at] as number
    if (!isHunk(at) || named < first) continue
    let end = at + 1
    while (end < texts.length && (unders[end] === named || unders[end] === at) && !isHunk(end)) end += 1
    const name = texts[named] as string
    const path = name.slice(0, counts.exec(name)?.index ?? name.length)
    if (end > at + 1) hunks.push({ path, first: at + 1, end })
    at = end - 1
  }
  return hunks
}

/** `+  return 1` → `  return 1`; a removed line is not in the file. */
export function hunkText(text: string): string {
  return text.startsWith('-') ? '' : text.slice(1)
}
