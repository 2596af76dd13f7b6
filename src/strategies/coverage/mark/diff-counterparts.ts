/** Lines of a printed diff that say little alone, or the opposite: each with the line that took its place, or opens its block. */
import { isProgramFile } from '../facts/program-file.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { type Counterpart, counterparts } from './counterparts.ts'

const hunk = /^@@@? -\d/

/** `isShown`: whether a line may be shown by itself. */
export function diffCounterparts(
  { texts, labels, sections, unders }: Pick<CandidateColumns, 'texts' | 'labels' | 'sections' | 'unders'>,
  isShown: (line: number) => boolean,
): readonly Counterpart[] {
  const pairs: Counterpart[] = []
  const isHunk = (at: number): boolean =>
    labels[at] === '' && texts[at]?.startsWith('@@') === true && hunk.test(texts[at] as string)
  for (let head = 0; head < texts.length; head += 1) {
    if (!isHunk(head)) continue
    const first = head + 1
    let end = first
    while (end < texts.length && sections[end] === sections[head] && !isHunk(end)) end += 1
    const path = pathOf(texts[unders[head] as number])
    for (const pair of hunkCounterparts(texts.slice(first, end), path, first, isShown)) pairs.push(pair)
    head = end - 1
  }
  return pairs
}

/** `first`: the index of the first of these lines. */
function hunkCounterparts(
  lines: readonly string[],
  path: string | undefined,
  first: number,
  isShown: (line: number) => boolean,
): readonly Counterpart[] {
  const signs = lines.map(text => (signed.test(text) ? text.charAt(0) : ''))
  return counterparts(
    {
      texts: lines.map((text, at) => (signs[at] === '' ? text : text.slice(1))),
      labels: signs,
      isShown: line => isShown(first + line),
    },
    { first: 0, end: lines.length },
    isProgramFile(path),
  ).map(({ line, needed }) => ({ line: first + line, needed: first + needed }))
}

const signed = /^[-+]/

/** Of the line that names the file of a hunk: `src/a.ts +1 −1`. */
function pathOf(named: string | undefined): string | undefined {
  return named?.split(' ', 1)[0]
}
