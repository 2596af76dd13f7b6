/** A table of a report as a terminal shows it. */
import { type Cell, fitted, oneLine, table, terminalWidth } from '../text-table.ts'
import type { ReportTable } from './report-table.ts'

const maxNameLength = 70
const maxLineWidth = 80

/** Nothing where there is no table. */
export function tableText(shown: ReportTable | undefined): readonly string[] {
  if (shown === undefined) return []
  const { title, columns, rows, notes } = shown
  const cellsOf = (cells: readonly string[]): Cell[] =>
    cells.map((text, index) => (columns[index]?.isText ? oneLine(text, maxNameLength) : { right: text }))
  return [
    `\n${title}\n`,
    table([cellsOf(columns.map(({ name }) => name)), ...rows.map(({ cells }) => cellsOf(cells))]),
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
