/** Everything about models: what a summarizer is, ready-made ones, and how they are asked. */

export type { Summarizer, SummaryContext } from '../types.ts'
export {
  type AiSdkAnswer,
  type AiSdkCall,
  type AiSdkModel,
  type AiSdkSummarizerOptions,
  aiSdkSummarizer,
} from './ai-sdk-summarizer.ts'
export type { EndpointKind } from './endpoint-kinds.ts'
export { type EndpointSummarizerOptions, endpointSummarizer } from './endpoint-summarizer.ts'
export { escalatingSummarizer } from './escalating-summarizer.ts'
export { judgeSummary, type RejectionReason, type Verdict } from './judge-summary.ts'
export type { SummaryStyle } from './prompts.ts'
export {
  type Summaries,
  type SummarizeOptions,
  type SummaryMemo,
  type SummaryRequest,
  summarizeAll,
  summarizeDefaults,
} from './summarize-all.ts'
export type { Asked, SummaryOutcome } from './summary-outcome.ts'
