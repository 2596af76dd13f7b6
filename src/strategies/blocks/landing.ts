/** Lands a view on a budget by trial: each attempt says how far off the last aim was. */
import { fullEnough } from '../../view/full-enough.ts'

export interface Landing<Attempt> {
  /** The budget, and what it does not go to: the blocks are aimed at the difference. */
  readonly tokens: number
  readonly overhead: number
  readonly attempt: (aim: number) => Attempt
  readonly maxAttempts: number
}

/** The fullest view within the budget; the smallest of all tried where none is. */
export function landOn<Attempt extends { readonly tokens: number }>({
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
    if (isBetter(result.tokens, best.tokens, budget)) best = result
  }
  return best
}

function isBetter(tokens: number, than: number, budget: number): boolean {
  if (tokens > budget) return tokens < than
  return than > budget || tokens > than
}
