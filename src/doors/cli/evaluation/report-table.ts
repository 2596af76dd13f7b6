/** A small table of texts, for the terminal and for the page alike. */
import type { DocumentPart, DocumentSection, TableColumn, TablePart } from '../../pages/document-parts.ts'
import { type Cell, fitted, terminalLine, terminalWidth, textTable } from '../text-table.ts'

export interface ReportTable {
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly ReportRow[]
  /** How many cases it rests on, and what to know before reading it. */
  readonly notes: readonly string[]
}

export interface ReportRow {
  readonly cells: readonly string[]
  /** Ours, for those who look for it. */
  readonly isOurs?: boolean
}

export function tablePart(table: ReportTable | undefined): TablePart | undefined {
  return table === undefined ? undefined : { type: 'table', ...table }
}

/** A view that was larger than it should have been is marked so wherever its number is. */
export function marked(text: string, isOver: boolean): string {
  return isOver ? `${mark} ${text}` : text
}

const mark = '○'

/** The mark explained, where it occurs. */
export function withMarkNote(table: ReportTable): ReportTable {
  const isMarked = table.rows.some(({ cells }) => cells.some(cell => cell.startsWith(mark)))
  if (!isMarked) return table
  const note = `${mark} larger than its budget in some cases, and so it shows more than it should.`
  return { ...table, notes: [...table.notes, note] }
}

/** A section of a page; nothing where it would hold nothing but words. */
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

/** For a terminal; nothing where there is no table. */
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

/** Columns of a line of prose. */
export function lineWidth(): number {
  return Math.min(terminalWidth() ?? maxLineWidth, maxLineWidth)
}
