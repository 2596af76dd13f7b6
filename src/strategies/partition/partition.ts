/** The strategy `partition`: recent messages stay, older ones are compressed by type until the target is met. */
import { seenBlocks } from '../../measure/anchor.ts'
import type { Measured, PlanSettings } from '../../reduce/plan.ts'
import { ownSettings, withOwnSettings } from '../../settings/option-group.ts'
import { type Fitted, type Fitting, firstWithin, landOn, untouchedIfNear } from '../../view/fitting.ts'
import { blockChooser } from '../blocks/block-chooser.ts'
import type { Strategy } from '../strategy.ts'
import { commandExcerpt } from './forms/command-excerpt.ts'
import { conversationSummary } from './forms/conversation-summary.ts'
import { filePointer } from './forms/file-pointer.ts'
import { resultReference } from './forms/result-reference.ts'
import { partitionFacts } from './partition-facts.ts'
import { partitionMetrics } from './partition-metrics.ts'
import { partitionGoal, partitionOptions, targetRatio } from './partition-options.ts'
import { partitionPlan } from './partition-plan.ts'
import { withPartitionFacts } from './with-partition-facts.ts'

export const partition: Strategy = {
  name: 'partition',
  reads: ['partition'],
  goal: settings => partitionGoal(ownSettings(partitionOptions, settings)),
  settingsFor(settings, givenAt) {
    const { times } = ownSettings(partitionOptions, settings)
    if (times === undefined) return settings
    return withOwnSettings(partitionOptions, settings, { times: givenAt.map(at => times[at]) })
  },
  facts: (messages, blocks, settings) =>
    withPartitionFacts(messages, blocks, ownSettings(partitionOptions, settings)),
  chooser: blockChooser({
    plan: partitionPlan,
    reducers: [filePointer, conversationSummary, commandExcerpt, resultReference],
    fitBudget: fitPartition,
  }),
  report: (...given) => ({ metrics: partitionMetrics(...given) }),
  about: (block, settings) => ({
    kind: partitionFacts(block)?.type,
    time: ownSettings(partitionOptions, settings).times?.[block.message],
  }),
}

const maxAttempts = 6

/** Finds how much of the compression zone must be removed to meet the budget; the preservation zone is given up last. */
function fitPartition<Attempt extends { readonly tokens: number }>(
  fitting: Fitting<Attempt>,
): Fitted<Attempt> {
  if (isDone(fitting)) {
    // A round with nothing to do misses no budget.
    const untouched = fitting.untouched()
    return { ...untouched, budget: { tokens: untouched.tokens, met: true } }
  }
  const budget = budgetOf(fitting)
  return firstWithin({ ...fitting, tokens: budget }, partitionedViews(fitting, budget))
}

function* partitionedViews<Attempt extends { readonly tokens: number }>(
  fitting: Fitting<Attempt>,
  budget: number,
): Generator<Attempt> {
  const { settings, overhead, attempt } = fitting
  const untouched = untouchedIfNear(fitting)
  if (untouched !== undefined) yield untouched
  const tokens = landingPoint(fitting, budget)
  const tries = steps(settings)
  for (const step of tries)
    yield landOn({ tokens, overhead }, maxAttempts, target =>
      attempt(withOwnSettings(partitionOptions, step, { target })),
    )
  const last = tries.at(-1)
  if (last !== undefined && ownSettings(partitionOptions, last).isPressed)
    yield attempt(withOwnSettings(partitionOptions, { ...last, atFloor: true }, { target: 0 }))
}

/** First with the zones, then without them, at last without the recency window. */
function steps(settings: PlanSettings): readonly PlanSettings[] {
  // The caller gave no size: the zones are kept.
  if (settings.budget?.goal === 'ratio') return [settings]
  const pressed = withOwnSettings(partitionOptions, settings, { isPressed: true })
  return [settings, pressed, ...(settings.recencyWindow > 0 ? [{ ...pressed, recencyWindow: 0 }] : [])]
}

/** Fewer new tokens do not pay off a round. */
const minNewTokens = 1000

/**
 * A second round would compress what the first one left: without a budget or a window, each text is compressed in one round
 * only.
 */
function isDone<Attempt>({ blocks, settings }: Fitting<Attempt>): boolean {
  if (settings.budget?.goal !== 'ratio') return false
  const fresh = blocks.slice(seenBlocks(blocks, ownSettings(partitionOptions, settings).since))
  const isLittle = fresh.length < blocks.length && tokensOf(fresh) < minNewTokens
  return isLittle || fresh.some(({ compressed, hasHandle: named }) => compressed && named)
}

/** The budget; or, where the caller named none, a share of what is new. */
function budgetOf<Attempt>({ blocks, settings, tokens, overhead }: Fitting<Attempt>): number {
  const { since } = ownSettings(partitionOptions, settings)
  if (settings.budget?.goal !== 'ratio' || since === undefined) return tokens
  const seen = seenBlocks(blocks, since)
  return Math.floor(overhead + tokensOf(blocks.slice(0, seen)) + tokensOf(blocks.slice(seen)) * targetRatio)
}

/** The budget; well below it where it comes from a window, so that the next turns do not compress again. */
function landingPoint<Attempt>({ blocks, settings, overhead }: Fitting<Attempt>, budget: number): number {
  if (settings.budget?.goal !== 'window') return budget
  return Math.min(budget, Math.floor((overhead + tokensOf(blocks)) * targetRatio))
}

function tokensOf(blocks: readonly Measured[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0)
}
