/** What the columns of a table say of its rows. */
import type { TextRow } from './read-rows.ts'

export interface ColumnFacts {
  /** Columns that hold the same in every row. */
  readonly constant: ReadonlySet<number>
  readonly said: string
  /** Rows that hold what few others hold, in a column of few different values. */
  readonly rare: ReadonlySet<number>
}

const fewestRows = 3
const maxKinds = 8

export function columnFacts(names: readonly string[], rows: readonly TextRow[]): ColumnFacts {
  const constant = new Set<number>()
  const rare = new Set<number>()
  const said: string[] = []
  const columns = rows[0]?.cells.length ?? 0
  for (let column = 0; column < columns && rows.length >= fewestRows; column += 1) {
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
