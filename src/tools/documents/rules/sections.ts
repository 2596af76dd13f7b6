/** The sections of a document: headings at its top level, and the lines below each. */
import type { MarkdownDocument } from './markdown-document.ts'

export interface MarkdownSection {
  readonly level: number
  /** The text of the heading without marks; empty for the text before the first heading. */
  readonly title: string
  /** The line of the heading, and the first one below it. */
  readonly first: number
  readonly body: number
  /** The line after its own lines, which end before the next heading of any level. */
  readonly end: number
  /** Index of the enclosing section; -1 if there is none. */
  readonly parent: number
  /** The number of nested sections, at any depth: they follow directly. */
  readonly inside: number
}

const headingLevel = /^(?:ATX|Setext)Heading([1-6])$/

export function sections(document: MarkdownDocument): readonly MarkdownSection[] {
  const headings = document.nodes.flatMap(({ name, parent, firstLine, lastLine }) => {
    const level = parent === 0 ? headingLevel.exec(name)?.[1] : undefined
    return level === undefined ? [] : [{ level: Number(level), firstLine, lastLine }]
  })
  const first = headings[0]?.firstLine ?? document.lines.length
  const found: Mutable<MarkdownSection>[] = []
  if (first > document.bodyStart)
    found.push({
      level: 0,
      title: '',
      first: document.bodyStart,
      body: document.bodyStart,
      end: first,
      parent: -1,
      inside: 0,
    })
  const open: number[] = []
  for (const [at, { level, firstLine, lastLine }] of headings.entries()) {
    while ((found[open.at(-1) ?? -1]?.level ?? 0) >= level) open.pop()
    const parent = open.at(-1) ?? -1
    open.push(found.length)
    found.push({
      level,
      title: titleOf(document, firstLine, lastLine),
      first: firstLine,
      body: lastLine + 1,
      end: headings[at + 1]?.firstLine ?? document.lines.length,
      parent,
      inside: 0,
    })
  }
  countInside(found)
  return found
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

function countInside(found: Mutable<MarkdownSection>[]): void {
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const parent = found[found[at]?.parent ?? -1]
    if (parent !== undefined) parent.inside += 1 + (found[at]?.inside ?? 0)
  }
}

/** `## **Notes** ##` and `Notes` above a line of dashes both have the title Notes. */
function titleOf({ lines }: MarkdownDocument, firstLine: number, lastLine: number): string {
  const text = lines
    .slice(firstLine, firstLine === lastLine ? firstLine + 1 : lastLine)
    .map(line => line.text.trim())
    .join(' ')
  const bare = text.replace(/^#{1,6}\s/, '').trim()
  let end = bare.length
  while (end > 0 && bare.charAt(end - 1) === '#') end -= 1
  const unhashed = end === 0 || /\s/.test(bare.charAt(end - 1)) ? bare.slice(0, end).trim() : bare
  return /^(\*\*|__)[^*_]{1,200}\1$/.test(unhashed) ? unhashed.slice(2, -2) : unhashed
}

/** The index of the section of each line; -1 for front matter. */
export function sectionOfLines(all: readonly MarkdownSection[], lineCount: number): Int32Array {
  const owner = new Int32Array(lineCount).fill(-1)
  for (const [at, { first, end }] of all.entries()) owner.fill(at, first, end)
  return owner
}
