/** A summarizer from a language model of the AI SDK. */

import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import type { Summarizer } from './model.ts'
import { type SummaryStyle, summaryPrompt } from './prompts.ts'

export interface AiSdkSummarizerOptions extends AiSdkOptions {
  /** @default 'normal' */
  readonly style?: SummaryStyle | undefined
}

export function aiSdkSummarizer(model: AiSdkModel, options: AiSdkSummarizerOptions = {}): Summarizer {
  const ask = askAiSdk(model, options)
  return (text, context) => ask(summaryPrompt(text, context, options.style), context)
}
