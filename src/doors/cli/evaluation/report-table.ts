/** A small table of texts, for the terminal and for the page. */
import type { DocumentPart, DocumentSection, TableColumn, TablePart } from '../../pages/document-parts.ts'
import { type Cell, fitted, terminalLine, terminalWidth, textTable } from '../text-table.ts'

export interface ReportTable {
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly ReportRow[]
  /** The number of cases, and remarks for the reader. */
  readonly notes: readonly string[]
}

export interface ReportRow {
  readonly cells: readonly string[]
  /** Highlights the row of our method. */
  readonly isOurs?: boolean
}

export function tablePart(table: ReportTable | undefined): TablePart | undefined {
  return table === undefined ? undefined : { type: 'table', ...table }
}

/** Marks a number that comes from a view larger than its budget. */
export function marked(text: string, isOver: boolean): string {
  return isOver ? `${mark} ${text}` : text
}

const mark = '○'

/** Adds the explanation of the mark to a table that has it. */
export function withMarkNote(table: ReportTable): ReportTable {
  const isMarked = table.rows.some(({ cells }) => cells.some(cell => cell.startsWith(mark)))
  if (!isMarked) return table
  const note = `${mark} larger than its budget in some cases, and so it shows more than it should.`
  return { ...table, notes: [...table.notes, note] }
}

/** A section of a page; empty if it would contain only text. */
export function filledSection(
  title: string,
  lead: string,
  parts: readonly (DocumentPart | undefined)[],
): readonly DocumentSection[] {
  const shown = parts.filter(part => part !== undefined)
  return shown.length === 0 ? [] : [{ type: 'section', title, lead, parts: shown }]
}

const maxNameLength = 70
const maxLineWidth = 80

/** The table for a terminal; empty if there is none. */
export function tableText(shown: ReportTable | undefined): readonly string[] {
  if (shown === undefined) return []
  const { title, columns, rows, notes } = shown
  const cellsOf = (cells: readonly string[]): Cell[] =>
    cells.map((text, index) => (columns[index]?.isText ? terminalLine(text, maxNameLength) : { right: text }))
  return [
    `\n${title}\n`,
    textTable([cellsOf(columns.map(({ name }) => name)), ...rows.map(({ cells }) => cellsOf(cells))]),
    ...notes.map(note => wrapped(note, '  ')),
  ]
}

export function wrapped(text: string, indent = '', hanging = ''): string {
  return `${fitted(indent + text, lineWidth(), hanging)}\n`
}

/** Maximum width of a line of prose, in columns. */
export function lineWidth(): number {
  return Math.min(terminalWidth() ?? maxLineWidth, maxLineWidth)
}
