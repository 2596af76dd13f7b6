/** What a section is made of, as far as two of them can be merged. */
import {
  childrenByParent,
  type MarkdownDocument,
  type MarkdownNode,
  textOfLines,
} from './markdown-document.ts'
import type { Section } from './sections.ts'
import { withoutEndSpace } from './white-space.ts'

/** What a section is made of, as far as two of them can be merged: items of lists, and other blocks whole. */
export interface SectionPart {
  readonly kind: 'item' | 'paragraph' | 'other'
  /** Its lines without spaces at their ends. */
  readonly text: string
  readonly first: number
  /** Behind its last line. */
  readonly end: number
}

/** The parts of any section of a document. */
export function partsReader(document: MarkdownDocument): (section: Section) => readonly SectionPart[] {
  const { nodes } = document
  const children = childrenByParent(nodes)
  const top = children.get(0) ?? []
  const firsts = top.map(at => (nodes[at] as MarkdownNode).firstLine)
  const part = (kind: SectionPart['kind'], { firstLine, lastLine }: MarkdownNode): SectionPart => ({
    kind,
    text: textOfLines(document, firstLine, lastLine + 1)
      .split('\n')
      .map(withoutEndSpace)
      .join('\n'),
    first: firstLine,
    end: lastLine + 1,
  })
  return ({ body, end }) => {
    const parts: SectionPart[] = []
    for (let at = firstAtLeast(firsts, body); at < top.length && (firsts[at] ?? end) < end; at += 1) {
      const index = top[at] ?? 0
      const node = nodes[index] as MarkdownNode
      if (node.name === 'Paragraph')
        parts.push(part(document.isFrozen(node.firstLine) ? 'other' : 'paragraph', node))
      else if (node.name !== 'BulletList') parts.push(part('other', node))
      else
        for (const child of children.get(index) ?? []) {
          const item = nodes[child] as MarkdownNode
          parts.push(part(hasFrozen(document, item) ? 'other' : 'item', item))
        }
    }
    return parts
  }
}

function hasFrozen(document: MarkdownDocument, { firstLine, lastLine }: MarkdownNode): boolean {
  for (let at = firstLine; at <= lastLine; at += 1) if (document.isFrozen(at)) return true
  return false
}

function firstAtLeast(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
