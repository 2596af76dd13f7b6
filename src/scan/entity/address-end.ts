/** How far an address of the web or a path of Windows reaches: to white space, or a sign that does not belong to it. */
import { isSpaceAt, Kind, kindAt } from '../character-kind.ts'

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

const outsideWindowsPath = new Set('"\'`<>|*?,;')

/** `C:\\Users\\jan`, from its colon on. */
export function windowsPathEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && !isSpaceAt(text, end) && !outsideWindowsPath.has(text.charAt(end))) end += 1
  while (end > at && kindAt(text, end - 1) === Kind.joiner) end -= 1
  return end
}
