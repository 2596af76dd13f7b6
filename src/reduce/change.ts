/** Replaces output that was shown before by a line that names the earlier output, and the changes since. */
import { type LineChange, lineChanges } from './change/line-changes.ts'
import { numberedLines } from './content/file/numbered-lines.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'

export const change: Reducer = {
  name: 'change',
  loss: 'recoverable',
  read: (input: ReduceInput): Shorten => {
    const { id = '', text: base } = input.reference ?? {}
    const changeNote = base === undefined ? undefined : changeText(base, input.text, id, input.handle)
    return firstSmaller(input, changeNote === undefined ? [] : [() => changeNote])
  },
}

/** `undefined` where the two have too little in common. */
export function changeText(base: string, text: string, id: string, handle: string): string | undefined {
  const [before, after] = [shownLines(base), shownLines(text)]
  if (before.margin !== after.margin) return undefined
  const { changes, from, to } = withoutRest(lineChanges(before.lines, after.lines), before.lines.length)
  const changed = changes.reduce((sum, { at, end }) => sum + end - at, 0)
  if (to <= from || changed * 2 > after.lines.length) return undefined
  const numberOf = (index: number): number => before.first + index
  const isAll = from === 0 && to === before.lines.length
  const which = isAll ? id : `lines ${numberOf(from)}-${numberOf(to - 1)} of ${id}`
  const stored = handle === '' ? '' : `, stored: ${handle}`
  const head = `[Same as ${which} above, ${changes.length === 0 ? 'unchanged' : 'but for the changes below'}${stored}]`
  return [head, ...changes.flatMap(each => hunk(each, before, after))].join('\n')
}

interface ShownChanges {
  readonly changes: readonly LineChange[]
  /** The lines of the base that it refers to. */
  readonly from: number
  readonly to: number
}

/** Lines of the base before and after the shared part were not removed: they are only not shown this time. */
function withoutRest(changes: readonly LineChange[], lines: number): ShownChanges {
  const first = changes[0]
  const isHead = first !== undefined && first.from === 0 && first.at === first.end
  const others = isHead ? changes.slice(1) : changes
  const last = others.at(-1)
  const isTail = last !== undefined && last.to === lines && last.at === last.end
  return {
    changes: isTail ? others.slice(0, -1) : others,
    from: isHead ? first.to : 0,
    to: isTail ? last.from : lines,
  }
}

/** As `diff -U0` writes it: the lines around are those of the base. */
function hunk({ from, to, at, end }: LineChange, before: ShownLines, after: ShownLines): readonly string[] {
  return [
    `@@ -${range(from, to, before)} +${range(at, end, after)} @@`,
    ...before.lines.slice(from, to).map(line => `-${line}`),
    ...after.lines.slice(at, end).map(line => `+${line}`),
  ]
}

/** `12`, `12,3`; `11,0` after line 11. */
function range(start: number, end: number, { first }: ShownLines): string {
  const lines = end - start
  return lines === 1 ? String(first + start) : `${first + start - (lines === 0 ? 1 : 0)},${lines}`
}

/** The lines of an output, without the numbers that a tool put before them. */
interface ShownLines {
  readonly lines: readonly string[]
  /** Number of the first line: 1, or the one that the tool shows. */
  readonly first: number
  /** The separator of number and line; empty where there are no numbers. */
  readonly margin: string
}

export function shownLines(text: string): ShownLines {
  const lines = text.split('\n')
  const numbered = numberedLines(lines)
  if (numbered === undefined) return { lines, first: 1, margin: '' }
  const { first, end, firstNumber, lastNumber, lengths } = numbered
  // Numbers with gaps identify the lines, and not only their position.
  const isInRow = lastNumber - firstNumber === end - 1 - first && firstNumber > first
  if (!isInRow) return { lines, first: 1, margin: '' }
  const margin = (lines[first] as string).slice(0, lengths[first]).replace(/^ *L?\d+/, '')
  return {
    lines: lines.map((line, index) => (lengths[index] === 0 ? line : line.slice(lengths[index]))),
    first: firstNumber - first,
    margin,
  }
}
