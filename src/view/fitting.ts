/** What every search for a view within a budget begins and ends with. */
import type { Receipt } from '../receipt.ts'
import type { Measured, PlanSettings } from '../reduce/plan.ts'
import { protect } from './protect.ts'

export interface Fitting<Attempt> {
  readonly blocks: readonly Measured[]
  readonly settings: PlanSettings
  /** The budget. */
  readonly tokens: number
  /** Tokens of the request in addition to its blocks. */
  readonly overhead: number
  /** The request as it came. */
  readonly untouched: () => Attempt
  /** The view under certain settings. */
  readonly attempt: (settings: PlanSettings) => Attempt
}

export type Fitted<Attempt> = Attempt & { readonly budget: NonNullable<Receipt['budget']> }

/** Measurements may be estimates; as near as this to the budget, the request is counted exactly. */
export const estimateError = 0.25

/** The request as it came, unless it is sure to be over the budget. */
export function untouchedIfNear<Attempt>(fitting: Fitting<Attempt>): Attempt | undefined {
  const { blocks, overhead, tokens, untouched } = fitting
  const measured = blocks.reduce((sum, block) => sum + block.tokens, overhead)
  return measured * (1 - estimateError) <= tokens ? untouched() : undefined
}

/** The smallest view there is, with what it is made of: what may not be touched, and the remains of the rest. */
export function withFloor<Attempt extends { readonly tokens: number }>(
  { blocks, settings, overhead, tokens: budget }: Fitting<Attempt>,
  smallest: Attempt,
): Fitted<Attempt> {
  const parts: Record<string, number> = { 'message overhead, system and tools': overhead }
  const reasons = protect(blocks, { ...settings, recencyWindow: 0, allowRecompress: true })
  for (const [index, reason] of reasons.entries())
    if (reason !== undefined) parts[reason] = (parts[reason] ?? 0) + (blocks[index] as Measured).tokens
  const named = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const rest = Math.max(0, smallest.tokens - named)
  const floor = { tokens: smallest.tokens, parts: { ...parts, 'markers, summaries and small blocks': rest } }
  return { ...smallest, budget: { tokens: budget, met: false, floor } }
}

/** A view that fills this share of its budget needs no further try. */
export const fullEnough = 0.97

/** Whether a view of this size is the better one: the fullest within the budget, else the smallest. */
function isBetterFit(tokens: number, than: number, budget: number): boolean {
  if (tokens > budget) return tokens < than
  return than > budget || tokens > than
}

/** The first view within the budget; the smallest of them, with its floor, where none is. */
export function firstWithin<Attempt extends { readonly tokens: number }>(
  fitting: Fitting<Attempt>,
  views: Iterable<Attempt>,
): Fitted<Attempt> {
  const { tokens: budget } = fitting
  let smallest: Attempt | undefined
  for (const view of views) {
    if (view.tokens <= budget) return { ...view, budget: { tokens: budget, met: true } }
    if (smallest === undefined || view.tokens < smallest.tokens) smallest = view
  }
  return withFloor(fitting, smallest as Attempt)
}

/**
 * Lands a view on a budget by trial: each attempt says how far off the last aim was. Returns the fullest view within the
 * budget, else the smallest of all tried. `attempt`: `undefined` where its view was tried before, which ends the search.
 */
export function landOn<Attempt extends { readonly tokens: number }>(
  { tokens: budget, overhead }: Pick<Fitting<Attempt>, 'tokens' | 'overhead'>,
  maxAttempts: number,
  attempt: (aim: number) => Attempt | undefined,
): Attempt {
  let aim = budget - overhead
  let best: Attempt | undefined
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const view = attempt(aim)
    if (view === undefined) break
    if (best === undefined || isBetterFit(view.tokens, best.tokens, budget)) best = view
    if (view.tokens <= budget && view.tokens >= budget * fullEnough) break
    // Aim for the middle of the landing strip, not for its edge.
    aim += budget * ((1 + fullEnough) / 2) - view.tokens
  }
  return best as Attempt
}
