/** The public API. A name added here is a promise; a test pins the list. */
export { compress, compressSync } from './compress.ts'
export { type CompressRequestResult, compressRequest } from './compress-request.ts'
export { type ErrorCode, type ErrorPlace, FoveaError, type PurgeReason, type Tombstone } from './errors.ts'
export { type ExpandMessages, expand } from './expand.ts'
export { detectFormat } from './formats/detect-format.ts'
export type { Edit, Fit, Format, Problem, Provenance, RequestRoute, RequestShape } from './formats/format.ts'
export { formats } from './formats/index.ts'
export { type Inspection, type InspectOptions, inspect } from './inspect.ts'
export type { AskingOptions, ModelOptions } from './models/model-options.ts'
export type {
  AutoReport,
  BudgetShare,
  Change,
  CompressResult,
  ContextPressure,
  Floor,
  GateMiss,
  GateReport,
  Loss,
  Metric,
  PartitionMetrics,
  Receipt,
  TokenCount,
  TracedDecision,
  Zones,
} from './receipt.ts'
export { handlesIn } from './scan/marker.ts'
export { memoryStore } from './store/memory-store.ts'
export { parseDuration, parseSize } from './store/parse-amounts.ts'
export type {
  ListedOriginal,
  Original,
  PurgeFilter,
  PurgeReport,
  Range,
  RecordedReceipt,
  Retention,
  Run,
  SearchHit,
  SearchOptions,
  SessionInfo,
  SessionState,
  Store,
  Stored,
  StoreStats,
  StoreStep,
  StoreStepOptions,
  SyncStore,
  Verification,
  View,
} from './store/store.ts'
export { takeSteps } from './store/store-steps.ts'
export type { AnchoredOptions, RehydrateOptions } from './strategies/anchored/anchored-options.ts'
export type { AutoOptions } from './strategies/auto/auto-options.ts'
export type { CapOptions } from './strategies/cap/cap-options.ts'
export type {
  AddedStrategies,
  CompressOptions,
  OptionsOfStrategies,
  StrategyOptions,
  SyncCompressOptions,
} from './strategies/options/compress-options.ts'
export type { SharedOptions } from './strategies/options/shared-options.ts'
export type { PartitionOptions } from './strategies/partition/partition-options.ts'
export type { RulesOptions } from './strategies/rules/rules-options.ts'
export type {
  Anchor,
  Block,
  ContentKind,
  FormatName,
  Framing,
  GateMode,
  Media,
  Message,
  Note,
  OpaqueBlock,
  OpaqueKind,
  OriginalEntry,
  OriginalMedia,
  OriginalsByHash,
  Path,
  ReducerName,
  ResumeState,
  Role,
  StrategyName,
  Target,
  TextBlock,
  TokenCounter,
  ToolCallBlock,
  ToolResultBlock,
} from './types.ts'
export {
  type Missing,
  type UncompressOptions,
  type UncompressResult,
  uncompress,
  uncompressSync,
} from './uncompress.ts'
