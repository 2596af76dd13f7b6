/** The names of all options of `compress`. */
import type { AskingOptions, ModelOptions } from '../../models/model-options.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import type { SessionInfo } from '../../store/store.ts'
import type { CompressOptions } from './compress-options.ts'
import { byGroup } from './option-groups.ts'
import type { SharedOptions } from './shared-options.ts'

const askingNames: NamesOf<AskingOptions> = {
  concurrency: true,
  timeoutMs: true,
  maxCalls: true,
  signal: true,
  preserveTerms: true,
}
const modelNames: NamesOf<ModelOptions> = {
  ...askingNames,
  summarizer: true,
  classifier: true,
  classifierMode: true,
  minConfidence: true,
  ledgerWriter: true,
  writer: true,
  earlierNote: true,
  writerPrices: { input: true, output: true },
}
const sessionInfoNames: NamesOf<SessionInfo> = { id: true, format: true, agent: true, model: true }
const sharedNames: NamesOf<SharedOptions> = {
  store: true,
  budget: true,
  reserved: true,
  format: true,
  window: true,
  counter: true,
  exactCounts: true,
  preserve: true,
  recencyWindow: true,
  pins: true,
  preservePatterns: true,
  compressionThreshold: true,
  minBlockTokens: true,
  dedup: true,
  instructions: true,
  gate: true,
  secrets: true,
  session: sessionInfoNames,
  trace: true,
  dryRun: true,
  strict: true,
  onNote: true,
  expandWith: true,
}

/** Every option of `compress`. */
export const compressOptionNames: NamesOf<CompressOptions> = {
  strategy: true,
  ...sharedNames,
  focus: true,
  handles: true,
  state: true,
  ...byGroup(({ names }) => names),
  model: modelNames,
  workers: true,
}
