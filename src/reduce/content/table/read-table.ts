/** Drawn, delimited and aligned tables, read into rows of cells. */
import { holdsForMost } from '../../../scan/holds-for-most.ts'
import { countsOf } from '../../../tokens/counts-of.ts'
import { isBlankLine } from '../../pieces/parts.ts'
import type { ContentSource } from '../content.ts'

type Shape =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'delimited'; readonly delimiter: string }
  | { readonly kind: 'aligned' }

const minLines = 3
/** The heading may follow a line or two of other output. */
const latestHeading = 4

export function shapeOf(own: readonly string[], { path }: Pick<ContentSource, 'path'>): Shape | undefined {
  const lines = own.filter(line => !isBlankLine(line))
  if (lines.length < minLines) return undefined
  if (
    lines.some(isRule) &&
    holdsForMost(lines, lines.length * 0.7, isDrawn) &&
    holdsForMost(lines, lines.length / 2, line => /[|│┃║]/.test(line))
  )
    return { kind: 'drawn' }
  if (isEven(lines, '\t', 1) && !isOtherwiseTabbed(lines)) return { kind: 'delimited', delimiter: '\t' }
  const isCsv = path !== undefined && /\.csv$/i.test(path)
  if (isEven(lines, ',', 2) && (isCsv || /^[\w" .#%/-]{1,60}(?:,[\w" .#%/-]{1,60})+$/.test(lines[0] ?? '')))
    return { kind: 'delimited', delimiter: ',' }
  const heading = lines.slice(0, latestHeading).findIndex(isAlignedHeading)
  const below = lines.slice(heading + 1)
  return heading >= 0 && below.filter(line => /\S(?: {2,}|\t| )\S/.test(line)).length * 10 >= below.length * 8
    ? { kind: 'aligned' }
    : undefined
}

export function isSpokenTable({ kind, role }: Pick<ContentSource, 'kind' | 'role'>): boolean {
  return kind === 'table' && (role === 'assistant' || role === 'user')
}

/** Indented code, a file with line numbers, or a log whose lines begin with their source. */
function isOtherwiseTabbed(lines: readonly string[]): boolean {
  const other = lines.filter(line =>
    /^\s|^ {0,10}\d{1,7}\t[^\t]*$|\t\ufeff?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z? \S/.test(line),
  )
  return other.length * 2 >= lines.length
}

/** Whether nearly all lines have the same number of cells. */
function isEven(lines: readonly string[], delimiter: string, minDelimiters: number): boolean {
  if (!holdsForMost(lines, lines.length / 2, line => line.includes(delimiter))) return false
  // A line cut short by the sample may have fewer.
  const counts = lines.map(line =>
    line.includes(delimiter) ? delimitedCells(line, delimiter).length - 1 : 0,
  )
  const middle = counts.toSorted((one, two) => one - two)[Math.floor(counts.length / 2)] ?? 0
  return middle >= minDelimiters && counts.filter(count => count === middle).length * 10 >= lines.length * 8
}

export function readTable(lines: readonly string[], shape: Shape): TextTable {
  if (shape.kind === 'drawn') return readDrawn(lines)
  if (shape.kind === 'delimited') return readDelimited(lines, shape.delimiter)
  return readAligned(lines, Math.max(0, lines.findIndex(isAlignedHeading)))
}

/** Tables as text: drawn with bars, separated by tabs or commas, or aligned in columns. */
export interface TextRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface TextTable {
  /** The separator between two cells when a row is written again. */
  readonly joint: string
  /** Absent if no line names the columns. */
  readonly heading?: TextRow
  readonly rows: readonly TextRow[]
}

const rule = /^[\s|+:=\-─-╿]+$/
const bar = /[|│┃║]/

export function isRule(line: string): boolean {
  return line.length > 2 && /[-=─━═]/.test(line) && rule.test(line)
}

function isDrawn(line: string): boolean {
  return bar.test(line) || isRule(line)
}

function readDrawn(lines: readonly string[]): TextTable {
  const rows: TextRow[] = []
  let hasRule = false
  let ruleAfterFirst = false
  lines.forEach((line, at) => {
    if (isRule(line)) {
      hasRule = true
      if (rows.length === 1) ruleAfterFirst = true
    } else if (bar.test(line)) rows.push({ line: at, cells: drawnCells(line) })
  })
  const [heading, ...rest] = rows
  return hasRule && ruleAfterFirst && heading !== undefined
    ? { joint: ' | ', heading, rows: rest }
    : { joint: ' | ', rows }
}

function drawnCells(line: string): readonly string[] {
  const cells = line.trim().split(bar)
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.map(cell => cell.trim())
}

/** Cells separated by one character; a quoted cell may contain it. */
function delimitedCells(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at)
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      cells.push(line.slice(start, at))
      start = at + 1
    }
  }
  return [...cells, line.slice(start)]
}

