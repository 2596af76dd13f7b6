/** Long lines of an edit, cut to what fits; a pair with the same beginning is cut around its difference. */
import type { EditLine } from '../../../scan/actions/edit-lines.ts'
import { wordCut } from '../../../scan/word-cut.ts'

const maxLength = 240
/** So much of the same beginning is shown, to recognise the line, and so much right before the difference. */
const maxBegin = 60
const maxBefore = 40
/** Of more lines only the nearest are compared. */
const maxCompared = 12

const leftOut = ' …'

/** The text of each line. */
export function cutPairs(changes: readonly EditLine[]): readonly string[] {
  const shared = new Map<number, number>()
  for (const [at, { sign, text }] of changes.entries()) {
    if (sign !== '-' || text.length <= maxLength) continue
    const found = counterpart(at, changes)
    if (found === undefined) continue
    shared.set(at, found.length)
    shared.set(found.place, Math.max(found.length, shared.get(found.place) ?? 0))
  }
  return changes.map(({ text }, at) => shortened(text, shared.get(at) ?? 0))
}

/** The added line below that begins most like a removed one. */
function counterpart(
  removed: number,
  changes: readonly EditLine[],
): { readonly place: number; readonly length: number } | undefined {
  const { text } = changes[removed] as EditLine
  let best: { readonly place: number; readonly length: number } | undefined
  let compared = 0
  for (let at = removed + 1; at < changes.length && compared < maxCompared; at += 1) {
    const { sign, text: other } = changes[at] as EditLine
    if (sign === '' || (sign === '-' && compared > 0)) break
    if (sign !== '+') continue
    compared += 1
    let length = 0
    while (length < text.length && text[length] === other[length]) length += 1
    if (length > (best?.length ?? maxBegin + maxBefore)) best = { place: at, length }
  }
  return best
}

/** `shared`: how much of it stays as it was. */
function shortened(text: string, shared: number): string {
  if (text.length <= maxLength) return text
  const from = shared - maxBefore
  if (from <= maxBegin) return cutAtWord(text, maxLength)
  const start = wordCut(text, from).length
  const begin = wordCut(text, maxBegin).trimEnd()
  return `${begin}${leftOut} ${cutAtWord(text.slice(start).trimStart(), maxLength - maxBegin)}`
}

function cutAtWord(text: string, limit: number): string {
  const begin = wordCut(text, limit)
  return begin.length === text.length ? text : `${begin.trimEnd()}${leftOut}`
}
