/** No compression: the most that a view can show, and the most that it can cost. */
import type { Method } from '../method.ts'
import { viewOf } from './text-view.ts'

export const none: Method = {
  name: 'none',
  describe: 'the whole history',
  kind: 'baseline',
  ignoresBudget: true,
  view: ({ messages }) => viewOf(messages),
}
