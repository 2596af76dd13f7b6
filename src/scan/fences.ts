/** The fenced code blocks of Markdown, as models write them: in lists and quotes, nested, never closed. */
import { type Line, indentOf, linesOf } from './lines.ts'
import type { Span } from './span.ts'

/** Whole lines, from the opening one to the closing one. */
export interface Fence extends Span {
  /** What stands after the opening marks: `ts`, `diff title="x"`. */
  readonly info: string
  /** False where the text, or the quote around the fence, ends first. */
  readonly closed: boolean
}

interface Opening {
  readonly start: number
  readonly info: string
  /** The fence's own marks: three or more of one character. */
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
      const inside = afterQuotes(line.text, open.quotes)
      if (inside.quotes === open.quotes) {
        if (!closes(inside.rest, open)) continue
        found.push({ start: open.start, end: line.end, info: open.info, closed: true })
        open = undefined
        continue
      }
      found.push({ start: open.start, end: line.start, info: open.info, closed: false })
      open = undefined
    }
    const { quotes, rest } = afterQuotes(line.text)
    const item = afterListMarkers(rest)
    if (item > 0) listColumn = item
    else if (rest.trim() !== '' && indentOf(rest) === 0 && !isMarked(rest)) listColumn = 0
    open = opening(line, quotes, rest, item, listColumn)
  }
  if (open !== undefined)
    found.push({ start: open.start, end: text.length, info: open.info, closed: false })
  return found
}

const marksPattern = /^(?:`{3,}|~{3,})/

function opening(
  line: Line,
  quotes: number,
  rest: string,
  item: number,
  listColumn: number,
): Opening | undefined {
  const column = item + indentOf(rest, item)
  const body = rest.slice(item).trimStart()
  if (column > listColumn + slack || !isMarked(body)) return undefined
  const marks = marksPattern.exec(body)?.[0] ?? ''
  const info = body.slice(marks.length)
  // ```not a fence``` but code in a line.
  if (marks.startsWith('`') && info.includes('`')) return undefined
  return { start: line.start, info: info.trim(), marks, column, quotes }
}

function closes(rest: string, { marks, column }: Opening): boolean {
  const body = rest.trim()
  return (
    body.length >= marks.length &&
    body.startsWith(marks) &&
    indentOf(rest) <= column + slack &&
    isOnly(body, marks.charCodeAt(0))
  )
}

function isMarked(text: string): boolean {
  return text.startsWith('```') || text.startsWith('~~~')
}

function isOnly(text: string, unit: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== unit) return false
  return true
}

const quoteMark = / {0,3}> ?/y

/** What follows the quote marks of a line, at most `most` of them. */
function afterQuotes(text: string, most = Number.POSITIVE_INFINITY): { quotes: number; rest: string } {
  let quotes = 0
  let at = 0
  while (quotes < most) {
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
