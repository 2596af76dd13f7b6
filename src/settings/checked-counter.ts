/** Checks the caller's counter. */
import type { TokenCounter } from '../types.ts'
import { invalidOption } from './invalid-option.ts'

/** Throws `invalid-option`. Calls the counter once: one that returns a promise, or no number, would make every size wrong. */
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
