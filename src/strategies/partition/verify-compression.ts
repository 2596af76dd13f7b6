/** Checks whether a compression met its aims: small enough, with its key information, and recoverable. */
import type { PartitionMetrics } from '../../receipt.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'

export interface CompressionAims {
  /** Maximum of after / before. @default 0.6 */
  readonly maxKept?: number | undefined
  /** Minimum share of the key facts that stay visible. @default 0.95 */
  readonly minInformation?: number | undefined
}

const aimNames: NamesOf<CompressionAims> = { maxKept: true, minInformation: true }

/** Throws `invalid-option`. */
export function checkAims(aims: CompressionAims): void {
  checkNames(aims, aimNames)
}

export type MissedAim = 'keptRatio' | 'information' | 'recovery'

export interface CompressionFigures {
  readonly keptRatio: number
  /** 1 - keptRatio. */
  readonly reduction: number
  readonly tokensSaved: number
  readonly information: number
  readonly recovery: number
}

/** Not a boolean: the verdict is in `ok`. */
export type CompressionCheck = CompressionFigures &
  ({ readonly ok: true } | { readonly ok: false; readonly missed: readonly MissedAim[] })

/** Throws `invalid-option` where an aim is misspelt. */
export function verifyCompression(
  { keptRatio, reduction, information, recovery }: PartitionMetrics,
  aims: CompressionAims = {},
): CompressionCheck {
  checkAims(aims)
  const { maxKept = keptRatio.target, minInformation = information.target } = aims
  const figures = {
    keptRatio: keptRatio.value,
    reduction: reduction.value,
    tokensSaved: reduction.tokens,
    information: information.value,
    recovery: recovery.value,
  }
  const missed: readonly MissedAim[] = [
    ...(keptRatio.value <= maxKept ? [] : ['keptRatio' as const]),
    ...(information.value >= minInformation ? [] : ['information' as const]),
    ...(recovery.met ? [] : ['recovery' as const]),
  ]
  return missed.length === 0 ? { ok: true, ...figures } : { ok: false, missed, ...figures }
}
