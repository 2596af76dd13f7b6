/** Finds the cap with which a view lands on its budget: a first guess from the measurements, then by what came out. */
import type { Floor, Measured, PlanSettings } from '../types.ts'
import { protect } from './protect.ts'

/** A view that is this full needs no further try. */
const fullEnough = 0.97
const mostAttempts = 8

/** The least an excerpt is asked to fit into: its marker and a line or two. */
const smallestCap = 48

export interface Fitted<Attempt> {
  readonly attempt: Attempt
  readonly met: boolean
  readonly floor?: Floor
}

/**
 * Calls `attempt` with different caps, with none at all first, and returns the fullest result within `budget`; where
 * none is, the smallest result and the floor that makes the budget impossible. `overhead` is what the request costs
 * beside its blocks.
 */
export function fitBudget<Attempt extends { readonly tokens: number }>(
  blocks: readonly Measured[],
  settings: PlanSettings,
  budget: number,
  overhead: number,
  attempt: (settings: PlanSettings | undefined) => Attempt,
): Fitted<Attempt> {
  const untouched = attempt(undefined)
  if (untouched.tokens <= budget) return { attempt: untouched, met: true }
  let smallest = untouched
  for (const recent of settings.recent > 0 ? [settings.recent, 0] : [0]) {
    const pressed = { ...settings, recent, again: true }
    const best = search(blocks, pressed, budget, overhead, attempt)
    if (best.tokens <= budget) return { attempt: best, met: true }
    if (best.tokens < smallest.tokens) smallest = best
  }
  return {
    attempt: smallest,
    met: false,
    floor: floorOf(blocks, { ...settings, recent: 0, again: true }, overhead, smallest.tokens),
  }
}

function search<Attempt extends { readonly tokens: number }>(
  blocks: readonly Measured[],
  settings: PlanSettings,
  budget: number,
  overhead: number,
  attempt: (settings: PlanSettings) => Attempt,
): Attempt {
  const reasons = protect(blocks, settings)
  let best: Attempt | undefined
  let aim = budget - overhead
  const tried = new Set<number>()
  while (tried.size < mostAttempts) {
    const maxBlockTokens = capFor(blocks, reasons, settings, aim)
    if (tried.has(maxBlockTokens)) break
    tried.add(maxBlockTokens)
    const result = attempt({ ...settings, maxBlockTokens })
    if (best === undefined || isBetter(result.tokens, best.tokens, budget)) best = result
    if (result.tokens <= budget && result.tokens >= budget * fullEnough) break
    // Aim for the middle of the landing strip, not for its edge.
    aim += budget * ((1 + fullEnough) / 2) - result.tokens
  }
  return best as Attempt
}

function isBetter(tokens: number, than: number, budget: number): boolean {
  if (tokens > budget) return tokens < than
  return than > budget || tokens > than
}

/** The largest cap at which the blocks, as measured, add up to no more than `aim`. */
function capFor(
  blocks: readonly Measured[],
  reasons: readonly (string | undefined)[],
  settings: PlanSettings,
  aim: number,
): number {
  const isFixed = (block: Measured, index: number) =>
    reasons[index] !== undefined || block.tokens < settings.minBlockTokens
  const fixed = blocks.filter(isFixed).reduce((sum, block) => sum + block.tokens, 0)
  const sizes = blocks
    .filter((block, index) => !isFixed(block, index))
    .map(block => block.tokens)
    .sort((a, b) => a - b)
  let left = aim - fixed
  for (const [index, size] of sizes.entries()) {
    const share = left / (sizes.length - index)
    if (size > share) return Math.max(smallestCap, Math.floor(share))
    left -= size
  }
  return Math.max(smallestCap, sizes.at(-1) ?? 0)
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
