/** The fenced code blocks of Markdown, as models write them: in lists and quotes, nested, never closed. */
import { indentOf, isBlank, type Line, linesOf } from './lines.ts'
import type { Span } from './span.ts'

/** Whole lines, from the opening one to the closing one. */
interface Fence extends Span {
  /** What is after the opening marks: `ts`, `diff title="x"`. */
  readonly info: string
  /** False where the text, or the quote around the fence, ends first. */
  readonly closed: boolean
}

interface Opening {
  readonly start: number
  readonly info: string
  /** Three or more of one character. */
  readonly marks: string
  readonly column: number
  readonly quotes: number
}

/** How much further than its place a fence may be indented, in columns; beyond that it is content. */
const slack = 3

export function fences(text: string): readonly Fence[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const found: Fence[] = []
  let open: Opening | undefined
  let listColumn = 0
  for (const line of linesOf(text)) {
    if (open !== undefined) {
      const { quotes, rest } = afterQuotes(line.text, open.quotes)
      const isInside = quotes === open.quotes
      const closed = isInside && closes(rest, open)
      if (isInside && !closed) continue
      found.push({ start: open.start, end: closed ? line.end : line.start, info: open.info, closed })
      open = undefined
      if (closed) continue
    }
    if (isBlank(line)) continue
    const prefixed = prefixes.includes(line.text.charAt(line.first))
    if (!prefixed) {
      if (line.first === 0) listColumn = 0
      continue
    }
    const { quotes, rest } = afterQuotes(line.text)
    const item = afterListMarkers(rest)
    if (item > 0) listColumn = item
    open = opening(line, quotes, rest, item, listColumn)
  }
  if (open !== undefined) found.push({ start: open.start, end: text.length, info: open.info, closed: false })
  return found
}

/** What a line begins with that opens a fence, a quote or a list item. */
const prefixes = '`~>-*+0123456789'

const marksPattern = /^(?:`{3,}|~{3,})/

function opening(
  line: Line,
  quotes: number,
  rest: string,
  item: number,
  listColumn: number,
): Opening | undefined {
  const content = rest.slice(item)
  const column = item + indentOf(content)
  const body = content.trimStart()
  const marks = column <= listColumn + slack ? marksPattern.exec(body)?.[0] : undefined
  if (marks === undefined) return undefined
  const info = body.slice(marks.length)
  // ```not a fence``` but code in a line.
  if (marks.startsWith('`') && info.includes('`')) return undefined
  return { start: line.start, info: info.trim(), marks, column, quotes }
}

function closes(rest: string, { marks, column }: Opening): boolean {
  const body = rest.trim()
  return body.startsWith(marks) && indentOf(rest) <= column + slack && isOnly(body, marks.charCodeAt(0))
}

function isOnly(text: string, unit: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== unit) return false
  return true
}

const quoteMark = / {0,3}> ?/y

/** What follows the quote marks of a line, at most `maxQuotes` of them. */
function afterQuotes(text: string, maxQuotes = Number.POSITIVE_INFINITY): { quotes: number; rest: string } {
  let quotes = 0
  let at = 0
  while (quotes < maxQuotes) {
    quoteMark.lastIndex = at
    if (!quoteMark.test(text)) break
    at = quoteMark.lastIndex
    quotes += 1
  }
  return { quotes, rest: at === 0 ? text : text.slice(at) }
}

const listMarker = /[ \t]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}/y

/** Where the content of a list item begins; 0 where the line begins none. */
function afterListMarkers(text: string): number {
  let at = 0
  for (;;) {
    listMarker.lastIndex = at
    if (!listMarker.test(text)) return at
    at = listMarker.lastIndex
  }
}
