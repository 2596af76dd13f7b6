/** JSON in pieces: rows of arrays under what they have in common, entries of objects under their names. */
import { jsonExtents } from '../../../scan/json-extents.ts'
import type { Piece, Source } from '../content.ts'
import { frameValue } from '../output-frame.ts'
import { severityOf } from '../severity.ts'
import { columnName, headingText } from './heading.ts'
import { leavesOf } from './leaves.ts'
import { PieceWriter, type Telling } from './piece-writer.ts'
import { preview } from './preview.ts'
import { type JsonValue, minified, readJson } from './read-json.ts'
import { reportsError, rowFacts } from './row-facts.ts'
import { isList, tableOf } from './write-table.ts'

export function jsonPieces(text: string, _source: Source): readonly Piece[] {
  const writer = new PieceWriter(text)
  let at = 0
  const spans = jsonExtents(text)
  for (let index = 0; index < spans.length; ) {
    const span = spans[index]
    if (span === undefined) break
    writeText(writer, at, span.start)
    const rows = objectsFrom(text, spans, index)
    if (rows.length > 1) {
      writeRows(writer, rows, '')
      index += rows.length
    } else {
      const value = readJson(text, span.start)?.value
      if (value !== undefined) writeValue(writer, value, '', 0)
      index += 1
    }
    at = spans[index - 1]?.end ?? text.length
    writer.standFor(at)
  }
  writeText(writer, at, text.length)
  return writer.finish()
}

/** What stands beside the JSON: signs that only hold it together are passed over. */
function writeText(writer: PieceWriter, from: number, to: number): void {
  let end = from - 1
  for (const line of writer.text.slice(from, to).split('\n')) {
    end += line.length + 1
    if (!/[^\s,[\]{}]/.test(line)) continue
    const value = frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key')
    writer.add(line, end, { value, isLiteral: true })
  }
}

/** Objects that follow each other with nothing but white space and commas between them. */
function objectsFrom(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  first: number,
): readonly JsonValue[] {
  const values: JsonValue[] = []
  for (let at = first; at < spans.length; at += 1) {
    const span = spans[at]
    const before = spans[at - 1]
    if (span === undefined || text.charAt(span.start) !== '{') break
    if (at > first && before !== undefined && !isJoint(text, before.end, span.start)) break
    const value = readJson(text, span.start)?.value
    if (value?.kind !== 'object' || value.keys.length === 0) break
    values.push(value)
  }
  return values
}

function isJoint(text: string, from: number, to: number): boolean {
  return to - from < 200 && !/[^\s,]/.test(text.slice(from, to))
}

/** Addresses and ids that an API adds for programs. */
const isAddress = /^"(?!html_)(?:\w+_url|node_id|gravatar_id|_links)"$/

/** Values of at most so many characters are one piece. */
const shortEnough = 300
const deepest = 6

function writeValue(
  writer: PieceWriter,
  value: JsonValue,
  path: string,
  depth: number,
  under?: number,
): void {
  if (isList(value) && value.items.length > 1) {
    writeRows(writer, value.items, path, under)
    return
  }
  const telling: Telling = { value: depth <= 1 ? 'useful' : 'plain', under }
  const end = value.end ?? 0
  const label = path === '' ? '' : `${path}: `
  const short = value.kind === 'scalar' || depth >= deepest ? minified(preview(value)) : shortText(value)
  if (short !== undefined) {
    writer.add(`${label}${short}`, end, telling)
    return
  }
  if (value.kind === 'object')
    value.keys.forEach((key, at) => {
      const member = value.values[at]
      if (member === undefined) return
      const name = columnName([key])
      const inner = path === '' ? name : `${path}.${name}`
      if (reportsError(key, member))
        writer.add(`${inner}: ${minified(preview(member))}`, member.end ?? end, { value: 'key', under })
      else if (isAddress.test(key) && member.kind === 'scalar')
        writer.add(`${inner}: ${minified(preview(member))}`, member.end ?? end, { value: 'noise', under })
      else writeValue(writer, member, inner, depth + 1, under)
    })
  else if (value.kind === 'array') {
    const head = writer.add(`${label}${value.items.length} items`, 0, { value: 'useful', under })
    value.items.forEach((item, at) => {
      writeValue(writer, item, `${path}[${at}]`, depth + 1, head)
    })
  }
}

/** The whole value in one line, if it is short; `undefined` where it is not. */
function shortText(value: JsonValue): string | undefined {
  if (memberCount(value, shortEnough) >= shortEnough / 4) return undefined
  const text = minified(preview(value))
  return text.length <= shortEnough ? text : undefined
}

/** Members in all, counted no further than `most`. */
function memberCount(value: JsonValue, most: number): number {
  let count = 0
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined && count < most; next = pending.pop()) {
    if (next.kind === 'scalar') continue
    const members = next.kind === 'array' ? next.items : next.values
    count += members.length
    if (count < most) pending.push(...members)
  }
  return count
}

/** A heading that says how many rows there are and what they share, then each row. */
function writeRows(writer: PieceWriter, rows: readonly JsonValue[], path: string, under?: number): void {
  const { leaves, misfits } = leavesOf(rows)
  const facts = rowFacts(leaves, rows.length, ({ path: keys }) => columnName(keys))
  const table = tableOf(rows.map(row => preview(row)))
  const label = path === '' ? '' : `${path}: `
  const varying = table.columns.filter(({ rule }) => rule.kind === 'cell')
  const shared = table.columns.filter(({ rule }) => rule.kind !== 'cell')
  const head = writer.add(
    [`${label}${rows.length} rows: ${headingText(varying)}`, ...facts.ranges].join('; '),
    0,
    { value: 'key', under },
  )
  if (shared.length > 0)
    writer.add(`in each row that does not say otherwise: ${headingText(shared)}`, 0, {
      value: 'useful',
      under: head,
    })
  rows.forEach((row, at) => {
    const isEnd = at === 0 || at === rows.length - 1
    const value =
      facts.errors.has(at) || (misfits.has(at) && hasError(row))
        ? 'key'
        : isEnd || facts.outliers.has(at)
          ? 'useful'
          : 'plain'
    writer.add(table.rows[at] ?? minified(preview(row)), row.end ?? 0, { value, under: head })
  })
}

function hasError(row: JsonValue): boolean {
  return row.kind === 'object' && row.values.some((value, at) => reportsError(row.keys[at] ?? '', value))
}
