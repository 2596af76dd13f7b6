/** What the cells of a column begin and end with alike. */
import { isPlainCell } from './cell.ts'

export interface Affixes {
  readonly prefix: string
  readonly suffix: string
}

/** The longest that all filled cells share; `undefined` where a cell is not plain. */
export function commonAffixes(cells: readonly string[]): Affixes | undefined {
  let prefix: string | undefined
  let suffix = ''
  let shortest = Number.POSITIVE_INFINITY
  for (const cell of cells) {
    if (cell === '') continue
    if (!isPlainCell(cell)) return undefined
    shortest = Math.min(shortest, cell.length)
    if (prefix === undefined) {
      prefix = cell
      suffix = cell
      continue
    }
    let same = 0
    while (same < prefix.length && prefix.charCodeAt(same) === cell.charCodeAt(same)) same += 1
    prefix = prefix.slice(0, same)
    same = 0
    while (
      same < suffix.length &&
      suffix.charCodeAt(suffix.length - 1 - same) === cell.charCodeAt(cell.length - 1 - same)
    )
      same += 1
    suffix = suffix.slice(suffix.length - same)
  }
  if (prefix === undefined) return undefined
  // Something must be left of every cell.
  const room = Math.max(0, shortest - 1 - prefix.length)
  return {
    prefix: prefix.slice(0, shortest - 1),
    suffix: suffix.slice(suffix.length - Math.min(room, suffix.length)),
  }
}

export function varyingParts(cells: readonly string[], { prefix, suffix }: Affixes): readonly string[] {
  return cells.map(cell => (cell === '' ? '' : cell.slice(prefix.length, cell.length - suffix.length)))
}

/** Parts of a word are not taken off: they would save no token. */
const boundary = '/:-_.# =@?&'
export const shortestAffix = 4

export function wholeWords({ prefix, suffix }: Affixes): Affixes {
  let end = prefix.length
  while (end > 0 && !boundary.includes(prefix.charAt(end - 1))) end -= 1
  let start = 0
  while (start < suffix.length && !boundary.includes(suffix.charAt(start))) start += 1
  return {
    prefix: prefix.slice(0, end),
    suffix: suffix.length - start < shortestAffix ? '' : suffix.slice(start),
  }
}
