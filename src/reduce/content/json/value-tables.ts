/** JSON values as a text of tables: one table if they are rows, else minified with its arrays of objects below. */
import { counted } from '../../pieces/counted.ts'
import { type JsonValue, minified, readJson } from './read-json.ts'
import { readJsonTable } from './read-json-table.ts'
import { isList, writeTable } from './write-table.ts'

/** The explanation of a table for its reader. */
export const legend =
  'name=value in a heading holds unless a row says otherwise, {x} is the x of the row, <…> are inner rows, an empty cell is a missing key'

interface Written {
  readonly kind: '' | ' array' | ' lines'
  readonly count: string
  readonly body: string
  readonly hasTable: boolean
}

export function writeValues(values: readonly JsonValue[]): Written {
  const [only] = values
  const rows = values.length > 1 ? values : isList(only) ? only.items : undefined
  const table = rows === undefined ? undefined : writeTable(rows)
  if (rows !== undefined && table !== undefined && isShorter(table, rows))
    return {
      kind: values.length > 1 ? ' lines' : ' array',
      count: counted(rows.length, 'row'),
      body: table.join('\n'),
      hasTable: true,
    }
  const tables: string[] = []
  const skeleton = values.map(value => skeletonOf(value, tables)).join('\n')
  const plain = values.map(minified).join('\n')
  const documents = values.length === 1 ? [] : [counted(values.length, 'value')]
  if (tables.length === 0 || totalLength([skeleton, legend, ...tables]) > plain.length)
    return { kind: '', count: documents.join(), body: plain, hasTable: false }
  return {
    kind: '',
    count: [...documents, counted(tables.length, 'table')].join(', '),
    body: [skeleton, ...tables].join('\n'),
    hasTable: true,
  }
}

function totalLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

function isShorter(table: readonly string[], rows: readonly JsonValue[]): boolean {
  return totalLength(table) < 0.95 * rows.reduce((sum, row) => sum + minified(row).length + 1, 0)
}

/** Minified, with `@1` in place of each table. */
function skeletonOf(value: JsonValue, tables: string[]): string {
  if (isList(value) && value.items.length > 1) {
    const lines = writeTable(value.items)
    if (lines !== undefined && isShorter(lines, value.items)) {
      tables.push(`@${tables.length + 1} ${counted(value.items.length, 'row')}\n${lines.join('\n')}`)
      return `@${tables.length}`
    }
  }
  switch (value.kind) {
    case 'scalar':
      return value.raw
    case 'array':
      return `[${value.items.map(item => skeletonOf(item, tables)).join(',')}]`
    case 'object':
      return `{${value.keys.map((key, at) => `${key}:${skeletonOf(value.values[at] ?? value, tables)}`).join(',')}}`
  }
}

export function readValues(
  lines: readonly string[],
  kind: string | undefined,
  documents: number,
  tables: number,
): readonly JsonValue[] {
  if (kind !== undefined) {
    const rows = readJsonTable(lines)
    return kind === ' lines' ? rows : [{ kind: 'array', items: rows }]
  }
  const read: (readonly JsonValue[])[] = []
  for (let at = documents; read.length < tables; ) {
    const rows = Number(/^@\d+ (\d+) rows?$/.exec(lines[at] ?? '')?.[1] ?? Number.NaN)
    if (Number.isNaN(rows)) throw new RangeError(`no table: ${lines[at]?.slice(0, 80)}`)
    read.push(readJsonTable(lines.slice(at + 1, at + 2 + rows)))
    at += rows + 2
  }
  return lines.slice(0, documents).map(line => {
    const value = readJson(line, 0, /@\d+/y)?.value
    if (value === undefined) throw new RangeError(`no value: ${line.slice(0, 80)}`)
    return withTables(value, read)
  })
}

function withTables(value: JsonValue, tables: readonly (readonly JsonValue[])[]): JsonValue {
  switch (value.kind) {
    case 'scalar': {
      const items = value.raw.startsWith('@') ? tables[Number(value.raw.slice(1)) - 1] : undefined
      return items === undefined ? value : { kind: 'array', items }
    }
    case 'array':
      return { kind: 'array', items: value.items.map(item => withTables(item, tables)) }
    case 'object':
      return { ...value, values: value.values.map(member => withTables(member, tables)) }
  }
}
