/** A summarizer that asks again, more strictly, where the first answer will not do. */
import { exactCounter } from '../tokens/tokens.ts'
import type { TokenCounter } from '../types.ts'
import { judgeSummary } from './judge-summary.ts'
import type { Summarizer } from './model.ts'
import type { SummaryStyle } from './prompts.ts'

/**
 * `escalatingSummarizer(style => aiSdkSummarizer(model, { style }))`. The second answer is accepted or refused like any other;
 * a call that fails is not repeated, since what failed would fail again.
 */
export function escalatingSummarizer(
  summarizerOf: (style: SummaryStyle) => Summarizer,
  counter: TokenCounter = exactCounter(),
): Summarizer {
  const normal = summarizerOf('normal')
  const aggressive = summarizerOf('aggressive')
  return async (text, context) => {
    const answer = await normal(text, context)
    if (context.signal.aborted || judgeSummary(text, answer, counter).accepted) return answer
    return aggressive(text, { ...context, maxTokens: Math.ceil(context.maxTokens / 2) })
  }
}
