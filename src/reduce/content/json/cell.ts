/** One value in a cell of a table: strings without their quotes if that is unambiguous. */
import { stringEnd } from '../../../scan/json-tokens.ts'
import { type JsonValue, minified, readJson } from './read-json.ts'

export const cellSeparator = '|'
/** Around each row of a list inside a cell. */
export const rowOpen = '<'
export const rowClose = '>'
/** Before a row that does not follow the columns, which is plain JSON. */
export const plainRow = '!'

/** `undefined` is a missing key: an empty cell. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  if (value.kind !== 'scalar') return minified(value)
  if (!value.raw.startsWith('"')) return value.raw
  const inner = value.raw.slice(1, -1)
  return isBare(inner) ? inner : value.raw
}

/** The last alternative: a reader would take it for `name=` and a separate value. */
const mistakable = /[|<>]|^[\s"[{!=]|\s$|=[[{!]/
const otherScalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?(?:[eE][+-]?\d+)?)?$/

function isBare(inner: string): boolean {
  return !mistakable.test(inner) && !otherScalar.test(inner)
}

/** A cell that begins with one of these is read to its own end; any other up to a separator. */
const delimited = /^["[{<!]/

/** Whether a text can be in a cell after a part of it was removed. */
export function isPlainCell(text: string): boolean {
  return text !== '' && !delimited.test(text)
}

/** The inverse of `cellText`. Throws `RangeError` on anything that is not a cell. */
export function cellValue(text: string): JsonValue | undefined {
  if (text === '') return undefined
  if (/^["[{]/.test(text)) {
    const read = readJson(text, 0)
    if (read?.end !== text.length) throw new RangeError(`not a cell: ${text.slice(0, 80)}`)
    return read.value
  }
  return { kind: 'scalar', raw: otherScalar.test(text) ? text : `"${text}"` }
}

/** The index after the cell that begins at `start`. */
export function cellEnd(line: string, start: number): number {
  const first = line.charAt(start)
  if (first === '"') return closed(stringEnd(line, start, false), line)
  if (first === '[' || first === '{') return closed(readJson(line, start)?.end ?? -1, line)
  if (first === rowOpen) {
    let at = start
    while (line.charAt(at) === rowOpen) at = rowEnd(line, at)
    return at
  }
  if (first === plainRow) return closed(readJson(line, start + 1)?.end ?? -1, line)
  let at = start
  while (at < line.length && line.charAt(at) !== cellSeparator && line.charAt(at) !== rowClose) at += 1
  return at
}

/** The index after the `>` of the row whose `<` is at `start`. */
export function rowEnd(line: string, start: number): number {
  let at = start + 1
  if (line.charAt(at) === rowClose) return at + 1
  for (;;) {
    at = cellEnd(line, afterName(line, at))
    if (line.charAt(at) === rowClose) return at + 1
    if (line.charAt(at) !== cellSeparator) return closed(-1, line)
    at += 1
  }
}

const name = /(?:[\w$-]+|"(?:[^"\\]|\\.)*")(?:\.(?:[\w$-]+|"(?:[^"\\]|\\.)*"))*=/y

/** The position after `name=`, where a cell names its column; else unchanged. */
export function afterName(line: string, start: number): number {
  name.lastIndex = start
  return name.test(line) ? name.lastIndex : start
}

function closed(end: number, line: string): number {
  if (end < 0) throw new RangeError(`a cell has no end: ${line.slice(0, 80)}`)
  return end
}
