/** Every way to count tokens: exact, estimated, as a model would, corrected by usage, cached. */

export type { UsageObservation } from './tokens-corrected.ts'
export { correctedCounter, factorFromUsage } from './tokens-corrected.ts'
export { estimateCounter } from './tokens-estimate.ts'
export type { EncodingName } from './tokens-exact.ts'
export { exactCounter } from './tokens-exact.ts'
export { memoCounter } from './tokens-memo.ts'
export type { ModelCounterOptions } from './tokens-model.ts'
export { modelCounter } from './tokens-model.ts'
