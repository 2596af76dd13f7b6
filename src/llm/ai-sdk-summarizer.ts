/** A summarizer from a language model of the AI SDK, versions 5 to 7, without importing the SDK. */
import { FoveaError } from '../errors.ts'
import type { Summarizer } from '../types.ts'
import { modelFailure, outputLimit, withoutThinking } from './model-answer.ts'
import { type SummaryStyle, summaryPrompt } from './prompts.ts'

/** What every specification of a language model from v2 on has in common, as far as a summary needs it. */
export interface AiSdkModel {
  doGenerate(call: AiSdkCall): PromiseLike<AiSdkAnswer>
}

export interface AiSdkCall {
  prompt: (
    | { role: 'system'; content: string }
    | { role: 'user'; content: { type: 'text'; text: string }[] }
  )[]
  maxOutputTokens?: number
  abortSignal?: AbortSignal
}

export interface AiSdkAnswer {
  readonly content: readonly { readonly type: string }[]
  /** A string in v2, an object since. */
  readonly finishReason: string | { readonly unified: string }
}

export interface AiSdkSummarizerOptions {
  /** @default 'normal' */
  readonly style?: SummaryStyle | undefined
  /** Further call options, such as `temperature`, `maxOutputTokens` or `providerOptions`. @default {} */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

export function aiSdkSummarizer(model: AiSdkModel, options: AiSdkSummarizerOptions = {}): Summarizer {
  if (typeof model?.doGenerate !== 'function')
    throw new FoveaError(
      'invalid-option',
      'aiSdkSummarizer needs a language model object of the AI SDK 5 or later, such as anthropic("…"), not its name.',
    )
  return async (text, context) => {
    const { system, user } = summaryPrompt(text, context, options.style)
    const answer = await model.doGenerate({
      maxOutputTokens: outputLimit(context.maxTokens),
      ...options.settings,
      prompt: [
        { role: 'system', content: system },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
      abortSignal: context.signal,
    })
    const reason =
      typeof answer.finishReason === 'string' ? answer.finishReason : answer.finishReason?.unified
    if (reason === 'length')
      throw modelFailure('The model ran into its output limit; raise settings.maxOutputTokens.')
    if (reason === 'content-filter' || reason === 'error')
      throw modelFailure(`The model stopped without a summary (${reason}).`)
    return withoutThinking(answer.content.map(textOf).join(''))
  }
}

function textOf(part: { readonly type: string; readonly text?: unknown }): string {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : ''
}
