/** No compression: what a view can show at most, at full price. */
import type { Method } from '../method.ts'
import { viewOf } from './text-view.ts'

export const none: Method = {
  name: 'none',
  describe: 'the whole history',
  kind: 'baseline',
  ignoresBudget: true,
  view: ({ messages }) => viewOf(messages),
}
