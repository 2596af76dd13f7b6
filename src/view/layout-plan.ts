/** A layout as a plan: one decision for every block, and why. */
import type { Decision, Measured, Plan } from '../reduce/plan.ts'
import type { StrategyName } from '../types.ts'
import type { Layout } from './layout.ts'

export function coveragePlan(
  { kept, spans }: Layout,
  blocks: readonly Measured[],
  strategy: StrategyName = 'coverage',
): Plan {
  const startOf = new Map(
    spans.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => [first + index, first] as const),
    ),
  )
  const first = new Map(blocks.toReversed().map(({ message, block }) => [message, block]))
  const decisions = blocks.map(({ message, block, tokens }): Decision => {
    const start = startOf.get(message)
    if (start === undefined) return { message, block, action: 'keep', reason: kept.get(message) ?? 'kept' }
    const into = { message: start, block: first.get(start) ?? 0 }
    return message === into.message && block === into.block
      ? { message, block, action: 'reduce', reducer: 'digest', tokens, reason: 'older than what fits' }
      : { message, block, action: 'merge', into, reason: 'older than what fits' }
  })
  return { strategy, decisions }
}
