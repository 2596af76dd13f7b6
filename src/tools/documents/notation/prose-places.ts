/** Where the prose of a document is, and what stays to the letter inside it. */
import { isCodeLine } from '../../../scan/code-line.ts'
import { inlineCode } from '../../../scan/inline-code.ts'
import { linesOf } from '../../../scan/lines.ts'
import type { Span } from '../../../scan/span.ts'
import { frozenUnits } from '../rules/frozen-units.ts'
import type { MarkdownDocument } from '../rules/markdown-document.ts'
import { quotedSpans } from './quoted-spans.ts'

/** `text` is what is in the document from `start` on. */
export interface ProsePlace extends Span {
  readonly text: string
  /** For a place in `text`. */
  isFrozen(at: number): boolean
}

const proseBlocks: ReadonlySet<string> = new Set(['Paragraph', 'Task'])

/** Marks of emphasis and tasks, and hard breaks: words around them may change, they may not. */
const marks: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark', 'TaskMarker', 'HardBreak'])

/** Paragraphs and items, in order; headings, tables, quotes, code and front matter are none. */
export function prosePlaces(document: MarkdownDocument): readonly ProsePlace[] {
  const { nodes, text } = document
  const frozen = frozenIn(document)
  return nodes.flatMap(({ name, from, to, firstLine, lastLine }): readonly ProsePlace[] => {
    if (!proseBlocks.has(name)) return []
    for (let line = firstLine; line <= lastLine; line += 1) if (document.isFrozen(line)) return []
    const prose = text.slice(from, to)
    if (linesOf(prose).some(isCodeLine)) return []
    return [{ start: from, end: to, text: prose, isFrozen: at => frozen[from + at] === 1 }]
  })
}

function frozenIn(document: MarkdownDocument): Uint8Array {
  const frozen = frozenUnits(document, marks)
  const { text } = document
  for (const { start, end } of [...quotedSpans(text), ...inlineCode(text)]) frozen.fill(1, start, end)
  return frozen
}
