/** The objects of a table: the inverse of writing them as one. */
import { afterName, cellEnd, cellSeparator, cellValue, plainRow, rowEnd, rowOpen } from './cell.ts'
import { expectedCells } from './expected-cells.ts'
import { type Column, namePath, readHeading } from './heading.ts'
import { type JsonValue, readJson } from './read-json.ts'

/** Throws `RangeError` on lines that are not a table. */
export function readJsonTable([heading, ...rows]: readonly string[]): readonly JsonValue[] {
  const read = rowReader(readHeading(heading ?? ''))
  return rows.map(row => read(row))
}

type ReadRow = (line: string) => JsonValue

function rowReader(columns: readonly Column[]): ReadRow {
  const withCell = columns.flatMap(({ rule }, at) => (rule.kind === 'cell' ? [at] : []))
  const indexOf = new Map(columns.map(({ name }, at) => [name, at]))
  const paths = columns.map(({ name }) => namePath(name))
  const readList = columns.map(({ list }) => (list === undefined ? undefined : rowReader(list)))
  const expected = expectedCells(columns)
  return line => {
    if (line.startsWith(plainRow)) return plainValue(line)
    const cells = columns.map(() => '')
    const said = new Set<number>()
    for (const [position, text] of splitRow(line, withCell.length).entries()) {
      const at = withCell[position]
      const rule = columns[at ?? -1]?.rule
      if (at !== undefined && rule?.kind === 'cell')
        cells[at] = text === '' ? '' : `${rule.prefix}${text}${rule.suffix}`
      else {
        const start = afterName(text, 0)
        const named = indexOf.get(text.slice(0, Math.max(0, start - 1)))
        if (named === undefined) throw new RangeError(`no such column: ${text.slice(0, 80)}`)
        cells[named] = text.slice(start)
        said.add(named)
      }
    }
    for (const at of expected(cells)) {
      const rule = columns[at]?.rule
      if (rule?.kind === 'fixed' && !said.has(at)) cells[at] = rule.text
    }
    columns.forEach(({ rule }, at) => {
      if (rule.kind !== 'derived') return
      const source = cells[indexOf.get(rule.source) ?? -1] ?? ''
      cells[at] = source === '' ? '' : `${rule.prefix}${source}${rule.suffix}`
    })
    const members = cells.flatMap((cell, at): Member[] => {
      if (cell === '') return []
      const list = readList[at]
      const value = list !== undefined && cell.startsWith(rowOpen) ? listValue(cell, list) : cellValue(cell)
      return value === undefined ? [] : [{ path: paths[at] ?? [], value }]
    })
    return objectOf(members, 0)
  }
}

function plainValue(line: string): JsonValue {
  const read = readJson(line, plainRow.length)
  if (read?.end !== line.length) throw new RangeError(`not a row: ${line.slice(0, 80)}`)
  return read.value
}

/** The cells of a row, followed by values for other columns. */
function splitRow(line: string, cells: number): readonly string[] {
  const parts: string[] = []
  if (cells === 0 && line === '') return parts
  for (let at = 0; ; at += 1) {
    const end = cellEnd(line, parts.length < cells ? at : afterName(line, at))
    parts.push(line.slice(at, end))
    at = end
    if (at >= line.length) break
    if (line.charAt(at) !== cellSeparator) throw new RangeError(`not a row: ${line.slice(0, 80)}`)
  }
  if (parts.length < cells) throw new RangeError(`a row is too short: ${line.slice(0, 80)}`)
  return parts
}

function listValue(cell: string, read: ReadRow): JsonValue {
  const items: JsonValue[] = []
  for (let at = 0; at < cell.length; ) {
    const end = rowEnd(cell, at)
    items.push(read(cell.slice(at + 1, end - 1)))
    at = end
  }
  return { kind: 'array', items }
}

interface Member {
  readonly path: readonly string[]
  readonly value: JsonValue
}

/** Members of one inner object are adjacent. */
function objectOf(members: readonly Member[], depth: number): JsonValue {
  const keys: string[] = []
  const values: JsonValue[] = []
  for (let at = 0; at < members.length; ) {
    const member = members[at]
    const key = member?.path[depth]
    if (member === undefined || key === undefined) break
    let end = at + 1
    while (members[end]?.path[depth] === key && (members[end]?.path.length ?? 0) > depth + 1) end += 1
    keys.push(key)
    values.push(member.path.length === depth + 1 ? member.value : objectOf(members.slice(at, end), depth + 1))
    at = end
  }
  return { kind: 'object', keys, values }
}
