/** All methods of ours, in the order of the tables. A new one is one file and one line here. */
import type { Method } from '../method.ts'
import { foveaMethods } from './fovea.ts'
import { headAndTail, textTail } from './head-and-tail.ts'
import { masking } from './masking.ts'
import { oracle } from './oracle.ts'
import { textView, viewOf, viewSaying } from './text-view.ts'

/** Sliding window: the newest text that fits, with its oldest part cut. */
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

/** The agent's own summary, if its log has one: its size is the budget of all other methods there. */
export const vendorSummary: Method = {
  name: 'vendor summary',
  describe: "the agent's own summary at its own compaction",
  kind: 'vendor',
  ignoresBudget: true,
  view: ({ summary }) => (summary === undefined ? undefined : viewSaying(summary)),
}

/** No compression: the most that a view can show, and the most that it can cost. */
export const none: Method = {
  name: 'none',
  describe: 'the whole history',
  kind: 'baseline',
  ignoresBudget: true,
  view: ({ messages }) => viewOf(messages),
}

export const methods: readonly Method[] = [
  none,
  slidingWindow,
  masking,
  headAndTail,
  vendorSummary,
  ...foveaMethods,
  oracle,
]
