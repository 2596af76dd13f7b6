/** How far an address of the web reaches: to white space, a quote or a bracket that does not belong to it. */
import { Kind, kindAt } from '../character-kind.ts'

const outside = new Set('<>"`|\\^{}«»“”„‘’…，。、；：！？（）《》「」『』【】')
const trailing = new Set(".,;:!?'*_~)]")

export function urlEnd(text: string, start: number): number {
  let end = start
  let opened = 0
  let closed = 0
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end)
    if (kind === Kind.space || kind === Kind.lineBreak || (kind >= Kind.surrogate && kind <= Kind.han)) break
    const character = text.charAt(end)
    if (outside.has(character)) break
    if (character === '(') opened += 1
    if (character === ')') closed += 1
  }
  for (; end > start && trailing.has(text.charAt(end - 1)); end -= 1) {
    if (text.charAt(end - 1) !== ')') continue
    // `…/wiki/Rust_(language)` keeps its own bracket.
    if (closed <= opened) break
    closed -= 1
  }
  return end
}
