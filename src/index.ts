/** The public API. A name added here is a promise; the list is pinned by a test. */
export { compress, compressSync } from './compress.ts'
export { type CompressRequestResult, compressRequest } from './compress-request.ts'
export { type ErrorCode, type ErrorPlace, FoveaError } from './errors.ts'
export { expand } from './expand.ts'
export { type ExpandOpaqueOptions, expandOpaque } from './expand-opaque.ts'
export { detectFormat } from './formats/detect-format.ts'
export { formatNamed, formats } from './formats/index.ts'
export { type Inspection, type InspectOptions, inspect } from './inspect.ts'
export { createLedger, type LedgerOptions } from './ledger/create-ledger.ts'
export type { Fact, FactKind, Ledger, Row, SectionName, Source } from './ledger/ledger.ts'
export type { CustomSection } from './ledger/ledger-of-messages.ts'
export { parseLedger } from './ledger/markdown/parse-ledger.ts'
export { type RenderedLedger, type RenderOptions, renderLedger } from './ledger/markdown/render-ledger.ts'
export { mergeLedgers } from './ledger/merge-ledgers.ts'
export { type WriteLedgerOptions, type WrittenLedger, writeLedger } from './ledger/write-ledger.ts'
export { type CompressOptions, defaults } from './options.ts'
export { handlesIn } from './scan/marker.ts'
export { memoryStore } from './store/memory.ts'
export { parseDuration } from './store/parse-duration.ts'
export { parseSize } from './store/parse-size.ts'
export { takeSteps } from './store/store-steps.ts'
export type * from './types.ts'
export {
  type Missing,
  type UncompressOptions,
  type UncompressResult,
  uncompress,
  uncompressSync,
} from './uncompress.ts'
