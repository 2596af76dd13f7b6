/** The step for table columns with the same value in every row: written once above the rows. */
import type { TokenCounter } from '../../types.ts'
import type { Layer } from './codec.ts'
import { corruptEncoding } from './codec.ts'
import { markedLayer } from './marked-layer.ts'
import { TextParts } from './text-parts.ts'

/** Separators of cells. Quoted or escaped cells are split as well, which is harmless, since they are joined again. */
const separators = ['|', '\t', ',', ';']

const minRows = 4
const minCells = 3
const maxCells = 256

export const constantColumns: Layer = markedLayer({
  name: 'columns',
  marks: '~^',
  noteOf: mark => `${mark}n: the next n rows lack these columns`,
  note: /^(.)n: the next n rows lack these columns$/u,
  encode: (text, mark, counter) => withoutColumns(text.split('\n'), mark, counter).join('\n'),
  decode: (body, mark) => withColumns(body.split('\n'), mark),
})

function withoutColumns(lines: readonly string[], mark: string, counter: TokenCounter): readonly string[] {
  const tables = separators.map(separator => tablesOf(lines, separator))
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = tables.map(ends => ends.get(at) ?? at)
    const short = separators
      .map((separator, index) => shortened(lines.slice(at, end[index]), separator, mark, counter))
      .find(rows => rows !== undefined)
    if (short === undefined) {
      kept.push(lines[at] as string)
      at += 1
      continue
    }
    for (const line of short) kept.push(line)
    // There is one line more than rows: the one that names the columns.
    at += short.length - 1
  }
  return kept
}

/** The start of each table and the line after its end: consecutive lines with the same number of cells. */
function tablesOf(lines: readonly string[], separator: string): ReadonlyMap<number, number> {
  const tables = new Map<number, number>()
  let start = 0
  let cells = 0
  for (let at = 0; at <= lines.length; at += 1) {
    const found = at < lines.length ? (lines[at] as string).split(separator).length : 0
    if (at > 0 && found === cells) continue
    if (cells >= minCells && cells <= maxCells && at - start >= minRows) tables.set(start, at)
    start = at
    cells = found
  }
  return tables
}

interface Column {
  readonly index: number
  readonly value: string
  /** The first row with the value; all rows from there on have it. */
  readonly from: number
}

/** The rows, with a line that names the removed columns; `undefined` if that saves nothing. */
function shortened(
  lines: readonly string[],
  separator: string,
  mark: string,
  counter: TokenCounter,
): readonly string[] | undefined {
  if (lines.length < minRows) return undefined
  const rows = lines.map(line => line.split(separator))
  const columns = constantIn(rows)
  const first = Math.max(...columns.map(({ from }) => from), 0)
  const count = rows.length - first
  const named = columns.map(({ index, value }) => `${separator}${index}=${value}`).join('')
  const dropped = columns.map(({ value }) => separator + value).join('')
  if (columns.length === 0 || counter.count(dropped) * count <= counter.count(`${mark}${count}${named}\n`))
    return undefined
  const constantIndices = new Set(columns.map(({ index }) => index))
  return [
    ...lines.slice(0, first),
    `${mark}${count}${named}`,
    ...rows.slice(first).map(row => row.filter((_, index) => !constantIndices.has(index)).join(separator)),
  ]
}

/** A heading and the rule below it may differ from the rows. At least one column is left. */
function constantIn(rows: readonly (readonly string[])[]): readonly Column[] {
  const last = rows.at(-1) ?? []
  const columns = last.flatMap((value, index) => {
    let from = rows.length - 1
    while (from > 0 && rows[from - 1]?.[index] === value) from -= 1
    return from <= maxHeadings ? [{ index, value, from }] : []
  })
  return columns.slice(0, last.length - 1)
}

const maxHeadings = 2

function withColumns(lines: readonly string[], mark: string): string {
  const all = new TextParts()
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (!line.includes(mark)) {
      all.add(line)
      continue
    }
    const { count, separator, columns } = readColumns(line, mark)
    if (at + count >= lines.length)
      throw corruptEncoding(`${JSON.stringify(line)} speaks of more rows than there are`)
    for (const row of lines.slice(at + 1, at + 1 + count)) {
      const cells = row.split(separator)
      if (row.includes(mark)) throw corruptEncoding(`${JSON.stringify(row)} is no row`)
      for (const { index, value } of columns) cells.splice(index, 0, value)
      all.add(cells.join(separator))
    }
    at += count
  }
  return all.join('\n')
}

function readColumns(
  line: string,
  mark: string,
): { readonly count: number; readonly separator: string; readonly columns: readonly Omit<Column, 'from'>[] } {
  const found = line.startsWith(mark) ? /^([1-9]\d{0,8})([|\t,;])(.*)$/s.exec(line.slice(mark.length)) : null
  if (found === null) throw corruptEncoding(`${JSON.stringify(line)} names no columns`)
  const [, count, separator = '', named = ''] = found
  const columns = named.split(separator).map(column => {
    const parts = /^(\d{1,6})=(.*)$/s.exec(column)
    if (parts === null) throw corruptEncoding(`${JSON.stringify(line)} names no columns`)
    return { index: Number(parts[1]), value: parts[2] ?? '' }
  })
  if (columns.length > maxCells) throw corruptEncoding(`${JSON.stringify(line)} names too many columns`)
  return { count: Number(count), separator, columns }
}
