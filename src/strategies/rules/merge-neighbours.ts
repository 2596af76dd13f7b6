/** Neighbouring messages of one speaker that are summarized anyway are summarized together. */
import type { Decision, Measured } from '../../reduce/plan.ts'

export function mergeNeighbours(
  blocks: readonly Measured[],
  decisions: readonly Decision[],
): readonly Decision[] {
  const sizes = new Map<number, number>()
  for (const { message } of blocks) sizes.set(message, (sizes.get(message) ?? 0) + 1)
  let start: { readonly decision: Decision; readonly role: string; last: number } | undefined
  return decisions.map((decision, index) => {
    const { role, type, message } = blocks[index] as Measured
    // A tool's answer belongs to its call; a message of several blocks is more than its text.
    const canMerge =
      decision.action === 'reduce' &&
      decision.reducer === 'summary' &&
      type === 'text' &&
      sizes.get(message) === 1
    if (!canMerge) {
      start = undefined
      return decision
    }
    if (start !== undefined && start.role === role && start.last === message - 1) {
      start.last = message
      const into = { message: start.decision.message, block: start.decision.block }
      return {
        message,
        block: decision.block,
        action: 'merge',
        into,
        reason: `${decision.reason}, same speaker`,
      }
    }
    start = { decision, role, last: message }
    return decision
  })
}
