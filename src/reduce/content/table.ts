/** Text tables: the columns and what all rows share, then the rows, unusual ones first. */
import { tableLine } from '../../scan/kind/content-lines.ts'
import { isCommaSeparated } from '../../scan/kind/content-shapes.ts'
import { either, minShare } from '../../scan/kind/kind-tests.ts'
import { counted } from '../pieces/counted.ts'
import { leastIn } from '../pieces/least-in.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { type Part, piecesOf } from '../pieces/parts.ts'
import { beginsBadly, isBadStatus, severityOf } from '../pieces/severity.ts'
import { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import {
  isRule,
  isSpokenTable,
  readTable,
  shapeOf,
  type TextRow,
  type TextTable,
} from './table/read-table.ts'

export const table: Content = {
  name: 'table',
  // Cells between bars, tabs or wide gaps, or the same number of commas in every line.
  detect: either(minShare(0.7, tableLine, 2), isCommaSeparated),
  fits,
  pieces,
}

function fits({ ownLines, source }: SourcedText): boolean {
  const shape = shapeOf(ownLines, source)
  return shape !== undefined && !(shape.kind === 'drawn' && isSpokenTable(source))
}

function pieces(text: string, source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const shape = shapeOf(new SourcedText(text, source).ownLines, source)
  const read = shape === undefined ? undefined : readTable(lines, shape)
  return piecesOf(
    text,
    lines,
    read === undefined
      ? lines.map((line, at) => otherPart(line, at))
      : tableParts(lines, read, leastIn(text)),
  )
}

function otherPart(line: string, at: number): Part {
  const value =
    line.trim() === '' || isRule(line)
      ? 'noise'
      : (frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key'))
  return { first: at, end: at + 1, value }
}

function tableParts(
  lines: readonly string[],
  { heading, rows, joint }: TextTable,
  least: string,
): readonly Part[] {
  const facts = columnFacts(heading?.cells ?? [], rows)
  const rowAt = new Map(rows.map((row, index) => [row.line, { row, index }]))
  const parts: Part[] = []
  const names =
    heading === undefined
      ? counted(rows[0]?.cells.length ?? 0, 'column')
      : kept(heading.cells, facts.constant).join(joint)
  const statement = `${least}${counted(rows.length, 'row')}: ${names}`
  let head: number | undefined
  const open = (first: number, end: number): void => {
    head = parts.length
    parts.push({ first, end, value: 'key', statement })
    if (facts.statement !== '')
      parts.push({ first: end, end, value: 'useful', under: head, statement: facts.statement })
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
  /\b(?:CrashLoopBackOff|OOMKilled|ImagePullBackOff|ErrImagePull|Evicted|NotReady|unhealthy|Exited \([1-9]\d{0,3}\)|Restarting|defunct|blocked|Terminating)(?!\w)/

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

/** Facts about the columns of a table. */
interface ColumnFacts {
  /** Columns with the same value in every row. */
  readonly constant: ReadonlySet<number>
  readonly statement: string
  /** Rows with a rare value, in a column of few different values. */
  readonly rare: ReadonlySet<number>
}

const minRows = 3
const maxKinds = 8

function columnFacts(names: readonly string[], rows: readonly TextRow[]): ColumnFacts {
  const constant = new Set<number>()
  const rare = new Set<number>()
  const statements: string[] = []
  const columns = rows[0]?.cells.length ?? 0
  for (let column = 0; column < columns && rows.length >= minRows; column += 1) {
    const kinds = kindsOf(rows, column)
    if (kinds === undefined) continue
    if (kinds.size === 1) {
      const [value = ''] = kinds.keys()
      constant.add(column)
      statements.push(`${names[column] ?? `column ${column + 1}`}=${value.trim()}`)
    } else if (kinds.size * 2 <= rows.length)
      for (const of of kinds.values())
        if (of.length <= Math.max(1, rows.length * 0.03)) for (const row of of) rare.add(row)
  }
  // A table with only equal rows keeps its columns.
  if (constant.size === columns) return { constant: new Set(), statement: '', rare }
  return {
    constant,
    statement: statements.length === 0 ? '' : `in every row: ${statements.join(', ')}`,
    rare,
  }
}

/** Rows by the value of one column; `undefined` if there are many values. */
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
