/** The most informative lines of an output, in order; gaps are counted, and a handle refers to the whole. */
import type { Piece, PieceValue } from '../content/content.ts'

interface OutputExcerpt {
  readonly units: readonly OutputUnit[]
  /** Of the whole. */
  readonly lines: number
  readonly tokens: number
  readonly handle: string
  /** Whether the lines are those of the original: a terminal shows fewer than were written. */
  readonly isOriginal: boolean
}

/** A line, a part of a long line, or a statement about lines. */
export interface OutputUnit {
  readonly text: string
  /** How many lines it covers; 0 for a further part of a line. */
  readonly lines: number
  readonly value: PieceValue
  readonly isStatement: boolean
  /** Index of the unit that it makes no sense without; always an earlier one. */
  readonly under: number | undefined
}

/** Pieces of several lines are split, so that an excerpt can take some of the lines. */
export function outputUnits(pieces: readonly Piece[]): readonly OutputUnit[] {
  const firstOf: number[] = []
  const units: OutputUnit[] = []
  for (const { text, lines, value, isStatement = false, under } of pieces) {
    firstOf.push(units.length)
    const parent = under === undefined ? undefined : firstOf[under]
    const texts = isStatement || lines < 2 ? [text] : text.split('\n')
    for (const line of texts)
      units.push({
        text: line,
        lines: texts.length > 1 ? 1 : lines,
        value,
        isStatement,
        under: parent === units.length ? undefined : parent,
      })
  }
  return units
}

/** Shares of the room: for errors and outcomes, then for the end and the beginning in what is left. */
const keyShare = 0.5
const tailShare = 0.35
const headShare = 0.5
/** Maximum number of lines of the same shape (ignoring digits). */
const sameShapeLimit = 3
/** Characters of a line about a gap. */
const gapCost = 24
/** Maximum depth of parents: files in folders in projects. */
const maxParents = 8

/** Approximate length in characters. */
export function writeExcerpt(excerpt: OutputExcerpt, characters: number): string {
  const chosen = choose(excerpt.units, characters - headLine(excerpt, excerpt.lines).length)
  return render(excerpt, chosen)
}

function choose(units: readonly OutputUnit[], characters: number): ReadonlySet<number> {
  const chosen = new Set<number>()
  const shapes = new Map<string, number>()
  let left = characters
  const take = (index: number, limit: number): boolean => {
    const wanted = withParents(units, index, chosen)
    const cost = wanted.reduce((sum, at) => sum + costOf(units, at, chosen), 0)
    if (left - cost < limit) return false
    left -= cost
    for (const at of wanted) chosen.add(at)
    return true
  }
  const takeAll = (value: PieceValue, limit: number): void => {
    for (const [index, unit] of units.entries()) {
      if (unit.value !== value || left <= limit) continue
      const shape = unit.text.slice(0, 200).replace(/\d+/g, '0')
      const seen = (shapes.get(shape) ?? 0) + 1
      shapes.set(shape, seen)
      if (seen <= sameShapeLimit) take(index, limit)
    }
  }
  takeAll('key', left * (1 - keyShare))
  const tailLimit = left * (1 - tailShare)
  for (let index = units.length - 1; index >= 0 && take(index, tailLimit); index -= 1);
  const headLimit = left * (1 - headShare)
  for (let index = 0; index < units.length && take(index, headLimit); index += 1);
  takeAll('useful', 0)
  for (let index = 0; index < units.length && take(index, 0); index += 1);
  return chosen
}

function costOf(units: readonly OutputUnit[], index: number, chosen: ReadonlySet<number>): number {
  const isIsolated = !chosen.has(index - 1) && !chosen.has(index + 1)
  return (units[index]?.text.length ?? 0) + 1 + (isIsolated ? gapCost : 0)
}

function withParents(
  units: readonly OutputUnit[],
  index: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const wanted: number[] = []
  let at: number | undefined = index
  while (at !== undefined && !chosen.has(at) && wanted.length < maxParents) {
    wanted.push(at)
    at = units[at]?.under
  }
  return wanted
}

function render(excerpt: OutputExcerpt, chosen: ReadonlySet<number>): string {
  const body: string[] = []
  let shown = 0
  let missing = 0
  let isGap = false
  const closeGap = (): void => {
    if (isGap) body.push(missing === 0 ? '…' : `[… ${missing} ${missing === 1 ? 'line' : 'lines'}]`)
    isGap = false
    missing = 0
  }
  for (const [index, { text, lines, isStatement }] of excerpt.units.entries()) {
    if (!chosen.has(index)) {
      // An empty line is not a loss, but it is counted.
      isGap ||= text.trim() !== ''
      missing += lines
      continue
    }
    closeGap()
    if (!isStatement) shown += lines
    body.push(text)
  }
  closeGap()
  return [headLine(excerpt, shown), ...body].join('\n')
}

/** `[Shortened: 40 of 3001 lines shown, 70861 tokens in all, stored: db_3e98b81d6f0b]` */
function headLine({ lines, tokens, handle, isOriginal }: OutputExcerpt, shown: number): string {
  const count = lines === 1 ? 'parts of 1 line' : `${shown} of ${lines} lines`
  return `[Shortened: ${count} shown${isOriginal ? '' : ' as on a terminal'}, ${tokens} tokens in all, stored: ${handle}]`
}
