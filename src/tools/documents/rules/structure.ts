/** What every rule must leave in a document. It is checked after each rule, so that none can break what it does not parse. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { type MarkdownDocument, textOfLines } from './markdown-document.ts'

const kept: ReadonlySet<string> =
  wordSet(`FencedCode CodeBlock HTMLBlock CommentBlock Table Blockquote LinkReference Link Image Autolink URL
  InlineCode HTMLTag TaskMarker`)

/** Everything that stays to the letter, in order, and the kinds of blocks that are at the top. */
export function structureOf(document: MarkdownDocument): readonly string[] {
  const { nodes, text, bodyStart } = document
  const found = [`front matter ${textOfLines(document, 0, bodyStart)}`]
  for (const { name, from, to } of nodes)
    if (kept.has(name)) found.push(`${name} ${text.slice(from, to)}`)
    else if (name === 'HardBreak' || name === 'OrderedList') found.push(name)
  return found
}

/** Whether everything of one is in the other as well, however often. */
export function holdsAll(after: readonly string[], before: readonly string[]): boolean {
  const there = new Set(after)
  return before.every(one => there.has(one)) && after.length <= before.length
}

export function isSame(after: readonly string[], before: readonly string[]): boolean {
  return after.length === before.length && after.every((one, at) => one === before[at])
}
