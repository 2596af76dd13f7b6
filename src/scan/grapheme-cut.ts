/** Cuts that leave every character whole: no half of a surrogate pair, no accent or emoji torn apart. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'

const extending = lazyPattern(
  String.raw`[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u0e33\u0eb3]|\u200d`,
  'uy',
)

/** Whether the character at `at` belongs to the one before it. */
export function continuesGrapheme(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0x300 || isPlainLetter(unit)) return false
  const pattern = extending()
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Cyrillic, and Chinese characters. */
function isPlainLetter(unit: number): boolean {
  return (unit >= 0x400 && unit < 0x482) || (unit >= 0x3400 && unit < 0xa000)
}

/** Made by the first cut that needs it: it takes longer than all the rest of this file. */
let segmenter: Intl.Segmenter | undefined

/** Longer than any character that is not made to do harm. */
const maxGraphemeLength = 64

/** The longest beginning of a text that has at most `limit` code units and ends between two characters. */
export function graphemeCut(text: string, limit: number): string {
  if (text.length <= limit) return text
  if (limit <= 0) return ''
  if (text.charCodeAt(limit - 1) < 0x300 && text.charCodeAt(limit) < 0x300 && text.charAt(limit) !== '\n')
    return text.slice(0, limit)
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const end = segmenter.segment(text.slice(0, limit + maxGraphemeLength)).containing(limit)?.index ?? limit
  return text.slice(0, end > limit - maxGraphemeLength ? end : pairCut(text, limit))
}

/** What is kept of a character without end: whole code points. */
function pairCut(text: string, limit: number): number {
  const unit = text.charCodeAt(limit - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
}

/** A text within `limit` code units; what was cut off shows as `...`. */
export function ellipsisCut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return limit < ellipsis.length ? '' : `${graphemeCut(text, limit - ellipsis.length).trimEnd()}${ellipsis}`
}

const ellipsis = '...'
