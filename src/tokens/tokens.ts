/** Every way to count tokens: exact, estimated, as a model would, corrected by usage, cached. */

export type { UsageObservation } from './corrected-counter.ts'
export { correctedCounter, factorFromUsage } from './corrected-counter.ts'
export { estimateCounter } from './estimate-counter.ts'
export type { EncodingName } from './exact-counter.ts'
export { exactCounter } from './exact-counter.ts'
export { memoCounter } from './memo-counter.ts'
export type { ModelCounterOptions } from './model-counter.ts'
export { modelCounter } from './model-counter.ts'
