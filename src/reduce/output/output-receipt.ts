/** The receipt of one shortened output, as of a conversation that is this one text. No strategy has run. */
import type { Receipt, TokenCounter } from '../../types.ts'
import type { ReducedOutput } from './reduce-output.ts'

export type ShortenedOutput = Pick<ReducedOutput, 'handle' | 'tokensBefore' | 'tokensAfter'> & {
  /** The hash of the original. */
  readonly original: string
  readonly reason: string
}

export function outputReceipt(output: ShortenedOutput, { name, exact }: TokenCounter): Receipt {
  const { original, handle, reason, tokensBefore, tokensAfter } = output
  const change = { message: 0, block: 0, reducer: 'excerpt', loss: 'recoverable' } as const
  return {
    version: 2,
    strategy: 'output',
    tokens: {
      before: { tokens: tokensBefore, exact },
      after: { tokens: tokensAfter, exact },
      counter: name,
    },
    keptRatio: tokensAfter / tokensBefore,
    changes: [{ ...change, reason, original, handle, tokensBefore, tokensAfter }],
    losses: { lossless: 0, recoverable: 1, lossy: 0 },
    notes: [],
  }
}
