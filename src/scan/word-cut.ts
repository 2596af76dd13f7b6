/** Cuts a text between two words, so that no name is cut in half. */
import { graphemeCut } from './grapheme-cut.ts'

/** The longest beginning of at most `limit` code units that ends between two words. Without such a place in the last third, it ends at the limit. */
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

/** ASCII characters that occur in no name and no path. */
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
