/** What became of every block, decision by decision. */
import type { Measured } from '../reduce/plan.ts'
import type { TracedDecision } from '../types.ts'
import type { Outcome } from './outcome.ts'

export function traceOf({ plan, drafts }: Outcome, blocks: readonly Measured[]): readonly TracedDecision[] {
  const accepted = new Map(drafts.map(draft => [keyOf(draft.measured), draft]))
  return blocks.map((measured, index): TracedDecision => {
    const { message, block, tokens } = measured
    const decision = plan?.decisions[index]
    const kept = { message, block, action: 'keep', tokensBefore: tokens, tokensAfter: tokens } as const
    if (decision === undefined) return { ...kept, reason: 'nothing to do' }
    if (decision.action === 'keep') return { ...kept, reason: decision.reason }
    const draft = accepted.get(keyOf(decision.action === 'merge' ? decision.into : measured))
    if (draft === undefined) return { ...kept, reason: `${decision.reason}, but nothing smaller was found` }
    const { action } = decision
    const isFirst = draft.measured.message === message && draft.measured.block === block
    return {
      message,
      block,
      action,
      reducer: draft.reducer,
      reason: isFirst ? draft.reason : decision.reason,
      tokensBefore: tokens,
      tokensAfter: isFirst ? draft.tokensAfter : 0,
    }
  })
}

function keyOf({ message, block }: { readonly message: number; readonly block: number }): string {
  return `${message} ${block}`
}
