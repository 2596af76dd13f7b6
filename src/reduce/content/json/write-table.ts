/** Objects as a table: one heading, then a line for each. */
import { maxLineLength } from '../../pieces/parts.ts'
import { cellSeparator, cellText, plainRow, rowClose, rowOpen } from './cell.ts'
import { chooseRules, type RuleOptions } from './choose-rules.ts'
import { expectedCells } from './expected-cells.ts'
import { type Column, columnName, headingText } from './heading.ts'
import { type Leaves, leavesOf } from './leaves.ts'
import { type JsonArray, type JsonObject, type JsonValue, minified } from './read-json.ts'

/** `undefined` if the values have no columns. */
export function writeTable(values: readonly JsonValue[]): readonly string[] | undefined {
  const table = tableOf(values)
  return table.columns.length === 0 ? undefined : [headingText(table.columns), ...table.rows]
}

export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly string[]
}

export function tableOf(
  values: readonly JsonValue[],
  { leaves, misfits }: Leaves = leavesOf(values),
  options: RuleOptions = { isShown: false },
): Table {
  const filled = leaves.map(leaf => {
    const list = listOf(leaf.values, values.length, options)
    const cells = list?.cells ?? textsOf(leaf.values, values.length)
    return { name: columnName(leaf.path), cells, ...(list !== undefined && { list: list.columns }) }
  })
  const fitting = values.length - misfits.size
  const rules = chooseRules(filled, values.length, options)
  const columns = filled.map(({ name, list }, at): Column => {
    const rule = rules[at] ?? { kind: 'cell', prefix: '', suffix: '' }
    return list === undefined ? { name, rule } : { name, rule, list }
  })
  if (fitting === 0) return { columns: [], rows: [] }
  const expected = options.isShown ? everyFixedColumn(columns) : expectedCells(columns)
  const rows = values.map((value, row) =>
    misfits.has(row)
      ? `${plainRow}${minified(value)}`
      : rowText(
          columns,
          filled.map(({ cells }) => cells[row] ?? ''),
          expected,
          options,
        ),
  )
  return { columns, rows }
}

/** A reader takes a fixed text for that of all rows, also of those without the object that it belongs to. */
function everyFixedColumn(columns: readonly Column[]): () => readonly number[] {
  const fixed = columns.flatMap(({ rule }, at) => (rule.kind === 'fixed' ? [at] : []))
  return () => fixed
}

function textsOf(values: ReadonlyMap<number, JsonValue>, rows: number): readonly string[] {
  return Array.from({ length: rows }, (_, row) => cellText(values.get(row)))
}

function rowText(
  columns: readonly Column[],
  cells: readonly string[],
  expected: (cells: readonly string[]) => readonly number[],
  { isShown }: RuleOptions,
): string {
  const parts: string[] = []
  const remarks: string[] = []
  const holding = new Set(expected(cells))
  columns.forEach(({ name, rule }, at) => {
    const cell = cells[at] ?? ''
    if (rule.kind === 'cell')
      parts.push(cell === '' ? '' : cell.slice(rule.prefix.length, cell.length - rule.suffix.length))
    else if (rule.kind === 'fixed' && cell !== (holding.has(at) ? rule.text : ''))
      remarks.push(`${name}=${cell}`)
  })
  const row = [...parts, ...remarks].join(cellSeparator)
  // A long row may be shown without its end: what differs from the heading comes first.
  return isShown && row.length > maxLineLength ? [...remarks, ...parts].join(cellSeparator) : row
}

/** Cells that contain rows themselves, for columns with lists. */
function listOf(
  values: ReadonlyMap<number, JsonValue>,
  rows: number,
  options: RuleOptions,
): { cells: readonly string[]; columns: readonly Column[] } | undefined {
  const ordered = [...values].sort(([one], [two]) => one - two)
  const items = ordered.flatMap(([, value]) => (isList(value) ? value.items : []))
  if (items.length === 0) return undefined
  const table = tableOf(items, leavesOf(items, !options.isShown), options)
  if (table.columns.length === 0) return undefined
  let next = 0
  const cells = Array.from({ length: rows }, (_, row) => {
    const value = values.get(row)
    if (!isList(value)) return cellText(value)
    const lines = table.rows.slice(next, next + value.items.length)
    next += value.items.length
    return lines.map(line => `${rowOpen}${line}${rowClose}`).join('')
  })
  return { cells, columns: table.columns }
}

/** An array of objects, none of them empty. */
export function isList(value: JsonValue | undefined): value is JsonArray {
  return (
    value?.kind === 'array' &&
    value.items.length > 0 &&
    value.items.every((item): item is JsonObject => item.kind === 'object' && item.keys.length > 0)
  )
}
