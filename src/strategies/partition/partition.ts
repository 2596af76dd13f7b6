/** The strategy `partition`: what is recent stays, what is older is compressed by type until the target is met. */
import { seenBlocks } from '../../measure/anchor.ts'
import type { Measured, PlanSettings } from '../../reduce/plan.ts'
import {
  type Fitted,
  type Fitting,
  fullEnough,
  isBetterFit,
  untouchedIfNear,
  withFloor,
} from '../../view/fitting.ts'
import { blockChooser } from '../blocks/block-chooser.ts'
import type { Strategy } from '../strategy.ts'
import { withPartitionFacts } from './partition-facts.ts'
import { partitionMetrics } from './partition-metrics.ts'
import { partitionPlan, targetRatio } from './partition-plan.ts'

export const partition: Strategy = {
  name: 'partition',
  facts: (messages, blocks, settings) => withPartitionFacts(messages, blocks, settings.partition),
  chooser: blockChooser({ plan: partitionPlan, fitBudget: fitPartition }),
  metrics: partitionMetrics,
}

const maxAttempts = 6

/** Finds how much of the compression zone must go for a view to land on its budget; the zones give way last. */
function fitPartition<Attempt extends { readonly tokens: number }>(
  fitting: Fitting<Attempt>,
): Fitted<Attempt> {
  const { settings, overhead, attempt } = fitting
  const budget = budgetOf(fitting)
  let smallest = isDone(fitting) ? fitting.untouched() : untouchedIfNear(fitting)
  if (smallest !== undefined && smallest.tokens <= budget)
    return { ...smallest, budget: { tokens: budget, met: true } }
  const tokens = landingPoint(fitting, budget)
  const tries = isDone(fitting) ? [] : steps(settings)
  for (const step of tries) {
    const attemptAt = (target: number): Attempt =>
      attempt({ ...step, partition: { share: 0, ...step.partition, target } })
    const best = landOn({ tokens, overhead, attempt: attemptAt, maxAttempts })
    if (best.tokens <= budget) return { ...best, budget: { tokens: budget, met: true } }
    if (smallest === undefined || best.tokens < smallest.tokens) smallest = best
  }
  const last = tries.at(-1)
  if (last?.partition?.isPressed) {
    const floor = attempt({ ...last, atFloor: true, partition: { ...last.partition, target: 0 } })
    if (floor.tokens <= budget) return { ...floor, budget: { tokens: budget, met: true } }
    if (smallest === undefined || floor.tokens < smallest.tokens) smallest = floor
  }
  return withFloor({ ...fitting, tokens: budget }, smallest as Attempt)
}

/** First within the zones, then without them, at last without the messages that were asked for. */
function steps(settings: PlanSettings): readonly PlanSettings[] {
  const { partition = { share: 0 } } = settings
  // Nobody asked for a size: what the zones hold stays.
  if (partition.goal === 'ratio') return [settings]
  const pressed: PlanSettings = { ...settings, partition: { ...partition, isPressed: true } }
  return [settings, pressed, ...(settings.recencyWindow > 0 ? [{ ...pressed, recencyWindow: 0 }] : [])]
}

/** Less that is new is not worth a round. */
const minNewTokens = 1000

/** A share of what a round has left is another share: without a budget or a window, each text is compressed in one round. */
function isDone<Attempt>({ blocks, settings: { partition } }: Fitting<Attempt>): boolean {
  if (partition?.goal !== 'ratio') return false
  const fresh = blocks.slice(seenBlocks(blocks, partition.since))
  const isLittle = fresh.length < blocks.length && tokensOf(fresh) < minNewTokens
  return isLittle || fresh.some(({ compressed, hasHandle: named }) => compressed && named)
}

/** The budget; or, where nobody named one, so much of what is new. */
function budgetOf<Attempt>({ blocks, settings: { partition }, tokens, overhead }: Fitting<Attempt>): number {
  if (partition?.goal !== 'ratio' || partition.since === undefined) return tokens
  const seen = seenBlocks(blocks, partition.since)
  return Math.floor(overhead + tokensOf(blocks.slice(0, seen)) + tokensOf(blocks.slice(seen)) * targetRatio)
}

/** On the budget; well below it where it is the line that a window was filled to: the next turns should not start over. */
function landingPoint<Attempt>({ blocks, settings, overhead }: Fitting<Attempt>, budget: number): number {
  if (settings.partition?.goal !== 'window') return budget
  return Math.min(budget, Math.floor((overhead + tokensOf(blocks)) * targetRatio))
}

function tokensOf(blocks: readonly Measured[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Lands a view on a budget by trial: each attempt says how far off the last aim was. */
interface Landing<Attempt> {
  /** The budget, and what it does not go to: the blocks are aimed at the difference. */
  readonly tokens: number
  readonly overhead: number
  readonly attempt: (aim: number) => Attempt
  readonly maxAttempts: number
}

/** The fullest view within the budget; the smallest of all tried where none is. */
function landOn<Attempt extends { readonly tokens: number }>({
  tokens: budget,
  overhead,
  attempt,
  maxAttempts,
}: Landing<Attempt>): Attempt {
  let aim = budget - overhead
  let best = attempt(aim)
  let result = best
  for (let attempts = 1; attempts < maxAttempts; attempts += 1) {
    if (result.tokens <= budget && result.tokens >= budget * fullEnough) break
    // Aim for the middle of the landing strip, not for its edge.
    aim += budget * ((1 + fullEnough) / 2) - result.tokens
    result = attempt(aim)
    if (isBetterFit(result.tokens, best.tokens, budget)) best = result
  }
  return best
}
