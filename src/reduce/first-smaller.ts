/** Of several ways to say it, the first that is smaller than the text: the size guard of every summary. */
import type { ReduceInput, Shorten, Shortened } from './reducer.ts'

/** What saves less than a tenth is not worth what it leaves out. */
const maxKept = 0.9

/** Variants are made only as far as they are needed. */
export function firstSmaller({ tokens, counter }: ReduceInput, variants: readonly (() => string)[]): Shorten {
  let shortened: Shortened | undefined
  for (const variant of variants) {
    const text = variant()
    const size = counter.count(text)
    if (size > tokens * maxKept) continue
    shortened = { text, tokens: size }
    break
  }
  return maxTokens => (shortened !== undefined && shortened.tokens <= maxTokens ? shortened : undefined)
}
