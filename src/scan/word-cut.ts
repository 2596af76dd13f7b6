/** Cuts that leave names whole: a half of one is another name. */
import { graphemeCut } from './grapheme-cut.ts'

/** The longest beginning of a text that has at most `limit` code units and ends between two words, where its last third has such a place. */
export function wordCut(text: string, limit: number): string {
  const cut = graphemeCut(text, limit)
  if (cut.length === text.length) return cut
  for (const isBetween of [isSpace, isNoName]) {
    for (let at = cut.length; at > (limit * 2) / 3; at -= 1)
      if (isBetween(text.charCodeAt(at - 1)) || isBetween(text.charCodeAt(at))) return text.slice(0, at)
  }
  return cut
}

function isSpace(unit: number): boolean {
  return unit <= 0x20
}

/** Neither letter, digit nor `_`, and no part of a path. */
function isNoName(unit: number): boolean {
  return (
    unit < 0x80 &&
    !(
      (unit >= 0x2d && unit <= 0x39) ||
      (unit >= 0x40 && unit <= 0x5a) ||
      unit === 0x5f ||
      (unit >= 0x61 && unit <= 0x7a)
    )
  )
}
