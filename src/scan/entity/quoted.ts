/** Names in quotes of any script: what is between them, where it is short. */
import { codeUnitSet } from '../../tokens/code-units.ts'
import { isSpaceAt, isWordAt, Kind, kindAt, kindOf } from '../character-kind.ts'
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

const isQuote = codeUnitSet(closing.keys(), 0x10000)

const maxLength = 60

export function opensQuote(text: string, at: number): boolean {
  return isQuote[text.charCodeAt(at)] === 1
}

/** Finds what is between quotes; remembers where each kind of quote closes next, so that no stretch is read twice. */
export class QuoteFinder {
  readonly #text: string
  /** For each opening quote, where the next one that closes it or the end of the line is. */
  readonly #stops = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** The stretch between the quote at `at` and the one that closes it. */
  at(at: number): Span | undefined {
    const text = this.#text
    const quote = text.charAt(at)
    const closers = closing.get(quote) ?? ''
    const start = at + 1
    if (isSpaceAt(text, start) || (quote === closers && isWordAt(text, at - 1))) return undefined
    const end = this.#stopAfter(quote, closers, start)
    const isClosed = end < text.length && kindAt(text, end) !== Kind.lineBreak
    return isClosed && end - start <= maxLength && hasTwoWordCharacters(text, start, end)
      ? { start, end }
      : undefined
  }

  #stopAfter(quote: string, closers: string, start: number): number {
    const known = this.#stops.get(quote) ?? -1
    if (known >= start) return known
    const text = this.#text
    const closer = closers.charCodeAt(0)
    const otherCloser = closers.charCodeAt(closers.length - 1)
    let end = start
    for (; end < text.length; end += 1) {
      const unit = text.charCodeAt(end)
      if (kindOf[unit] === Kind.lineBreak) break
      if (unit !== closer && unit !== otherCloser) continue
      // An apostrophe inside does not close: 'the user's name'
      if (quote !== closers || !isWordAt(text, end + 1)) break
    }
    this.#stops.set(quote, end)
    return end
  }
}

function hasTwoWordCharacters(text: string, start: number, end: number): boolean {
  let count = 0
  for (let at = start; at < end && count < 2; at += 1) if (kindAt(text, at) >= Kind.hiragana) count += 1
  return count >= 2
}
