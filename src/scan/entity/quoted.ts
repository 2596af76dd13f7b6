/** Names in quotes of any script: what stands between them, where it is short. */
import { isSpaceAt, isWordAt, Kind, kindOf } from '../character-kind.ts'
import type { Span } from '../span.ts'

const closing: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['»', '«'],
  ['‘', '’'],
  ['‚', '‘’'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['〈', '〉'],
  ['【', '】'],
])

const isQuote = new Uint8Array(0x10000)
for (const quote of closing.keys()) isQuote[quote.charCodeAt(0)] = 1

/** Bounds the look ahead, so that quotes that never close cost little. */
const longest = 60

export function opensQuote(text: string, at: number): boolean {
  return isQuote[text.charCodeAt(at)] === 1
}

/** The stretch between the quote at `at` and the one that closes it. */
export function quotedAt(text: string, at: number): Span | undefined {
  const quote = text.charAt(at)
  const closers = closing.get(quote) ?? ''
  const isStraight = quote === closers
  const closer = closers.charCodeAt(0)
  const otherCloser = closers.charCodeAt(closers.length - 1)
  const start = at + 1
  if (isSpaceAt(text, start) || (isStraight && isWordAt(text, at - 1))) return undefined
  let words = 0
  for (let end = start; end - start <= longest && end < text.length; end += 1) {
    const unit = text.charCodeAt(end)
    const kind = kindOf[unit] ?? Kind.symbol
    if (kind === Kind.lineBreak) return undefined
    if (kind >= Kind.hiragana) words += 1
    if (unit !== closer && unit !== otherCloser) continue
    // An apostrophe inside: 'the user's name'
    if (isStraight && isWordAt(text, end + 1)) continue
    return words >= 2 ? { start, end } : undefined
  }
  return undefined
}
