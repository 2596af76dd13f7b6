/** A summarizer that asks again, more strictly, if the first answer is not good enough. */
import { exactCounter } from '../tokens/tokens.ts'
import type { TokenCounter } from '../types.ts'
import { judgeSummary } from './judge-summary.ts'
import type { Summarizer } from './model.ts'
import type { SummaryStyle } from './prompts.ts'

/**
 * `escalatingSummarizer(style => aiSdkSummarizer(model, { style }))`. The second answer is checked like any other. A failed
 * call is not repeated, since it would fail again.
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
