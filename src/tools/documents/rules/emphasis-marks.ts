/** The marks of emphasis that can go without joining words or making other marks of what they enclose. */
import type { MarkdownDocument, MarkdownNode } from './markdown-document.ts'
import type { TextEdit } from './text-edits.ts'

export interface Emphasis {
  readonly node: MarkdownNode
  /** Index of the block around it, in `nodes`. */
  readonly block: number
  /** What the marks enclose. */
  readonly inner: string
  /** Both marks, to be taken away. */
  readonly marks: readonly [TextEdit, TextEdit]
}

/** Emphasis of one line around plain text; none inside links, code or other emphasis. */
export function plainEmphasis(document: MarkdownDocument): readonly Emphasis[] {
  const { nodes, text } = document
  return nodes.flatMap((node, at): readonly Emphasis[] => {
    if (node.name !== 'StrongEmphasis' && node.name !== 'Emphasis') return []
    const block = nodes[node.parent]
    if (block === undefined || !textBlocks.has(block.name) || document.isFrozen(node.firstLine)) return []
    const [open, close, more] = [nodes[at + 1], nodes[at + 2], nodes[at + 3]]
    if (open?.name !== 'EmphasisMark' || close?.name !== 'EmphasisMark' || more?.parent === at) return []
    if (open.firstLine !== close.firstLine) return []
    const inner = text.slice(open.to, close.from)
    if (
      !isSafe(inner) ||
      isName(text.charAt(node.from), inner) ||
      isWordAt(text, node.from - 1) ||
      isWordAt(text, node.to)
    )
      return []
    const gone = ({ from, to, firstLine }: MarkdownNode): TextEdit => ({
      line: firstLine,
      from,
      to,
      text: '',
    })
    return [{ node, block: node.parent, inner, marks: [gone(open), gone(close)] }]
  })
}

const textBlocks: ReadonlySet<string> = new Set([
  'Paragraph',
  'Task',
  ...[1, 2, 3, 4, 5, 6].map(level => `ATXHeading${level}`),
])

/** `**- x**` would become an item, `**1. x**` another, `*a\*b*` emphasis of something else. */
function isSafe(inner: string): boolean {
  return (
    /^[\p{L}\p{N}"'(「“]/u.test(inner) && !/[*_\\`[\]<>]/.test(inner) && !/^\d{1,9}[.)](?:\s|$)/.test(inner)
  )
}

/** `__init__` is a name. */
function isName(mark: string, inner: string): boolean {
  return mark === '_' && !/\s/.test(inner)
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}*_\\]/u.test(text.charAt(at))
}
