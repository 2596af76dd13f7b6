/** Lines of files among the results of a search. */
import { contextOf, numberedHit } from '../../../reduce/content/search/hit.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'

/** Consecutive lines of one file. */
interface FileHits {
  readonly path: string
  readonly first: number
  readonly end: number
}

/** `src/a.ts: 3 matches` comes before the lines of a file. */
const countOfFile = /^(\S.{0,300}): \d{1,7} match(?:es)?(?: at \d[\d, ]{0,40})?$/
const lineNumber = /^\d{1,7}[:-] ?/

/** `first`: the first line of the output. `file`: the only file that was searched; its hits omit its name. */
export function searchHits(
  { texts, unders }: Pick<CandidateColumns, 'texts' | 'unders'>,
  first: number,
  file: string | undefined,
): readonly FileHits[] {
  const runs: FileHits[] = []
  for (let at = first; at < texts.length; at += 1) {
    const text = texts[at] as string
    const before = runs.at(-1)
    const above = (unders[at] as number) >= first ? countOfFile.exec(texts[unders[at] as number] ?? '') : null
    const own = numberedHit(text)?.path ?? contextOf(text, before?.path ?? '')?.path
    const path = above?.[1] ?? own ?? (lineNumber.test(text) ? file : undefined)
    if (path === undefined) continue
    if (before?.path === path && before.end === at) runs[runs.length - 1] = { ...before, end: at + 1 }
    else runs.push({ path, first: at, end: at + 1 })
  }
  return runs
}

/** `src/a.ts:12:  return 1` → `  return 1`. */
export function hitText(text: string, path: string): string {
  return (numberedHit(text) ?? contextOf(text, path))?.text ?? text.replace(lineNumber, '')
}
