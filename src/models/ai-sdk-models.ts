/** Summarizers, classifiers and writers from a language model of the AI SDK. */
import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import { classifierOf } from './classifier-of.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'
import type { Classifier, LedgerWriter, NoteWriter, Summarizer } from './model.ts'
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
