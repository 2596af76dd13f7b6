/** Removes marks without meaning: emphasis of whole headings and labels, closing hashes, rules beside headings, ornaments. */
import { trimEndOf } from '../../../scan/trim-end-of.ts'
import type { MarkdownDocument, MarkdownNode } from './markdown-document.ts'
import type { Rule, RuleChange } from './rule.ts'
import { editedLines, type TextEdit } from './text-edits.ts'
import { withoutLines } from './without-lines.ts'

export const decoration: Rule = {
  name: 'decoration',
  apply(document) {
    const ornaments = ornamentLines(document)
    const edits = [...markEdits(document), ...headingEdits(document)].sort((one, two) => one.from - two.from)
    if (edits.length === 0 && ornaments.length === 0) return undefined
    const edited = editedLines(document, edits, 'decoration', 'its place says what the marks say')
    const lines = withoutLines({ ...document, lines: edited.lines }, new Set(ornaments))
    const gone = ornaments.map(
      (line): RuleChange => ({
        rule: 'decoration',
        line: document.lines[line]?.number ?? 0,
        before: document.lines[line]?.text ?? '',
        after: '',
        reason: 'an ornament',
      }),
    )
    return { lines, changes: [...edited.changes, ...gone].sort((one, two) => one.line - two.line) }
  },
}

/** Removes all emphasis; only on request. */
export const emphasis: Rule = {
  name: 'emphasis',
  apply(document) {
    const edits = plainEmphasis(document).flatMap(({ marks }) => marks)
    if (edits.length === 0) return undefined
    return editedLines(document, edits, 'emphasis', 'the words stay, the stress goes')
  },
}

function markEdits(document: MarkdownDocument): readonly TextEdit[] {
  return plainEmphasis(document)
    .filter(found => isHeading(document, found) || isLabel(document, found))
    .flatMap(({ marks }) => marks)
}

/** `## **Notes**` */
function isHeading({ nodes, text }: MarkdownDocument, { node, block }: Emphasis): boolean {
  const heading = nodes[block]
  if (heading === undefined || !heading.name.startsWith('ATXHeading')) return false
  const before = text.slice(heading.from, node.from)
  return /^#{1,6}\s{1,8}$/.test(before) && /^[\s#]{0,16}$/.test(text.slice(node.to, heading.to))
}

/** `- **Port**: 80`, `**Port:** 80`, `- **Port** - 80` */
function isLabel({ nodes, text }: MarkdownDocument, { node, block, inner }: Emphasis): boolean {
  const around = nodes[block]
  if (around === undefined || around.name.startsWith('ATXHeading')) return false
  const before = text.slice(around.from, node.from)
  if (!/^(?:\[[ xX]\] )?$/.test(before)) return false
  const behind = text.slice(node.to, node.to + 3)
  return /^(?:[:：]| [-–—] )/.test(behind) || (/[:：]$/.test(inner) && /^(?:\s|$)/.test(behind))
}

/** `## Notes ##`, and lines of more than three `=` below a title. */
function headingEdits({ nodes, text }: MarkdownDocument): readonly TextEdit[] {
  return nodes.flatMap((mark, at): readonly TextEdit[] => {
    const heading = nodes[mark.parent]
    if (mark.name !== 'HeaderMark' || heading?.parent !== 0) return []
    const { from, to, firstLine: line } = mark
    if (heading.name.startsWith('Setext'))
      return to - from > 3 ? [{ line, from: from + 3, to, text: '' }] : []
    const isClosing = from > heading.from && nodes[at - 1] !== heading
    return isClosing ? [{ line, from: trimEndOf(text.slice(0, from), ' \t').length, to, text: '' }] : []
  })
}

/** A rule next to a heading, another rule or the end of the text separates nothing. */
function ornamentLines(document: MarkdownDocument): readonly number[] {
  const blocks = document.nodes.filter(({ parent }) => parent === 0)
  const lines: number[] = []
  let before: MarkdownNode | undefined
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1]
    if (isRule(block) ? isParted(before) || isParted(next) : isOrnament(document, block))
      lines.push(block.firstLine)
    else before = block
  }
  return lines
}

function isRule({ name, firstLine, lastLine }: MarkdownNode): boolean {
  return name === 'HorizontalRule' && firstLine === lastLine
}

function isParted(block: MarkdownNode | undefined): boolean {
  return block === undefined || block.name === 'HorizontalRule' || /Heading\d$/.test(block.name)
}

const ornament = /^(?:[=~─━═_*+.·•—–-] ?){4,400}$/

function isOrnament(document: MarkdownDocument, block: MarkdownNode): boolean {
  const { name, firstLine, lastLine, from, to } = block
  if (name !== 'Paragraph' || firstLine !== lastLine || document.isFrozen(firstLine)) return false
  return ornament.test(document.text.slice(from, to).trim())
}

/** Marks of emphasis that can be removed without joining words or turning their content into other marks. */
interface Emphasis {
  readonly node: MarkdownNode
  /** Index of the enclosing block in `nodes`. */
  readonly block: number
  readonly inner: string
  /** Removes both marks. */
  readonly marks: readonly [TextEdit, TextEdit]
}

/** Emphasis around plain text in one line; none inside links, code or other emphasis. */
function plainEmphasis(document: MarkdownDocument): readonly Emphasis[] {
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
