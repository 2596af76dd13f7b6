/** The strategy `cap`: one copy of every text, and no text above the cap. */
import { withOrigins } from '../../measure/relations/tool-output-refs.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import { protect } from '../../view/protect.ts'
import { type BlockPlan, blockChooser } from '../blocks/block-chooser.ts'
import { withChanges } from '../blocks/changes.ts'
import type { Strategy } from '../strategy.ts'
import { fitCap } from './fit-cap.ts'

const capPlan: BlockPlan = (blocks: readonly Measured[], settings: PlanSettings): Plan => {
  const reasons = protect(blocks, settings)
  const visible = copiesToKeep(blocks, reasons, settings)
  const decisions = blocks.map((measured, index): Decision => {
    const { message, block } = measured
    const reason = reasons[index]
    if (reason !== undefined) return { message, block, action: 'keep', reason }
    if (measured.tokens < settings.minBlockTokens) return { message, block, action: 'keep', reason: 'small' }
    const copy = visible.get(measured.hash ?? '')
    if (copy !== undefined && copy !== measured)
      return {
        message,
        block,
        action: 'reference',
        reducer: 'duplicate',
        to: { message: copy.message, block: copy.block },
        reason: 'exact duplicate',
      }
    if (measured.tokens <= settings.maxBlockTokens)
      return { message, block, action: 'keep', reason: 'within the cap' }
    return {
      message,
      block,
      action: 'reduce',
      reducer: 'excerpt',
      tokens: settings.maxBlockTokens,
      reason: `above ${settings.maxBlockTokens} tokens`,
    }
  })
  return { strategy: 'cap', decisions: withChanges(blocks, decisions, reasons, settings) }
}

export const cap: Strategy = {
  name: 'cap',
  facts: withOrigins,
  chooser: blockChooser({ plan: capPlan, fitBudget: fitCap }),
}

/** Of several copies the first protected one stays, since it stays anyway; otherwise the latest. */
function copiesToKeep(
  blocks: readonly Measured[],
  reasons: readonly (string | undefined)[],
  settings: PlanSettings,
): ReadonlyMap<string, Measured> {
  const kept = new Map<string, { block: Measured; isProtected: boolean }>()
  for (const [index, block] of blocks.entries()) {
    if (block.hash === undefined || block.tokens < settings.minBlockTokens) continue
    if (kept.get(block.hash)?.isProtected) continue
    kept.set(block.hash, { block, isProtected: reasons[index] !== undefined })
  }
  return new Map([...kept].map(([hash, { block }]) => [hash, block]))
}
