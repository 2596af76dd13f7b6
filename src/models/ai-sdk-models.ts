/** Summarizers, classifiers and writers from a language model of the AI SDK. */
import { optionError } from '../errors.ts'
import { classifierOf } from './classifier-of.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'
import type { Classifier, LedgerWriter, NoteWriter, Summarizer } from './model.ts'
import {
  type AskModel,
  type ModelUsage,
  modelFailure,
  outputLimit,
  tokenCount,
  withoutThinking,
} from './model-answer.ts'
import { noteWriterOf } from './note-prompt.ts'
import { type SummaryStyle, summaryPrompt } from './prompts.ts'

export interface AiSdkSummarizerOptions extends AiSdkOptions {
  /** @default 'normal' */
  readonly style?: SummaryStyle | undefined
}

export function aiSdkSummarizer(model: AiSdkModel, options: AiSdkSummarizerOptions = {}): Summarizer {
  const ask = askAiSdk(model, options)
  return (text, context) => ask(summaryPrompt(text, context, options.style), context)
}

export function aiSdkClassifier(model: AiSdkModel, options: AiSdkOptions = {}): Classifier {
  return classifierOf(askAiSdk(model, options))
}

export function aiSdkLedgerWriter(model: AiSdkModel, options: AiSdkOptions = {}): LedgerWriter {
  return ledgerWriterOf(askAiSdk(model, options))
}

export function aiSdkWriter(model: AiSdkModel, options: AiSdkOptions = {}): NoteWriter {
  return noteWriterOf(askAiSdk(model, options))
}

/** What all specifications of a language model from v2 on have in common, as far as an answer needs it. */
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
  /** Numbers in v2, objects with a `total` since. */
  readonly usage?: unknown
}

export interface AiSdkOptions {
  /** Further call options, such as `temperature`, `maxOutputTokens` or `providerOptions`. @default {} */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** Asks a language model of the AI SDK, versions 5 to 7, without importing the SDK. */
export function askAiSdk(model: AiSdkModel, { settings }: AiSdkOptions): AskModel {
  if (typeof model?.doGenerate !== 'function')
    throw optionError(
      'A language model object of the AI SDK 5 or later is needed, such as anthropic("…"), not its name.',
    )
  return async ({ system, user }, { maxTokens, signal, onUsage }) => {
    const answer = await model.doGenerate({
      maxOutputTokens: outputLimit(maxTokens),
      ...settings,
      prompt: [
        { role: 'system', content: system },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
      abortSignal: signal,
    })
    const usage = usageOf(answer.usage)
    onUsage?.(usage)
    const reason =
      typeof answer.finishReason === 'string' ? answer.finishReason : answer.finishReason?.unified
    if (reason === 'length')
      throw modelFailure('The model ran into its output limit; raise settings.maxOutputTokens.', { usage })
    if (reason === 'content-filter' || reason === 'error')
      throw modelFailure(`The model stopped without an answer (${reason}).`, { usage })
    return withoutThinking(answer.content.map(textOf).join(''))
  }
}

function usageOf(usage: unknown): ModelUsage {
  const { inputTokens, outputTokens } = (usage ?? {}) as Readonly<Record<string, unknown>>
  return { inputTokens: countOf(inputTokens), outputTokens: countOf(outputTokens) }
}

function countOf(count: unknown): number | undefined {
  const total = typeof count === 'object' && count !== null ? (count as { total?: unknown }).total : count
  return tokenCount(total)
}

function textOf(part: { readonly type: string; readonly text?: unknown }): string {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : ''
}
