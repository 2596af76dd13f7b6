/** Verified compression and recovery with the strategy `partition`: `fovea/partition`. */
export {
  type CompressionAims,
  type CompressionCheck,
  type CompressionFigures,
  type MissedAim,
  verifyCompression,
} from '../../strategies/partition/verify-compression.ts'
export {
  type Recovery,
  type SafeCompression,
  type SafeCompressOptions,
  safeCompress,
  safeRecover,
} from './safe-compress.ts'
