/** Whether a compression reached what it aimed at: small enough, with its key information, and all of it recoverable. */
import type { PartitionMetrics } from '../../receipt.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'

export interface CompressionAims {
  /** after / before, at most. @default 0.6 */
  readonly maxKept?: number | undefined
  /** Share of the key facts that stay in sight, at least. @default 0.95 */
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

/** Not to be mistaken for a boolean: whether it holds is in `ok`. */
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
