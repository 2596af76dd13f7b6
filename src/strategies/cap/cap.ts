/** The strategy `cap`: one copy of every text, and no text above the cap. */
import { withOrigins } from '../../measure/relations/tool-output-refs.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import { ownSettings, withOwnSettings } from '../../settings/option-group.ts'
import { type Fitted, type Fitting, firstWithin, landOn, untouchedIfNear } from '../../view/fitting.ts'
import { protect } from '../../view/protect.ts'
import { type BlockPlan, blockChooser } from '../blocks/block-chooser.ts'
import { withChanges } from '../blocks/changes.ts'
import { copiesToKeep } from '../blocks/copies-to-keep.ts'
import type { Strategy } from '../strategy.ts'
import { capOptions } from './cap-options.ts'

const capPlan: BlockPlan = (blocks: readonly Measured[], settings: PlanSettings): Plan => {
  const { maxBlockTokens } = ownSettings(capOptions, settings)
  const reasons = protect(blocks, settings)
  const isSmall = ({ tokens }: Measured): boolean => tokens < settings.minBlockTokens
  const visible = copiesToKeep(
    blocks,
    block => !isSmall(block),
    index => reasons[index] !== undefined,
  )
  const decisions = blocks.map((measured, index): Decision => {
    const { message, block, tokens } = measured
    const place = { message, block }
    const reason = reasons[index]
    if (reason !== undefined) return { ...place, action: 'keep', reason }
    if (isSmall(measured)) return { ...place, action: 'keep', reason: 'small' }
    const copy = visible.get(measured.hash ?? '')
    if (copy !== undefined && copy !== measured) {
      const to = { message: copy.message, block: copy.block }
      return { ...place, action: 'reference', reducer: 'duplicate', to, reason: 'exact duplicate' }
    }
    if (tokens <= maxBlockTokens) return { ...place, action: 'keep', reason: 'within the cap' }
    const above = `above ${maxBlockTokens} tokens`
    return { ...place, action: 'reduce', reducer: 'excerpt', tokens: maxBlockTokens, reason: above }
  })
  return { strategy: 'cap', decisions: withChanges(blocks, decisions, reasons, settings) }
}

export const cap: Strategy = {
  name: 'cap',
  reads: ['cap'],
  facts: withOrigins,
  chooser: blockChooser({ plan: capPlan, fitBudget: fitCap }),
}

const maxAttempts = 8

/** Minimum size of an excerpt: its marker and a line or two. */
const minCap = 48

/** Finds the cap with which a view meets its budget: a first guess from the measurements, then corrected by the results. */
function fitCap<Attempt extends { readonly tokens: number }>(fitting: Fitting<Attempt>): Fitted<Attempt> {
  return firstWithin(fitting, cappedViews(fitting))
}

function* cappedViews<Attempt extends { readonly tokens: number }>(
  fitting: Fitting<Attempt>,
): Generator<Attempt> {
  const { blocks, settings, attempt } = fitting
  const untouched = untouchedIfNear(fitting)
  if (untouched !== undefined) yield untouched
  for (const recencyWindow of settings.recencyWindow > 0 ? [settings.recencyWindow, 0] : [0]) {
    const under: PlanSettings = { ...settings, recencyWindow, allowRecompress: true }
    const capFor = capFinder(blocks, under)
    const tried = new Set<number>()
    yield landOn(fitting, maxAttempts, aim => {
      const maxBlockTokens = capFor(aim)
      if (tried.has(maxBlockTokens)) return undefined
      tried.add(maxBlockTokens)
      return attempt(withOwnSettings(capOptions, under, { maxBlockTokens }))
    })
  }
  const smallest: PlanSettings = { ...settings, recencyWindow: 0, allowRecompress: true, atFloor: true }
  yield attempt(withOwnSettings(capOptions, smallest, { maxBlockTokens: minCap }))
}

/** Returns the largest cap with which the measured blocks add up to at most `aim`. */
function capFinder(blocks: readonly Measured[], settings: PlanSettings): (aim: number) => number {
  const reasons = protect(blocks, settings)
  const isFixed = (block: Measured, index: number) =>
    reasons[index] !== undefined || block.tokens < settings.minBlockTokens
  const fixed = blocks.filter(isFixed).reduce((sum, block) => sum + block.tokens, 0)
  const sizes = blocks
    .filter((block, index) => !isFixed(block, index))
    .map(block => block.tokens)
    .sort((a, b) => a - b)
  return aim => {
    let left = aim - fixed
    for (const [index, size] of sizes.entries()) {
      const share = left / (sizes.length - index)
      if (size > share) return Math.max(minCap, Math.floor(share))
      left -= size
    }
    return Math.max(minCap, sizes.at(-1) ?? 0)
  }
}
