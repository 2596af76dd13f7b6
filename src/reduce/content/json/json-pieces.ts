/** JSON in pieces: rows of arrays under what they have in common, entries of objects under their names. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { jsonExtents } from '../../../scan/json-extents.ts'
import { counted } from '../../pieces/counted.ts'
import { frameValue } from '../../pieces/output-frame.ts'
import { severityOf } from '../../pieces/severity.ts'
import type { ContentSource, Piece } from '../content.ts'
import { findJsonDocuments } from './find-json-documents.ts'
import { columnName, headingText } from './heading.ts'
import { leavesOf } from './leaves.ts'
import { type PieceFacts, PieceWriter } from './piece-writer.ts'
import { type JsonObject, type JsonScalar, type JsonValue, minified, readJson } from './read-json.ts'
import { reportsError, rowFacts } from './row-facts.ts'
import { isList, tableOf } from './write-table.ts'

export function jsonPieces(text: string, _source: ContentSource): readonly Piece[] {
  const writer = new PieceWriter(text)
  const documents = documentsIn(text)
  let at = 0
  for (let index = 0; index < documents.length; ) {
    const document = documents[index]
    if (document === undefined) break
    writeText(writer, at, document.start)
    const count = rowsFrom(text, documents, index)
    if (count > 1)
      writeRows(
        writer,
        documents.slice(index, index + count).map(({ value }) => value),
        '',
      )
    else writeValue(writer, document.value, '', 0)
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
  if (isList(value) && value.items.length > 1) {
    writeRows(writer, value.items, path, under)
    return
  }
  const facts: PieceFacts = { value: depth <= 1 ? 'useful' : 'plain', under }
  const end = value.end ?? 0
  const label = path === '' ? '' : `${path}: `
  const short = value.kind === 'scalar' || depth >= maxDepth ? minified(preview(value)) : shortText(value)
  if (short !== undefined) {
    writeLongStrings(writer, value, writer.add(`${label}${short}`, end, facts))
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
      else if (member.kind === 'scalar' && isForPrograms(value, key, member))
        writer.add(`${inner}: ${minified(preview(member))}`, member.end ?? end, { value: 'noise', under })
      else writeValue(writer, member, inner, depth + 1, under)
    })
  else if (value.kind === 'array') {
    const head = writer.add(`${label}${counted(value.items.length, 'item')}`, 0, { value: 'useful', under })
    value.items.forEach((item, at) => {
      writeValue(writer, item, `${path}[${at}]`, depth + 1, head)
    })
  }
}

/** An address for programs beside one for people, or an empty value. */
function isForPrograms({ keys }: JsonObject, key: string, { raw }: JsonScalar): boolean {
  return addressKey.test(key) || emptyValue.test(raw) || (key === '"url"' && keys.includes('"html_url"'))
}

/** The parts of long strings that a preview leaves out, line by line. */
function writeLongStrings(writer: PieceWriter, value: JsonValue, under: number): void {
  for (const text of longStrings(value))
    for (const line of text.split('\n')) if (/\S/.test(line)) writer.add(line, 0, { value: 'plain', under })
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

/** A heading with the number of rows and what they share, then each row. */
function writeRows(writer: PieceWriter, rows: readonly JsonValue[], path: string, under?: number): void {
  const shown = rows.map(row => preview(row))
  const { leaves, misfits } = leavesOf(shown)
  const facts = rowFacts(leaves, rows.length, ({ path: keys }) => columnName(keys))
  const table = tableOf(shown, { leaves, misfits })
  const label = path === '' ? '' : `${path}: `
  const varying = table.columns.filter(({ rule }) => rule.kind === 'cell')
  const shared = table.columns.filter(({ rule }) => rule.kind !== 'cell')
  const head = writer.add(
    [`${label}${counted(rows.length, 'row')}: ${headingText(varying)}`, ...facts.ranges].join('; '),
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
    const text = table.rows[at] ?? minified(preview(row))
    writeLongStrings(writer, row, writer.add(text, row.end ?? 0, { value, under: head }))
  })
}

function hasError(row: JsonValue): boolean {
  return row.kind === 'object' && row.values.some((value, at) => reportsError(row.keys[at] ?? '', value))
}

/** The texts within a value that a preview cuts, from the cut on. */
function longStrings(value: JsonValue): readonly string[] {
  const found: string[] = []
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    if (next.kind !== 'scalar')
      for (const member of (next.kind === 'array' ? next.items : next.values).toReversed())
        pending.push(member)
    else if (next.raw.length > maxStringLength && next.raw.startsWith('"')) found.push(restOf(next.raw))
  return found
}

/** From the beginning of the line, or of the word, where the preview ends. */
function restOf(raw: string): string {
  const text: string = JSON.parse(raw)
  const cut = Math.min(text.length, maxStringLength / 2)
  const line = text.lastIndexOf('\n', cut)
  return line >= 0 ? text.slice(line + 1) : text.slice(text.lastIndexOf(' ', cut) + 1)
}

/** Maximum length of a string as written; longer ones are cut. */
const maxStringLength = 200
const maxMembers = 12
const previewDepth = 5

/** The same value with long parts cut; the lengths that it states are those of the original. */
function preview(value: JsonValue, depth = 0): JsonValue {
  switch (value.kind) {
    case 'scalar':
      return value.raw.length <= maxStringLength ? value : cutString(value)
    case 'array': {
      if (value.items.length === 0) return value
      if (depth >= previewDepth) return said(counted(value.items.length, 'item'))
      const items = value.items.slice(0, maxMembers).map(item => preview(item, depth + 1))
      const rest = value.items.length - items.length
      return { kind: 'array', items: rest > 0 ? [...items, said(counted(rest, 'more item'))] : items }
    }
    case 'object': {
      if (value.keys.length === 0) return value
      if (depth >= previewDepth) return said(counted(value.keys.length, 'key'))
      return {
        kind: 'object',
        keys: value.keys,
        values: value.values.map(member => preview(member, depth + 1)),
      }
    }
  }
}

function said(text: string): JsonScalar {
  return { kind: 'scalar', raw: `"… ${text}"` }
}

function cutString({ raw }: JsonScalar): JsonScalar {
  const cut = wholeEscapes(graphemeCut(raw, maxStringLength).slice(1))
  return { kind: 'scalar', raw: `"(${raw.length - 2} characters) ${cut}…"` }
}

/** Without an incomplete escape sequence at its end: `\\`, `\\u00e`. */
function wholeEscapes(cut: string): string {
  const last = cut.lastIndexOf('\\')
  if (last < cut.length - 5) return cut
  let first = last
  while (cut.charAt(first - 1) === '\\') first -= 1
  const isEscaped = (last - first) % 2 === 1
  const length = cut.charAt(last + 1) === 'u' ? 6 : 2
  return isEscaped || last + length <= cut.length ? cut : cut.slice(0, last)
}