function readDelimited(lines: readonly string[], delimiter: string): TextTable {
  const all = lines.flatMap((line, at): TextRow[] =>
    line === '' ? [] : [{ line: at, cells: delimitedCells(line, delimiter) }],
  )
  const columns = mostCommon(all.map(({ cells }) => cells.length))
  const rows = all.filter(({ cells }) => cells.length === columns)
  const [first, ...rest] = rows
  return first !== undefined && rest.length > 0 && isHeading(first.cells, rest, delimiter)
    ? { joint: delimiter, heading: first, rows: rest }
    : { joint: delimiter, rows }
}

function mostCommon(counts: readonly number[]): number {
  const found = countsOf(counts)
  let best = 0
  for (const [count, times] of found) if (times > (found.get(best) ?? 0)) best = count
  return best
}

const numberCell = /^"?-?\d+(?:[.,]\d+)*%?"?$/

/** Names that no row repeats, above a column of numbers; with commas, names like those of variables. */
function isHeading(cells: readonly string[], rows: readonly TextRow[], delimiter: string): boolean {
  const isNamed = cells.every(cell => cell !== '' && cell.length <= 40 && !numberCell.test(cell))
  if (!isNamed || new Set(cells).size !== cells.length) return false
  if (rows.some(row => row.cells.some((cell, column) => cell === cells[column]))) return false
  const below = rows.slice(0, 20)
  const hasNumbers = cells.some((_, column) => below.every(row => numberCell.test(row.cells[column] ?? '')))
  return hasNumbers || (delimiter === ',' && cells.every(cell => /^"?[A-Za-z_][\w -]*"?$/.test(cell)))
}

/** Words in capitals, as `ps`, `docker` and `kubectl` name their columns. */
function isAlignedHeading(line: string): boolean {
  if (line.length > 400) return false
  const words = line.trim().split(/\s+/)
  return words.length >= 2 && words.every(word => /^[%#A-Z][A-Z0-9%#_()/:+.-]*$/.test(word))
}

function readAligned(lines: readonly string[], heading: number): TextTable {
  const named = (lines[heading] ?? '').trim()
  const wide = named.split(/ {2,}|\t+/)
  const count = (line: string): number => line.trim().split(/ {2,}|\t+/).length
  const body = lines.slice(heading + 1).filter(line => line.trim() !== '')
  const isWide =
    wide.length > 1 &&
    body.slice(0, 50).filter(line => count(line) === wide.length).length * 2 >= Math.min(50, body.length)
  const columns = isWide ? wide : named.split(/\s+/)
  const rows: TextRow[] = []
  for (let at = heading + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim()
    if (line === '') continue
    const cells = isWide ? line.split(/ {2,}|\t+/) : firstWords(line, columns.length)
    if (cells.length === columns.length) rows.push({ line: at, cells })
  }
  return { joint: '  ', heading: { line: heading, cells: columns }, rows }
}

/** The first words; the last one includes the rest of the line. */
function firstWords(line: string, count: number): readonly string[] {
  const cells: string[] = []
  let at = 0
  while (cells.length < count - 1) {
    const end = line.slice(at).search(/\s/)
    if (end < 0) break
    cells.push(line.slice(at, at + end))
    at += end
    while (/\s/.test(line.charAt(at))) at += 1
  }
  return [...cells, line.slice(at)]
}
