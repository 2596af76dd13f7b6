/** Summarizers, classifiers and writers from any endpoint with the API of OpenAI, Anthropic or Gemini. */
import { askEndpoint } from './ask-endpoint.ts'
import { classifierOf } from './classifier-of.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'
import type { Classifier, EndpointOptions, LedgerWriter, NoteWriter, Summarizer } from './model.ts'
import { noteWriterOf } from './note-prompt.ts'
import { type SummaryStyle, summaryPrompt } from './prompts.ts'

export interface EndpointSummarizerOptions extends EndpointOptions {
  /** @default 'normal' */
  readonly style?: SummaryStyle | undefined
}

export function endpointSummarizer(options: EndpointSummarizerOptions): Summarizer {
  const ask = askEndpoint(options)
  return (text, context) => ask(summaryPrompt(text, context, options.style), context)
}

export function endpointClassifier(options: EndpointOptions): Classifier {
  return classifierOf(askEndpoint(options))
}

export function endpointLedgerWriter(options: EndpointOptions): LedgerWriter {
  return ledgerWriterOf(askEndpoint(options))
}

const known = new WeakMap<EndpointOptions, NoteWriter>()

/** Returns the same writer for the same object, because answers are cached by writer. */
export function endpointWriter(options: EndpointOptions): NoteWriter {
  const writer = known.get(options) ?? noteWriterOf(askEndpoint(options))
  known.set(options, writer)
  return writer
}
