/** A counter as it was given, where it counts. */
import type { TokenCounter } from '../types.ts'
import { invalidOption } from './invalid-option.ts'

/** Throws `invalid-option`. It is tried: one that answers later, or with no number, would make nonsense of every size. */
export function checkedCounter(
  counter: TokenCounter | string | undefined,
): TokenCounter | string | undefined {
  if (counter === undefined || typeof counter === 'string') return counter
  if (typeof counter?.count !== 'function')
    throw invalidOption('counter', counter, 'the name of a model, or an object with count(text)')
  const tokens: unknown = counter.count('text')
  if (!(typeof tokens === 'number' && tokens >= 0 && tokens < Number.POSITIVE_INFINITY))
    throw invalidOption('counter.count("text")', tokens, 'a number of at least 0')
  return counter
}
