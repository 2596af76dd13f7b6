/** Everything about models: the types of summarizers and classifiers, ready-made ones, and how they are asked. */

export type { AiSdkAnswer, AiSdkCall, AiSdkModel, AiSdkOptions } from './ai-sdk-models.ts'
export {
  type AiSdkSummarizerOptions,
  aiSdkClassifier,
  aiSdkLedgerWriter,
  aiSdkSummarizer,
  aiSdkWriter,
} from './ai-sdk-models.ts'
export {
  type EndpointSummarizerOptions,
  endpointClassifier,
  endpointLedgerWriter,
  endpointSummarizer,
  endpointWriter,
} from './endpoint-models.ts'
export { escalatingSummarizer } from './escalating-summarizer.ts'
export type {
  AskContext,
  Classification,
  Classifier,
  ClassifierMode,
  EndpointKind,
  EndpointOptions,
  LedgerProse,
  LedgerWriter,
  NoteContext,
  NoteWriter,
  Summarizer,
  SummaryContext,
  WrittenNote,
} from './model.ts'
export { notePrompt } from './note-prompt.ts'
export type { Prompt, SummaryStyle } from './prompts.ts'
