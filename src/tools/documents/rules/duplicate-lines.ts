/** Removes exact repetitions in a section: items of one list, whole sentences of one paragraph, whole paragraphs. */
import { itemKey } from './document-lines.ts'
import {
  childrenByParent,
  type MarkdownDocument,
  type MarkdownNode,
  textOfLines,
} from './markdown-document.ts'
import type { Rule, RuleChange } from './rule.ts'
import { sectionOfLines, sections } from './sections.ts'
import { trimmedLines } from './white-space.ts'
import { withoutLines } from './without-lines.ts'

export const duplicateLines: Rule = {
  name: 'duplicate-lines',
  apply(document) {
    const repeated = [...repeatedItems(document), ...repeatedParagraphs(document)]
    const gone = new Set<number>()
    const changes: RuleChange[] = []
    for (const { first, last, of } of repeated) {
      if (gone.has(first) || gone.has(of)) continue
      for (let at = first; at <= last; at += 1) gone.add(at)
      changes.push({
        rule: 'duplicate-lines',
        line: document.lines[first]?.number ?? 0,
        before: textOfLines(document, first, last + 1),
        after: '',
        reason: `line ${document.lines[of]?.number} says the same`,
      })
    }
    if (changes.length === 0) return undefined
    return {
      lines: withoutLines(document, gone),
      changes: changes.sort((one, other) => one.line - other.line),
    }
  },
}

interface Repeated {
  readonly first: number
  readonly last: number
  /** The first line of the copy that stays. */
  readonly of: number
}

/** Longer items are not compared: nested lists would be read once for each level. */
const maxItemLines = 40

function* repeatedItems(document: MarkdownDocument): Generator<Repeated> {
  const children = childrenByParent(document.nodes)
  for (const [at, list] of document.nodes.entries()) {
    if (list.name !== 'BulletList') continue
    const items = (children.get(at) ?? []).flatMap(child => {
      const node = document.nodes[child] as MarkdownNode
      return isOwnLines(document, node)
        ? [{ node, text: trimmedLines(document, node.firstLine, node.lastLine) }]
        : []
    })
    const isRecords = hasRecords(items.map(({ text }) => text))
    const seen = new Map<string, number>()
    let before = ''
    for (const { node, text } of items) {
      const of = seen.get(text)
      const isTwin = text === before
      before = text
      if (of === undefined) seen.set(text, node.firstLine)
      else if (isTwin || (isStatement(text) && !(isRecords && itemKey(text) !== undefined)))
        yield { first: node.firstLine, last: node.lastLine, of }
    }
  }
}

/** Whether an item has its lines for itself and contains nothing frozen. */
function isOwnLines(document: MarkdownDocument, node: MarkdownNode): boolean {
  const { name, from, firstLine, lastLine } = node
  if (name !== 'ListItem' || lastLine - firstLine >= maxItemLines) return false
  return document.text.slice(document.starts[firstLine], from).trim() === '' && !document.hasFrozen(node)
}

/** A single word may be a step that is repeated on purpose: `- restart`. */
function isStatement(item: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u.test(item) || item.trim().split(/\s+/).length > 2
}

/** `- host: a`, `- port: 80`, `- host: b`, `- port: 80`: the second port belongs to the second host. */
function hasRecords(items: readonly string[]): boolean {
  const values = new Map<string, string>()
  return items.some(item => {
    const key = itemKey(item)
    if (key === undefined) return false
    const known = values.get(key)
    values.set(key, item)
    return known !== undefined && known !== item
  })
}

/** Shorter paragraphs are often labels that mean different things in different places. */
const minParagraphLength = 50

function* repeatedParagraphs(document: MarkdownDocument): Generator<Repeated> {
  const owner = sectionOfLines(sections(document), document.lines.length)
  const seen = new Map<string, number>()
  for (const { name, parent, from, to, firstLine, lastLine } of document.nodes) {
    if (name !== 'Paragraph' || parent !== 0 || document.isFrozen(firstLine)) continue
    yield* repeatedSentences(document, firstLine, lastLine)
    const text = document.text.slice(from, to)
    if (text.length < minParagraphLength || /[:：]$/.test(text.trimEnd())) continue
    const key = `${owner[firstLine]} ${text}`
    const of = seen.get(key)
    if (of === undefined) seen.set(key, firstLine)
    else yield { first: firstLine, last: lastLine, of }
  }
}

const sentenceEnd = /[.!?。！？]$/

/** Lines of one paragraph that are whole sentences. */
function* repeatedSentences(document: MarkdownDocument, first: number, last: number): Generator<Repeated> {
  const seen = new Map<string, number>()
  let isWhole = true
  for (let at = first; at <= last; at += 1) {
    const text = (document.lines[at]?.text ?? '').trim()
    const starts = isWhole
    isWhole = sentenceEnd.test(text)
    if (!starts || !isWhole) continue
    const of = seen.get(text)
    if (of === undefined) seen.set(text, at)
    else yield { first: at, last: at, of }
  }
}
