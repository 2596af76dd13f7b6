/** Finds lines of summaries that quote a line or a sentence of a message, and that message. */
import { linesOf } from '../../scan/lines.ts'
import { sentences } from '../../scan/sentences.ts'
import type { LineLink, PageMessage, PageView, ViewRow } from './session-page.ts'
import { lineKey } from './shown-ranges.ts'

/** Shorter lines occur in many messages. */
const minLength = 16

/** Adds a link to each line that has no message number. One pass over the messages. */
export function withQuotedLines(
  views: readonly PageView[],
  messages: readonly PageMessage[],
): readonly PageView[] {
  const wanted = new Map<string, number>()
  for (const { rows } of views)
    for (const row of rows) if (isSummary(row)) for (const key of keysIn(row.text)) wanted.set(key, -1)
  if (wanted.size === 0) return views
  for (const [index, { blocks }] of messages.entries())
    for (const { text } of blocks)
      for (const { start, end } of [...linesOf(text), ...sentences(text)]) {
        const key = lineKey(text.slice(start, end))
        if (wanted.get(key) === -1) wanted.set(key, index)
      }
  return views.map(view => ({ ...view, rows: view.rows.map(row => withLinks(row, view, wanted)) }))
}

function isSummary(row: ViewRow): row is Extract<ViewRow, { readonly type: 'text' }> {
  return row.type === 'text' && row.message === undefined
}

function withLinks(row: ViewRow, { end }: PageView, found: ReadonlyMap<string, number>): ViewRow {
  if (!isSummary(row)) return row
  const links = keysIn(row.text).flatMap((key, line): readonly LineLink[] => {
    const message = found.get(key) ?? -1
    return message < 0 || message >= end ? [] : [{ line, message }]
  })
  return links.length === 0 ? row : { ...row, links }
}

/** One key for each line; empty if the line is too short to identify its source. */
function keysIn(text: string): readonly string[] {
  return text.split('\n').map(line => {
    const key = lineKey(line.replace(/^\s{0,20}(?:[-*>]|\d{1,3}[.)]) /, ''))
    return key.length < minLength ? '' : key
  })
}
