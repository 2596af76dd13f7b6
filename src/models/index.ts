/** Everything about models: what summarizers and classifiers are, ready-made ones, and how they are asked. */

export type { AiSdkAnswer, AiSdkCall, AiSdkModel, AiSdkOptions } from './ai-sdk-models.ts'
export {
  type AiSdkSummarizerOptions,
  aiSdkClassifier,
  aiSdkLedgerWriter,
  aiSdkSummarizer,
  aiSdkWriter,
} from './ai-sdk-models.ts'
export type { AskLimits } from './ask-all.ts'
export {
  type EndpointSummarizerOptions,
  endpointClassifier,
  endpointLedgerWriter,
  endpointSummarizer,
  endpointWriter,
} from './endpoint-models.ts'
export { escalatingSummarizer } from './escalating-summarizer.ts'
export type { NoteFacts } from './fault-finder.ts'
export { judgeNote, type NoteLimits, type NoteRejection, type NoteVerdict } from './judge-note.ts'
export { judgeSummary, type RejectionReason, type Verdict } from './judge-summary.ts'
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
export type { Asked, SummaryOutcome } from './outcome-notes.ts'
export type { Prompt, SummaryStyle } from './prompts.ts'
export {
  type Summaries,
  type SummarizeOptions,
  type SummaryMemo,
  type SummaryRequest,
  summarizeAll,
  summarizeDefaults,
} from './summarize-all.ts'
