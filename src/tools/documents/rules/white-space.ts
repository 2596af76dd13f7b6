/** Reduces runs of blank lines to one and removes trailing spaces, except those that break a line. */
import { trimEndOf } from '../../../scan/trim-end-of.ts'
import type { DocumentLine } from './document-lines.ts'
import { type MarkdownDocument, textOfLines } from './markdown-document.ts'
import type { Rule, RuleChange } from './rule.ts'

export const whiteSpace: Rule = {
  name: 'white-space',
  apply(document) {
    const breaks = hardBreakLines(document)
    const lines: DocumentLine[] = []
    const changes: RuleChange[] = []
    const { length } = document.lines
    for (let at = 0; at < length; ) {
      const end = blankEnd(document, at)
      if (end > at) {
        const kept = at === 0 && end < length ? 0 : 1
        const first = document.lines[at] as DocumentLine
        if (kept === 1) lines.push({ ...first, text: '' })
        if (end - at > kept || first.text !== '')
          changes.push(
            change(
              first,
              textOfLines(document, at, end),
              '',
              kept === 0 ? 'nothing before it' : 'one is enough',
            ),
          )
        at = end
        continue
      }
      const line = document.lines[at] as DocumentLine
      const text = document.isFrozen(at) || breaks.has(at) ? line.text : withoutEndSpace(line.text)
      lines.push(text === line.text ? line : { ...line, text })
      if (text !== line.text) changes.push(change(line, line.text, text, 'spaces at the end are invisible'))
      at += 1
    }
    return changes.length === 0 ? undefined : { lines, changes }
  },
}

function change(line: DocumentLine, before: string, after: string, reason: string): RuleChange {
  return { rule: 'white-space', line: line.number, before, after, reason }
}

function blankEnd(document: MarkdownDocument, from: number): number {
  let end = from
  while (end < document.lines.length && document.isBlank(end)) end += 1
  return end
}

export function hardBreakLines({ nodes }: MarkdownDocument): ReadonlySet<number> {
  return new Set(nodes.filter(({ name }) => name === 'HardBreak').map(({ firstLine }) => firstLine))
}

function withoutEndSpace(text: string): string {
  return trimEndOf(text, ' \t')
}

/** The lines without trailing spaces, as one text. */
export function trimmedLines({ lines }: MarkdownDocument, first: number, last: number): string {
  return lines
    .slice(first, last + 1)
    .map(({ text }) => withoutEndSpace(text))
    .join('\n')
}
