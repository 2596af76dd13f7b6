/** Lines in a row that say the same: the first is shown, and a statement counts the others. */
import { lineTemplate } from '../content/output/shape-folds.ts'
import type { OutputUnit } from './output-excerpt.ts'

/** A statement about fewer would say less than the lines themselves. */
const minSame = 3
const minAlike = 8
/** Lines that differ in their values are shown by two of them. */
const shownOfAlike = 2

interface Run {
  readonly first: number
  /** Behind its last unit. */
  readonly end: number
  readonly isSame: boolean
}

/** With what each unit is under, by its new place. */
export function foldedUnits(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const folded: OutputUnit[] = []
  const placeOf: number[] = []
  const add = (unit: OutputUnit, index: number): void => {
    placeOf[index] = folded.length
    folded.push({ ...unit, under: unit.under === undefined ? undefined : placeOf[unit.under] })
  }
  for (let index = 0; index < units.length; ) {
    const { first, end, isSame } = runAt(units, index)
    const length = end - first
    const shown = isSame ? 1 : shownOfAlike
    const isFolded = length >= (isSame ? minSame : minAlike)
    const lastShown = isFolded ? first + shown : end
    for (; index < lastShown; index += 1) add(units[index] as OutputUnit, index)
    if (!isFolded) continue
    const rest = length - shown
    for (; index < end; index += 1) placeOf[index] = folded.length
    folded.push({
      text: isSame ? `… the same line ${rest} more times` : `… ${rest} more like this`,
      lines: rest,
      value: (units[first] as OutputUnit).value,
      isStatement: true,
      under: placeOf[first],
    })
  }
  return folded
}

/** The longest run of equal lines, else of lines that differ in their values alone. An error is never said to be like another. */
function runAt(units: readonly OutputUnit[], first: number): Run {
  const { text, value } = units[first] as OutputUnit
  const endOf = (isLike: (unit: OutputUnit) => boolean): number => {
    let end = first + 1
    while (end < units.length && isPlain(units[end] as OutputUnit) && isLike(units[end] as OutputUnit))
      end += 1
    return end
  }
  if (!isPlain(units[first] as OutputUnit)) return { first, end: first + 1, isSame: true }
  const same = endOf(unit => unit.text === text)
  if (same - first >= minSame || value === 'key') return { first, end: same, isSame: true }
  const template = lineTemplate(text)
  const alike = endOf(unit => unit.value === value && lineTemplate(unit.text) === template)
  return alike - first >= minAlike
    ? { first, end: alike, isSame: false }
    : { first, end: first + 1, isSame: true }
}

function isPlain({ text, lines, isStatement, under }: OutputUnit): boolean {
  return !isStatement && lines === 1 && under === undefined && text.trim() !== ''
}
