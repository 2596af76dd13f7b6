/** Tables as text: what the columns are and what all rows share, then the rows, unusual ones first. */
import { tableLine } from '../../scan/kind/content-lines.ts'
import { isCommaSeparated } from '../../scan/kind/content-shapes.ts'
import { most } from '../../scan/kind/kind-tests.ts'
import type { Content, Piece, PieceValue, Source } from './content.ts'
import { counted } from './counted.ts'
import { Look } from './look.ts'
import { frameValue } from './output-frame.ts'
import { isBlankLine, type Part, piecesOf } from './parts.ts'
import { countOf, holdsForMost } from './sample-lines.ts'
import { beginsBadly, isBadStatus, severityOf } from './severity.ts'

export const table: Content = {
  name: 'table',
  detectors: [
    { rank: 170, why: 'cells between bars, tabs or wide gaps', test: most(0.7, tableLine, 2) },
    { rank: 180, why: 'as many commas in every line', test: isCommaSeparated },
  ],
  fits,
  pieces,
}

type Shape =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'delimited'; readonly delimiter: string }
  | { readonly kind: 'aligned' }

function fits({ ownLines, source }: Look): boolean {
  return shapeOf(ownLines, source) !== undefined
}

const minLines = 3
/** A heading may be behind a line or two of other output. */
const latestHeading = 4

function shapeOf(own: readonly string[], { path }: Pick<Source, 'path'>): Shape | undefined {
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
  return heading >= 0 &&
    countOf(lines.slice(heading + 1), line => /\S(?: {2,}|\t| )\S/.test(line)) * 10 >=
      (lines.length - heading - 1) * 8
    ? { kind: 'aligned' }
    : undefined
}

/** Indented code, a file with line numbers, or a log whose lines begin with where they come from. */
function isOtherwiseTabbed(lines: readonly string[]): boolean {
  const other = countOf(lines, line =>
    /^\s|^ {0,10}\d{1,7}\t[^\t]*$|\t\ufeff?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z? \S/.test(line),
  )
  return other * 2 >= lines.length
}

/** Whether nearly all lines have the same number of cells. */
function isEven(lines: readonly string[], delimiter: string, fewest: number): boolean {
  if (!holdsForMost(lines, lines.length / 2, line => line.includes(delimiter))) return false
  // A line cut short by the sample may have fewer.
  const counts = lines.map(line =>
    line.includes(delimiter) ? delimitedCells(line, delimiter).length - 1 : 0,
  )
  const middle = counts.toSorted((one, two) => one - two)[Math.floor(counts.length / 2)] ?? 0
  return middle >= fewest && counts.filter(count => count === middle).length * 10 >= lines.length * 8
}

function pieces(text: string, source: Source): readonly Piece[] {
  const lines = text.split('\n')
  const shape = shapeOf(new Look(text, source).ownLines, source)
  const read = shape === undefined ? undefined : readTable(lines, shape)
  return piecesOf(
    text,
    lines,
    read === undefined ? lines.map((line, at) => otherPart(line, at)) : tableParts(lines, read),
  )
}

function readTable(lines: readonly string[], shape: Shape): TextTable {
  if (shape.kind === 'drawn') return readDrawn(lines)
  if (shape.kind === 'delimited') return readDelimited(lines, shape.delimiter)
  return readAligned(lines, Math.max(0, lines.findIndex(isAlignedHeading)))
}

