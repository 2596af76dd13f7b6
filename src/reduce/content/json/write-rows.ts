/** Rows as pieces: a heading with their number and what they share, then each row. */
import { counted } from '../../pieces/counted.ts'
import { columnName, headingText } from './heading.ts'
import { leavesOf } from './leaves.ts'
import type { PieceWriter } from './piece-writer.ts'
import { longStrings, preview } from './preview.ts'
import { type JsonValue, minified } from './read-json.ts'
import { reportsError, rowFacts } from './row-facts.ts'
import { tableOf } from './write-table.ts'

/** The rows of a shorter table are seen at a glance: ranges say nothing more, and its heading little. */
const minLong = 20
/** Longer values that rows share are a piece of their own. */
const maxShared = 80

export function writeRows(
  writer: PieceWriter,
  rows: readonly JsonValue[],
  path: string,
  under?: number,
): void {
  const shown = rows.map(row => preview(row))
  const { leaves, misfits } = leavesOf(shown)
  const facts = rowFacts(leaves, rows.length, ({ path: keys }) => columnName(keys))
  const table = tableOf(shown, { leaves, misfits }, { isShown: true })
  const label = path === '' ? '' : `${path}: `
  const varying = headingText(table.columns.filter(({ rule }) => rule.kind === 'cell'))
  const shared = headingText(table.columns.filter(({ rule }) => rule.kind !== 'cell'))
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
        : isEnd || facts.outliers.has(at)
          ? 'useful'
          : 'plain'
    const text = table.rows[at] ?? minified(preview(row))
    writeLongStrings(writer, row, writer.add(text, row.end ?? 0, { value, under: head }))
  })
}

/** The parts of long strings that a preview leaves out, line by line. */
export function writeLongStrings(writer: PieceWriter, value: JsonValue, under: number): void {
  for (const text of longStrings(value))
    for (const line of text.split('\n')) if (/\S/.test(line)) writer.add(line, 0, { value: 'plain', under })
}

function hasError(row: JsonValue): boolean {
  return row.kind === 'object' && row.values.some((value, at) => reportsError(row.keys[at] ?? '', value))
}
