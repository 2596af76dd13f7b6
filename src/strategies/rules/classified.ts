/** Where a classifier may speak, and what its word makes of a decision by form. */

import type { Classification, ClassifierMode } from '../../models/model.ts'
import type { Decision, Measured } from '../../reduce/plan.ts'

export type FormDecision =
  | Pick<Extract<Decision, { action: 'keep' }>, 'action' | 'reason'>
  | {
      readonly action: 'reduce'
      readonly reducer: 'summary' | 'code-split' | 'excerpt'
      readonly tokens: number
      readonly reason: string
    }

/** Of texts that nothing protects: whether the form leaves open what to do. */
export function isInDoubt(block: Measured, decision: FormDecision, mode: ClassifierMode): boolean {
  // Key material stays where it is: nobody needs to see it to decide that.
  if (mode === 'full') return !(block.secret && decision.action === 'keep')
  return decision.action === 'reduce' && decision.reducer !== 'excerpt' && block.facts?.hasFence !== true
}

/** Without an answer the decision is kept. A text that is shortened against its form becomes an excerpt with a handle. */
export function asClassified(
  block: Measured,
  decision: FormDecision,
  answers: ReadonlyMap<string, Classification>,
): FormDecision {
  const answer = answers.get(block.hash ?? '')
  if (answer === undefined) return decision
  const said = sayingOf(answer)
  if (answer.decision === 'preserve') return { action: 'keep', reason: said }
  const reason = `${decision.reason} (${said})`
  return decision.action === 'reduce'
    ? { ...decision, reason }
    : { action: 'reduce', reducer: 'excerpt', tokens: excerptTokens(block), reason }
}

/** A third is enough for the beginning, the important lines and the end. */
export function excerptTokens({ tokens }: Measured): number {
  return Math.floor(tokens / 3)
}

function sayingOf({ decision, confidence = 1, reason = '' }: Classification): string {
  return `the classifier says ${decision}, ${confidence.toFixed(2)}${reason === '' ? '' : `: ${reason}`}`
}
