/** JSON in pieces: rows of arrays under what they have in common, entries of objects under their names. */
import { jsonExtents } from '../../../scan/json-extents.ts'
import { counted } from '../../pieces/counted.ts'
import { frameValue } from '../../pieces/output-frame.ts'
import { severityOf } from '../../pieces/severity.ts'
import type { ContentSource, Piece } from '../content.ts'
import { cellText } from './cell.ts'
import { findJsonDocuments } from './find-json-documents.ts'
import { columnName } from './heading.ts'
import { joinedRecords } from './joined-records.ts'
import { keyedRows } from './keyed-rows.ts'
import { type PieceFacts, PieceWriter } from './piece-writer.ts'
import { preview } from './preview.ts'
import {
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
  minified,
  readJson,
} from './read-json.ts'
import { reportsError } from './row-facts.ts'
import { isTime, shownTable } from './shown-table.ts'
import { writeLongStrings, writeRows } from './write-rows.ts'

export function jsonPieces(text: string, _source: ContentSource): readonly Piece[] {
  const writer = new PieceWriter(text)
  const documents = documentsIn(text)
  let at = 0
  for (let index = 0; index < documents.length; ) {
    const document = documents[index]
    if (document === undefined) break
    writeText(writer, at, document.start)
    const count = rowsFrom(text, documents, index)
    const values = documents.slice(index, index + count).map(({ value }) => value)
    if (count === 1) writeValue(writer, document.value, '', 0)
    else if (!writeTable(writer, values, '', 0))
      values.forEach((value, at) => {
        writeValue(writer, value, `[${at}]`, 0)
      })
    index += count
    at = documents[index - 1]?.end ?? text.length
    writer.coverLinesTo(at)
  }
  writeText(writer, at, text.length)
  return writer.finish()
}

interface Document {
  readonly start: number
  readonly end: number
  readonly value: JsonValue
}

/** Longer text after a document is not searched for more documents. */
const maxTailLength = 2000

/** Complete documents; if an outer one is cut off, its complete members. */
function documentsIn(text: string): readonly Document[] {
  const found = findJsonDocuments(text)
  if (found !== undefined && text.length - found.end < maxTailLength)
    return found.spans.flatMap((span, at) => {
      const value = found.values[at]
      return value === undefined ? [] : [{ ...span, value }]
    })
  return jsonExtents(text).flatMap(({ start, end }) => {
    const value = readJson(text, start)?.value
    return value === undefined ? [] : [{ start, end, value }]
  })
}

/** The text around the JSON, without signs that only join it. */
function writeText(writer: PieceWriter, from: number, to: number): void {
  let end = from - 1
  for (const line of writer.text.slice(from, to).split('\n')) {
    end += line.length + 1
    if (!/[^\s,[\]{}]/.test(line)) continue
    const value = frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key')
    writer.add(line, end, { value, isLiteral: true })
  }
}

/** How many objects follow each other with only white space and commas between them; 1 if none do. */
function rowsFrom(text: string, documents: readonly Document[], first: number): number {
  let end = first
  for (; end < documents.length; end += 1) {
    const { value, start } = documents[end] ?? { start: 0 }
    if (value?.kind !== 'object' || value.keys.length === 0) break
    if (end > first && !isJoint(text, documents[end - 1]?.end ?? 0, start)) break
  }
  return Math.max(1, end - first)
}

function isJoint(text: string, from: number, to: number): boolean {
  return to - from < 200 && !/[^\s,]/.test(text.slice(from, to))
}

/** Beside fewer rows, a heading of many columns says little. */
const minWide = 4

/** Whether the rows are easier to read as a table than each by itself. */
function writeTable(
  writer: PieceWriter,
  items: readonly JsonValue[],
  path: string,
  depth: number,
  under?: number,
): boolean {
  const rows = writer.least === '' ? items : items.flatMap(joinedRecords)
  const table = shownTable(rows)
  if (table.isWide && rows.length < minWide) return false
  const writeMember = (value: JsonValue, name: string, row: number): void => {
    if (isTime(value))
      writer.add(`${name}: ${minified(value)}`, value.end ?? 0, { value: 'noise', under: row })
    else writeValue(writer, value, name, depth + 2, row)
  }
  writeRows(writer, rows, table, { path, under, writeMember })
  return true
}

/** Addresses and ids that an API adds for programs. */
const addressKey = /^"(?!html_)(?:\w+_url|node_id|gravatar_id|_links)"$/
const emptyValue = /^(?:null|"")$/

/** Maximum characters of a value in one piece. */
const shortEnough = 300
const maxDepth = 6

function writeValue(
  writer: PieceWriter,
  value: JsonValue,
  path: string,
  depth: number,
  under?: number,
): void {
  const rows = depth < maxDepth ? keyedRows(value) : undefined
  if (rows !== undefined && writeTable(writer, rows, path, depth, under)) return
  const facts: PieceFacts = { value: depth <= 1 ? 'useful' : 'plain', under }
  const label = path === '' ? '' : `${path}: `
  const short = value.kind === 'scalar' || depth >= maxDepth ? minified(preview(value)) : shortText(value)
  if (short !== undefined)
    writeLongStrings(writer, value, writer.add(`${label}${short}`, value.end ?? 0, facts))
  else if (value.kind === 'object') writeMembers(writer, value, path, depth + 1, under)
  else if (value.kind === 'array') writeItems(writer, value, path, depth, facts)
}

