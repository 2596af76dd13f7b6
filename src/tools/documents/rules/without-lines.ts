/** Removes lines of a document, and the gaps that they would leave. */
import type { DocumentLine } from './document-lines.ts'
import type { MarkdownDocument } from './markdown-document.ts'

/** Lines in `added` are inserted after the line of that number. */
export function withoutLines(
  document: MarkdownDocument,
  gone: ReadonlySet<number>,
  added: ReadonlyMap<number, readonly DocumentLine[]> = new Map(),
): readonly DocumentLine[] {
  const kept: DocumentLine[] = []
  const last = document.lines.length - 1
  /** How many lines at the end of `kept` are blank and may be removed. */
  let blanks = 0
  let isAfterGap = false
  for (const [at, line] of document.lines.entries()) {
    // If the text ends with a line break, the last line is empty and stays.
    if (gone.has(at) && !(at === last && document.isBlank(at))) {
      isAfterGap = true
      continue
    }
    const isBlank = document.isBlank(at)
    if (isBlank && isAfterGap && at < last && (blanks > 0 || kept.length === 0)) continue
    if (isAfterGap && at === last && isBlank) kept.length -= blanks
    isAfterGap = false
    kept.push(line)
    const more = added.get(at) ?? []
    for (const one of more) kept.push(one)
    blanks = isBlank && more.length === 0 ? blanks + 1 : 0
  }
  if (isAfterGap) kept.length -= blanks
  return kept
}
