/** How full the context was after each message of a session, as its compactions left it. */
import type { Compaction } from './compactions.ts'
import type { History } from './history.ts'
import type { ContextPoint } from './report.ts'

const maxPoints = 200

/** A compaction empties the context; its summary is the message that follows. */
export function contextPoints(
  { messages, parts }: History,
  compactions: readonly Compaction[],
): readonly ContextPoint[] {
  const costs = new Array<number>(messages.length).fill(0)
  for (const { message, tokens } of parts) costs[message] = (costs[message] as number) + tokens
  const emptied = new Set(compactions.map(({ at }) => at))
  const step = Math.max(1, Math.ceil(messages.length / maxPoints))
  let tokens = 0
  return costs.flatMap((cost, message) => {
    tokens = (emptied.has(message) ? 0 : tokens) + cost
    const isShown =
      message % step === 0 ||
      message === messages.length - 1 ||
      emptied.has(message) ||
      emptied.has(message + 1)
    return isShown ? [{ message, tokens }] : []
  })
}
