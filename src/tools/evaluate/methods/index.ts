/** Every method of our own, in the order of the tables. A new one is one file and one line here. */
import type { Method } from '../method.ts'
import { foveaMethods } from './fovea.ts'
import { headAndTail } from './head-and-tail.ts'
import { masking } from './masking.ts'
import { oracle } from './oracle.ts'
import { viewOf, viewSaying } from './text-view.ts'
import { window } from './window.ts'

/** The agent's own summary, where its log has one: its size is the budget of all others there. */
export const vendorSummary: Method = {
  name: 'vendor summary',
  describe: "the agent's own summary at its own compaction",
  kind: 'vendor',
  ignoresBudget: true,
  view: ({ summary }) => (summary === undefined ? undefined : viewSaying(summary)),
}

/** No compression: what a view can show at most, at full price. */
export const none: Method = {
  name: 'none',
  describe: 'the whole history',
  kind: 'baseline',
  ignoresBudget: true,
  view: ({ messages }) => viewOf(messages),
}

export const methods: readonly Method[] = [
  none,
  window,
  masking,
  headAndTail,
  vendorSummary,
  ...foveaMethods,
  oracle,
]
