/** Sliding window: the newest text that fits, with its oldest part cut. */
import type { Method } from '../method.ts'
import { textTail } from './head-and-tail.ts'
import { textView } from './text-view.ts'

export const slidingWindow: Method = {
  name: 'window',
  describe: 'the newest messages that fit, the oldest of them cut',
  kind: 'baseline',
  view(history, tokens) {
    const { parts, counters } = history
    let left = tokens
    let first = parts.length
    for (let part = parts[first - 1]; part !== undefined && part.tokens <= left; part = parts[first - 1]) {
      left -= part.tokens
      first -= 1
    }
    return textView(history, ({ text }, index) => {
      if (index >= first) return text
      // The line break after it costs one token.
      return index === first - 1 ? textTail(text, left - 1, counters.counter) || undefined : undefined
    })
  },
}
