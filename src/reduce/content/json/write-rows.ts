/** Rows as pieces: a heading with their number and what they share, then each row. */
import { counted } from '../../pieces/counted.ts'
import { type Column, columnName, headingText } from './heading.ts'
import type { PieceWriter } from './piece-writer.ts'
import { longStrings, preview } from './preview.ts'
import { type JsonValue, minified } from './read-json.ts'
import { reportsError, rowFacts } from './row-facts.ts'
import { longValuesOf, type ShownTable } from './shown-table.ts'

/** The rows of a shorter table are seen at a glance: ranges say nothing more, and its heading little. */
const minLong = 20
/** Longer values that rows share are a piece of their own. */
const maxShared = 80

export interface RowsPlace {
  /** Empty for the whole document. */
  readonly path: string
  readonly under?: number | undefined
  /** Writes a value under its key. */
  readonly writeMember: (value: JsonValue, name: string, under: number) => void
}

export function writeRows(
  writer: PieceWriter,
  rows: readonly JsonValue[],
  { leaves, long, misfits, table }: ShownTable,
  { path, under, writeMember }: RowsPlace,
): void {
  const facts = rowFacts([...leaves, ...long], rows.length, ({ path: keys }) => columnName(keys))
  const label = path === '' ? '' : `${path}: `
  const varying = headingText(table.columns.filter(({ rule }) => rule.kind === 'cell'))
  const shared = headingText(table.columns.filter(isShared))
  const isLong = rows.length >= minLong
  const isApart = shared.length > maxShared
  const count = `${writer.least}${counted(rows.length, 'row')}${isApart || shared === '' ? '' : ` (${shared} unless stated)`}`
  const head = writer.add(`${label}${count}: ${varying}`, 0, {
    value: isLong || facts.errors.size > 0 ? 'key' : 'plain',
    under,
  })
  if (isApart) writer.add(`in each row, unless stated: ${shared}`, 0, { value: 'useful', under: head })
  if (isLong && facts.ranges.length > 0)
    writer.add(facts.ranges.join('; '), 0, { value: 'useful', under: head })
  rows.forEach((row, at) => {
    const isEnd = at === 0 || at === rows.length - 1
    const value =
      facts.errors.has(at) || (misfits.has(at) && hasError(row))
        ? 'key'
        : isEnd || facts.outliers.has(at) || long.length > 0
          ? 'useful'
          : 'plain'
    const piece = writer.add(table.rows[at] ?? minified(preview(row)), row.end ?? 0, { value, under: head })
    if (long.length === 0 || misfits.has(at)) writeLongStrings(writer, row, piece)
    else for (const [name, member] of longValuesOf(row, long)) writeMember(member, name, piece)
  })
}

/** A column that is empty unless a row says otherwise needs no words. */
function isShared({ rule }: Column): boolean {
  return rule.kind === 'derived' || (rule.kind === 'fixed' && rule.text !== '')
}

/** The parts of long strings that a preview leaves out, line by line. */
export function writeLongStrings(writer: PieceWriter, value: JsonValue, under: number): void {
  for (const text of longStrings(value))
    for (const line of text.split('\n')) if (/\S/.test(line)) writer.add(line, 0, { value: 'plain', under })
}

function hasError(row: JsonValue): boolean {
  return row.kind === 'object' && row.values.some((value, at) => reportsError(row.keys[at] ?? '', value))
}
