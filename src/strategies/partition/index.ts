/** The parts of the partition, each usable on its own. */

export { anchorOf, type Since, seenBlocks, sinceAnchor } from '../../measure/anchor.ts'
export { type Batch, type BatchItem, batch } from './batch.ts'
export {
  type Compressibility,
  type Compressible,
  compressibilityClass,
  compressibilityScore,
  reductions,
} from './compressibility.ts'
export { type CompressionForm, compressionForm, type Item } from './compression-form.ts'
export { partitionPlan, targetRatio } from './partition-plan.ts'
export { type PressureLevel, type PressureStep, pressureStep, pressureSteps } from './pressure.ts'
export { preservationZone, type ZoneWish } from './zones.ts'
