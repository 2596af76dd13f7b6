/** Compression and recovery with the strategy `partition` that prove themselves. `fovea/partition`. */
export {
  type CompressionAims,
  type CompressionCheck,
  type CompressionFigures,
  type MissedAim,
  verifyCompression,
} from '../../strategies/partition/verify-compression.ts'
export { type SafeCompression, type SafeCompressOptions, safeCompress } from './safe-compress.ts'
export { type Recovery, safeRecover } from './safe-recover.ts'
