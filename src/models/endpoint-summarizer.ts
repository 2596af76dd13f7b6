/** A summarizer from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */

import { askEndpoint } from './ask-endpoint.ts'
import type { EndpointOptions, Summarizer } from './model.ts'
import { type SummaryStyle, summaryPrompt } from './prompts.ts'

export interface EndpointSummarizerOptions extends EndpointOptions {
  /** @default 'normal' */
  readonly style?: SummaryStyle | undefined
}

export function endpointSummarizer(options: EndpointSummarizerOptions): Summarizer {
  const ask = askEndpoint(options)
  return (text, context) => ask(summaryPrompt(text, context, options.style), context)
}