function writeItems(
  writer: PieceWriter,
  { items }: JsonArray,
  path: string,
  depth: number,
  facts: PieceFacts,
): void {
  const label = path === '' ? '' : `${path}: `
  const isOne = items.length === 1 && path !== ''
  const head = isOne
    ? facts.under
    : writer.add(`${label}${counted(items.length, 'item')}`, 0, { ...facts, value: 'useful' })
  items.forEach((item, at) => {
    writeValue(writer, item, `${path}[${at}]`, depth + 1, head)
  })
}

/** Short members side by side, each other one by itself. `depth` is that of the members. */
function writeMembers(
  writer: PieceWriter,
  object: JsonObject,
  path: string,
  depth: number,
  under?: number,
): void {
  const { keys, values } = object
  const prefix = path === '' ? '' : `${path}.`
  const hasPage = keys.includes('"html_url"')
  // `[1].notes` says nothing without the line that says what item 1 is, and other members of a failure not that it is one.
  const isItem = path.endsWith(']')
  let owner = under
  const valueAt = (at: number): Piece['value'] | undefined => {
    const [key, member] = [keys[at] as string, values[at] as JsonValue]
    return reportsError(key, member) ? 'key' : isForPrograms(key, member, hasPage) ? 'noise' : undefined
  }
  for (let at = 0; at < keys.length; ) {
    const [key, member] = [keys[at] as string, values[at] as JsonValue]
    const end = member.end ?? object.end ?? 0
    const isName = isItem && at === 0
    const line = shortMembers(object, at, valueAt, isName ? nameLine : otherLine)
    if (line.count > 0) {
      const last = values[at + line.count - 1]?.end ?? end
      // `order: id: 7, paid: true`; the path of the first would not be that of the others.
      const begin = line.count > 1 && path !== '' ? `${path}: ` : prefix
      const piece = writer.add(`${begin}${line.text}`, last, {
        value: depth <= 1 ? 'useful' : 'plain',
        under: owner,
      })
      if (isName) owner = piece
      at += line.count
      continue
    }
    const inner = `${prefix}${columnName([key])}`
    const value = valueAt(at)
    if (value === undefined) writeValue(writer, member, inner, depth, owner)
    else {
      const piece = writer.add(`${inner}: ${minified(preview(member))}`, end, { value, under: owner })
      if (value === 'key') owner = piece
    }
    at += 1
  }
}

/** Maximum characters of a member that is shown beside others, and of the line. */
interface LineLimits {
  readonly member: number
  readonly line: number
}
const otherLine: LineLimits = { member: 40, line: 80 }
/** `id: 7, title: …` says what the item of a list is. */
const nameLine: LineLimits = { member: 100, line: 160 }
/** An object of more members is a list, of which each entry is chosen by itself. */
const maxRecord = 24

/** The line of short members from `first` on, none with a value of its own: `id: 7, origin: SFO`. */
function shortMembers(
  object: JsonObject,
  first: number,
  valueAt: (at: number) => Piece['value'] | undefined,
  limits: LineLimits,
): { readonly text: string; readonly count: number } {
  let [text, count] = ['', 0]
  for (let at = first; at < object.keys.length; at += 1) {
    const [key, member] = [object.keys[at] as string, object.values[at] as JsonValue]
    if (member.kind !== 'scalar' || member.raw.length > limits.member || valueAt(at) !== undefined) break
    const next = `${columnName([key])}: ${bareText(member)}`
    const isFull = text.length + next.length > limits.line || object.keys.length > maxRecord
    if (count > 0 && isFull) break
    text += count === 0 ? next : `, ${next}`
    count += 1
  }
  return { text, count }
}

/** Without quotes, unless it could be taken for two members. */
function bareText(value: JsonScalar): string {
  return value.raw.includes(', ') || value.raw.includes(': ') ? value.raw : cellText(value)
}

/** An address for programs beside one for people, or an empty value. */
function isForPrograms(key: string, value: JsonValue, hasPage: boolean): boolean {
  if (value.kind !== 'scalar') return false
  return addressKey.test(key) || emptyValue.test(value.raw) || (hasPage && key === '"url"')
}

/** The whole value in one line if it is short, else `undefined`. */
function shortText(value: JsonValue): string | undefined {
  if (memberCount(value, shortEnough) >= shortEnough / 4) return undefined
  const text = minified(preview(value))
  return text.length <= shortEnough ? text : undefined
}

/** The number of members, counted up to `maxCount`. */
function memberCount(value: JsonValue, maxCount: number): number {
  let count = 0
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined && count < maxCount; next = pending.pop()) {
    if (next.kind === 'scalar') continue
    const members = next.kind === 'array' ? next.items : next.values
    count += members.length
    if (count < maxCount) pending.push(...members)
  }
  return count
}