function otherPart(line: string, at: number): Part {
  const value =
    line.trim() === '' || isRule(line)
      ? 'noise'
      : (frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key'))
  return { first: at, end: at + 1, value }
}

function tableParts(lines: readonly string[], { heading, rows, joint }: TextTable): readonly Part[] {
  const facts = columnFacts(heading?.cells ?? [], rows)
  const rowAt = new Map(rows.map((row, index) => [row.line, { row, index }]))
  const parts: Part[] = []
  const names =
    heading === undefined
      ? counted(rows[0]?.cells.length ?? 0, 'column')
      : kept(heading.cells, facts.constant).join(joint)
  const statement = `${counted(rows.length, 'row')}: ${names}`
  let head: number | undefined
  const open = (first: number, end: number): void => {
    head = parts.length
    parts.push({ first, end, value: 'key', statement })
    if (facts.said !== '')
      parts.push({ first: end, end, value: 'useful', under: head, statement: facts.said })
  }
  lines.forEach((line, at) => {
    const found = rowAt.get(at)
    if (at === heading?.line) open(at, at + 1)
    else if (found === undefined) parts.push(otherPart(line, at))
    else {
      if (head === undefined) open(at, at)
      const { row, index } = found
      const value = rowValue(line, row.cells, index, rows.length, facts.rare)
      const text = kept(row.cells, facts.constant).join(joint)
      const isShorter = text.length + 3 < line.length
      parts.push({
        first: at,
        end: at + 1,
        value,
        ...(isShorter && { statement: text }),
        ...(head !== undefined && { under: head }),
      })
    }
  })
  return parts
}

const trouble =
  /\b(?:CrashLoopBackOff|OOMKilled|ImagePullBackOff|ErrImagePull|Evicted|NotReady|unhealthy|Exited \([1-9]\d{0,3}\)|Restarting|defunct|blocked|Terminating)\b/

function rowValue(
  line: string,
  cells: readonly string[],
  index: number,
  rows: number,
  rare: ReadonlySet<number>,
): PieceValue {
  if (trouble.test(line.slice(0, 600)) || cells.some(cell => isBadStatus(cell) || beginsBadly(cell)))
    return 'key'
  return index === 0 || index === rows - 1 || rare.has(index) ? 'useful' : 'plain'
}

function kept(cells: readonly string[], constant: ReadonlySet<number>): readonly string[] {
  return constant.size === 0 ? cells : cells.filter((_, column) => !constant.has(column))
}

/** What the columns of a table say of its rows. */
interface ColumnFacts {
  /** Columns that hold the same in every row. */
  readonly constant: ReadonlySet<number>
  readonly said: string
  /** Rows that hold what few others hold, in a column of few different values. */
  readonly rare: ReadonlySet<number>
}

const minRows = 3
const maxKinds = 8

function columnFacts(names: readonly string[], rows: readonly TextRow[]): ColumnFacts {
  const constant = new Set<number>()
  const rare = new Set<number>()
  const said: string[] = []
  const columns = rows[0]?.cells.length ?? 0
  for (let column = 0; column < columns && rows.length >= minRows; column += 1) {
    const kinds = kindsOf(rows, column)
    if (kinds === undefined) continue
    if (kinds.size === 1) {
      const [value = ''] = kinds.keys()
      constant.add(column)
      said.push(`${names[column] ?? `column ${column + 1}`}=${value.trim()}`)
    } else if (kinds.size * 2 <= rows.length)
      for (const of of kinds.values())
        if (of.length <= Math.max(1, rows.length * 0.03)) for (const row of of) rare.add(row)
  }
  // A table of nothing but equal rows keeps its columns.
  if (constant.size === columns) return { constant: new Set(), said: '', rare }
  return { constant, said: said.length === 0 ? '' : `in every row: ${said.join(', ')}`, rare }
}

/** Rows by the value of one column; `undefined` where there are many values. */
function kindsOf(
  rows: readonly TextRow[],
  column: number,
): ReadonlyMap<string, readonly number[]> | undefined {
  const kinds = new Map<string, number[]>()
  for (const [index, { cells }] of rows.entries()) {
    const value = cells[column] ?? ''
    const known = kinds.get(value)
    if (known !== undefined) known.push(index)
    else if (kinds.size >= maxKinds) return undefined
    else kinds.set(value, [index])
  }
  return kinds
}

/** Tables as text: drawn with bars, separated by tabs or commas, or aligned in columns. */
interface TextRow {
  /** Index of its line. */
  readonly line: number
  readonly cells: readonly string[]
}

interface TextTable {
  /** What is between two cells when a row is written again. */
  readonly joint: string
  /** Absent where no line names the columns. */
  readonly heading?: TextRow
  readonly rows: readonly TextRow[]
}

const rule = /^[\s|+:=\-─-╿]+$/
const bar = /[|│┃║]/

function isRule(line: string): boolean {
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

/** Cells parted by one character; a quoted cell may hold it. */
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
  const found = new Map<number, number>()
  for (const count of counts) found.set(count, (found.get(count) ?? 0) + 1)
  let best = 0
  for (const [count, times] of found) if (times > (found.get(best) ?? 0)) best = count
  return best
}

const isNumber = /^"?-?\d+(?:[.,]\d+)*%?"?$/

/** Names that no row repeats, over a column of numbers; with commas, names that could be those of a program. */
function isHeading(cells: readonly string[], rows: readonly TextRow[], delimiter: string): boolean {
  const isNamed = cells.every(cell => cell !== '' && cell.length <= 40 && !isNumber.test(cell))
  if (!isNamed || new Set(cells).size !== cells.length) return false
  if (rows.some(row => row.cells.some((cell, column) => cell === cells[column]))) return false
  const below = rows.slice(0, 20)
  const hasNumbers = cells.some((_, column) => below.every(row => isNumber.test(row.cells[column] ?? '')))
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

/** Words, the last with all that follows it. */
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
