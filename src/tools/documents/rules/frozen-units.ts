/** What stays to the letter inside a line of a document, for each of its characters. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import type { MarkdownDocument } from './markdown-document.ts'

const frozenSpans: ReadonlySet<string> = wordSet(
  'InlineCode Link Image Autolink URL HTMLTag Comment Escape Entity',
)

/** 1 where a character is not to be touched; `also` names further kinds of nodes. */
export function frozenUnits(
  { nodes, text }: MarkdownDocument,
  also: ReadonlySet<string> = new Set(),
): Uint8Array {
  const frozen = new Uint8Array(text.length)
  let reached = 0
  for (const { name, from, to } of nodes)
    if ((frozenSpans.has(name) || also.has(name)) && to > reached) {
      frozen.fill(1, Math.max(from, reached), to)
      reached = to
    }
  return frozen
}
