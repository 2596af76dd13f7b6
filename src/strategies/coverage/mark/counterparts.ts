/** Lines of an edit that say little alone, each with the line that it is shown with. */
import { indentOf } from '../../../scan/lines.ts'
import { opensBlock } from '../../../scan/opens-block.ts'

interface EditedLines {
  readonly texts: ArrayLike<string>
  readonly labels: ArrayLike<string>
  /** Whether a line may be shown by itself. */
  readonly isShown: (line: number) => boolean
}

export interface Counterpart {
  readonly line: number
  /** The line that it is shown with. */
  readonly needed: number
}

/** Comments, but not directives: `#include`, `#[derive]`. */
const comment = /^\s{0,80}(?:\/\/|\/\*|\*(?:[\s/]|$)|#(?:\s|$)|--\s|<!--)/
/** A comment belongs to the lines right below it. */
const maxBelow = 4

/**
 * Lines of an edit that say little alone: a removed line without its replacement, a comment without its code, a statement
 * without the block that contains it. A removed line belongs to the added one that begins alike, or else to the one at its place.
 * If more lines were removed than added, the rest belong to the last added line.
 */
export function counterparts(
  lines: EditedLines,
  { first, end }: { readonly first: number; readonly end: number },
  isProgram: boolean,
): readonly Counterpart[] {
  const { labels } = lines
  const pairs: Counterpart[] = []
  for (let at = first; at < end; ) {
    // Most lines are those of a file that was only read.
    if (labels[at] === '') {
      at += 1
      continue
    }
    const removed = runFrom(labels, '-', at, end)
    const put = runFrom(labels, '+ ', at + removed.length, end)
    for (const pair of changeCounterparts(lines, removed, put, isProgram)) pairs.push(pair)
    at += Math.max(1, removed.length + put.length)
  }
  return pairs
}

/** Of one change: the lines that it removed, and those that are there now. */
function changeCounterparts(
  { texts, labels, isShown }: EditedLines,
  removed: readonly number[],
  put: readonly number[],
  isProgram: boolean,
): readonly Counterpart[] {
  const pairs: Counterpart[] = []
  const isCode = (at: number): boolean => isShown(at) && !comment.test(texts[at] as string)
  const added = put.filter(line => labels[line] === '+')
  const shown = added.filter(isShown)
  const byBeginning = Map.groupBy(shown, line => beginningOf(texts[line] as string))
  for (const [index, line] of removed.entries()) {
    const alike = byBeginning.get(beginningOf(texts[line] as string))
    const needed =
      (alike !== undefined && alike.length > 1 ? alike.shift() : alike?.[0]) ??
      shown[Math.min(index, shown.length - 1)]
    if (needed !== undefined) pairs.push({ line, needed })
  }
  if (!isProgram) return pairs
  for (const [index, line] of added.entries()) {
    if (!isShown(line) || isCode(line)) continue
    const needed = added.slice(index + 1, index + 1 + maxBelow).find(isCode)
    if (needed !== undefined && needed - line <= maxBelow) pairs.push({ line, needed })
  }
  return [...pairs, ...blocksAround(texts, put.filter(isCode))]
}

/** Long enough to tell `err := read(` from `err != nil`. */
const maxBeginning = 12

function beginningOf(text: string): string {
  return text.trimStart().slice(0, maxBeginning)
}

/** `} else {`, `) error {`: continues what the line above with the same indent began. */
const goesOn = /^\s{0,80}[)}\]]/

/** `+  path: root,` with `+const options = {`: each line with the line that opens its block. */
function blocksAround(texts: ArrayLike<string>, lines: readonly number[]): readonly Counterpart[] {
  const open: { readonly line: number; readonly indent: number }[] = []
  return lines.flatMap(line => {
    const text = texts[line] as string
    const indent = indentOf(text)
    let begun: number | undefined
    while (open.length > 0 && (open.at(-1)?.indent as number) >= indent) {
      const closed = open.pop()
      if (closed?.indent === indent) begun = closed.line
    }
    const needed = goesOn.test(text) && begun !== undefined ? begun : open.at(-1)?.line
    open.push({ line, indent })
    return needed !== undefined && opensBlock(texts[needed] as string) ? [{ line, needed }] : []
  })
}

/** `signs`: each character is a label. */
function runFrom(labels: ArrayLike<string>, signs: string, from: number, end: number): readonly number[] {
  const run: number[] = []
  for (let at = from; at < end && labels[at] !== '' && signs.includes(labels[at] as string); at += 1)
    run.push(at)
  return run
}
