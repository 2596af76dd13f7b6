/** The table that a reader sees of rows; long values are not in it where they would make its rows too long. */
import { maxLineLength } from '../../pieces/parts.ts'
import { columnName } from './heading.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { preview } from './preview.ts'
import type { JsonValue } from './read-json.ts'
import { type Table, tableOf } from './write-table.ts'

export interface ShownTable {
  /** Values that are cells of the table. */
  readonly leaves: readonly Leaf[]
  /** Values that are too long for it; each has lines of its own below its row. */
  readonly long: readonly Leaf[]
  readonly misfits: ReadonlySet<number>
  readonly table: Table
  /** Rows are longer than a line even so, or without their long values. */
  readonly isWide: boolean
}

/** Longer values are not in the rows of a wide table, nor are lists and times. */
const maxCell = 120

export function shownTable(rows: readonly JsonValue[]): ShownTable {
  const shown = rows.map(row => preview(row))
  const { leaves, misfits } = leavesOf(shown, false)
  const table = tableOf(shown, { leaves, misfits }, { isShown: true })
  const isWide = table.rows.some(({ length }) => length > maxLineLength)
  const whole = { leaves, long: [], misfits, table, isWide }
  if (!isWide) return whole
  const isLong = (leaf: Leaf): boolean =>
    leaf.values.values().some(value => value.kind !== 'scalar' || value.raw.length > maxCell) ||
    leaf.values.values().every(isTime)
  const short = leaves.filter(leaf => !isLong(leaf))
  const narrow = tableOf(shown, { leaves: short, misfits }, { isShown: true })
  // A row without a cell would be an empty line.
  if (!narrow.columns.some(({ rule }) => rule.kind === 'cell')) return whole
  return { leaves: short, long: leaves.filter(isLong), misfits, table: narrow, isWide }
}

const time = /^"\d{4}-\d\d-\d\dT\d\d:\d\d/

export function isTime(value: JsonValue): boolean {
  return value.kind === 'scalar' && time.test(value.raw)
}

/** The long values of a row with the names of their columns. */
export function longValuesOf(
  row: JsonValue,
  long: readonly Leaf[],
): readonly (readonly [name: string, value: JsonValue])[] {
  return long.flatMap(({ path }) => {
    const value = valueAt(row, path)
    return value === undefined ? [] : [[columnName(path), value] as const]
  })
}

function valueAt(row: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = row
  for (const key of path) value = value?.kind === 'object' ? value.values[value.keys.indexOf(key)] : undefined
  return value
}
