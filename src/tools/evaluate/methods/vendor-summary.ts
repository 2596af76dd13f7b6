/** The agent's own summary, if its log has one: its size is the budget of all other methods there. */
import type { Method } from '../method.ts'
import { viewSaying } from './text-view.ts'

export const vendorSummary: Method = {
  name: 'vendor summary',
  describe: "the agent's own summary at its own compaction",
  kind: 'vendor',
  ignoresBudget: true,
  view: ({ summary }) => (summary === undefined ? undefined : viewSaying(summary)),
}
