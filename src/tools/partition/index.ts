/** The 30/70 partition on its own: its parts, its metrics, and compression and recovery that prove themselves. */
export {
  anchorOf,
  type Batch,
  type BatchItem,
  batch,
  type Compressibility,
  type Compressible,
  type CompressionForm,
  compressibilityClass,
  compressibilityScore,
  compressionForm,
  type Item,
  type PressureLevel,
  type PressureStep,
  partitionPlan,
  preservationZone,
  pressureStep,
  pressureSteps,
  reductions,
  type Since,
  seenBlocks,
  sinceAnchor,
  targetRatio,
  type ZoneWish,
} from '../../strategies/partition/index.ts'
export {
  type CompressionAims,
  type CompressionCheck,
  type CompressionFigures,
  type MissedAim,
  verifyCompression,
} from '../../strategies/partition/verify-compression.ts'
export { type SafeCompression, safeCompress } from './safe-compress.ts'
export { type Recovery, safeRecover } from './safe-recover.ts'
