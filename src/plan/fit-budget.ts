/** Finds the cap with which a view lands on its budget: a first guess from the measurements, then by what came out. */
import type { Floor, Measured, PlanSettings, Receipt } from '../types.ts'
import { protect } from './protect.ts'

/** A view that is this full needs no further try. */
const fullEnough = 0.97
const mostAttempts = 8

/** The least that an excerpt is asked to fit into: its marker and a line or two. */
const smallestCap = 48

/** Measurements may be estimates; as near as this to the budget, the request is counted exactly. */
const estimateError = 0.25

export interface BudgetTarget {
  readonly tokens: number
  /** What the request costs beside its blocks. */
  readonly overhead: number
}

type Fitted<Attempt> = Attempt & { readonly budget: NonNullable<Receipt['budget']> }

/**
 * The fullest view within the budget. `untouched` is the request as it came, `attempt` a view under certain settings.
 * Where no view is small enough: the smallest, with the floor that makes the budget impossible.
 */
export function fitBudget<Attempt extends { readonly tokens: number }>(
  blocks: readonly Measured[],
  settings: PlanSettings,
  { tokens: budget, overhead }: BudgetTarget,
  untouched: () => Attempt,
  attempt: (settings: PlanSettings) => Attempt,
): Fitted<Attempt> {
  const measured = blocks.reduce((sum, block) => sum + block.tokens, overhead)
  let smallest = measured * (1 - estimateError) <= budget ? untouched() : undefined
  if (smallest !== undefined && smallest.tokens <= budget)
    return { ...smallest, budget: { tokens: budget, met: true } }
  for (const recent of settings.recent > 0 ? [settings.recent, 0] : [0]) {
    const best = search(blocks, { ...settings, recent, again: true }, budget, overhead, attempt)
    if (best.tokens <= budget) return { ...best, budget: { tokens: budget, met: true } }
    if (smallest === undefined || best.tokens < smallest.tokens) smallest = best
  }
  const last = smallest as Attempt
  const floor = floorOf(blocks, { ...settings, recent: 0, again: true }, overhead, last.tokens)
  return { ...last, budget: { tokens: budget, met: false, floor } }
}

function search<Attempt extends { readonly tokens: number }>(
  blocks: readonly Measured[],
  settings: PlanSettings,
  budget: number,
  overhead: number,
  attempt: (settings: PlanSettings) => Attempt,
): Attempt {
  const capFor = capFinder(blocks, settings)
  const tried = new Set<number>()
  let best: Attempt | undefined
  let aim = budget - overhead
  while (best === undefined || tried.size < mostAttempts) {
    const maxBlockTokens = capFor(aim)
    if (best !== undefined && tried.has(maxBlockTokens)) break
    tried.add(maxBlockTokens)
    const result = attempt({ ...settings, maxBlockTokens })
    if (best === undefined || isBetter(result.tokens, best.tokens, budget)) best = result
    if (result.tokens <= budget && result.tokens >= budget * fullEnough) break
    // Aim for the middle of the landing strip, not for its edge.
    aim += budget * ((1 + fullEnough) / 2) - result.tokens
  }
  return best
}

function isBetter(tokens: number, than: number, budget: number): boolean {
  if (tokens > budget) return tokens < than
  return than > budget || tokens > than
}

/** Answers with the largest cap at which the blocks, as measured, add up to no more than an aim. */
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
      if (size > share) return Math.max(smallestCap, Math.floor(share))
      left -= size
    }
    return Math.max(smallestCap, sizes.at(-1) ?? 0)
  }
}

/** What the smallest view is made of: what may not be touched, by the reason why, and the remains of the rest. */
function floorOf(
  blocks: readonly Measured[],
  settings: PlanSettings,
  overhead: number,
  tokens: number,
): Floor {
  const parts: Record<string, number> = { 'message overhead, system and tools': overhead }
  for (const [index, reason] of protect(blocks, settings).entries())
    if (reason !== undefined) parts[reason] = (parts[reason] ?? 0) + (blocks[index] as Measured).tokens
  const named = Object.values(parts).reduce((sum, part) => sum + part, 0)
  return { tokens, parts: { ...parts, 'markers and small blocks': Math.max(0, tokens - named) } }
}
