/** The public API. A name added here is a promise; the list is pinned by a test. */
export { compress, compressSync } from './compress.ts'
export { type CompressRequestResult, compressRequest } from './compress-request.ts'
export { type ErrorCode, type ErrorPlace, FoveaError } from './errors.ts'
export { expand } from './expand.ts'
export { detectFormat } from './formats/detect-format.ts'
export { formatNamed, formats } from './formats/index.ts'
export { type Inspection, type InspectOptions, inspect } from './inspect.ts'
export { handlesIn } from './marker.ts'
export { type CompressOptions, defaults } from './options.ts'
export { memoryStore } from './store/memory.ts'
export type * from './types.ts'
export {
  type Missing,
  type UncompressOptions,
  type UncompressResult,
  uncompress,
  uncompressSync,
} from './uncompress.ts'
