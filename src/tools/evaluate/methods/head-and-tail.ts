/** Head and tail: cuts every text to its beginning and end, all to the same length, which is searched for. */
import { binarySearch } from '../../../scan/binary-search.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import type { TokenCounter } from '../../../types.ts'
import type { History } from '../history.ts'
import type { Method, MethodView } from '../method.ts'
import { textView } from './text-view.ts'

const gap = '\n…\n'
/** How often the search, which uses an estimate, is corrected by an exact count. */
const corrections = 4

export const headAndTail: Method = {
  name: 'head and tail',
  describe: 'every text cut to its head and tail, all to one length',
  kind: 'baseline',
  view(history, tokens) {
    const { counter } = history.counters
    let target = tokens
    let view = cutView(history, maxLength(history, target))
    for (let round = 0; round < corrections; round += 1) {
      const excess = counter.count(view.text) - tokens
      if (excess <= 0) break
      target -= Math.max(excess, 1)
      view = cutView(history, maxLength(history, target))
    }
    return view
  },
}

function cutView(history: History, length: number): MethodView {
  return textView(history, ({ text }) => headAndTailOf(text, length))
}

export function headAndTailOf(text: string, length: number): string {
  if (text.length <= length) return text
  const half = length >> 1
  return `${graphemeCut(text, half)}${gap}${tailFrom(text, text.length - half)}`
}

/** The length at which all texts together have at most `tokens`, by estimate. */
function maxLength({ parts, counters }: History, tokens: number): number {
  const cost = (length: number): number =>
    parts.reduce((sum, { text }) => sum + counters.ranker.count(`${headAndTailOf(text, length)}\n`), 0)
  const longest = parts.reduce((most, { text }) => Math.max(most, text.length), 0)
  return binarySearch(0, longest + 1, length => cost(length) > tokens) - 1
}

/** The longest end of `text` that fits, without splitting a character. */
export function textTail(text: string, tokens: number, counter: TokenCounter): string {
  // Longer ends cost more, up to one token at the cut: close enough for bisection.
  return tailFrom(
    text,
    binarySearch(-1, text.length, at => counter.count(text.slice(at)) <= tokens),
  )
}

/** The text from `at` on, or from the next character if that would split one. */
export function tailFrom(text: string, at: number): string {
  const unit = text.charCodeAt(at)
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at)
}
