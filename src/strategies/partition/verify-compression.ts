/** Whether a compression reached what it aimed at: small enough, with its key information, and all of it recoverable. */
import type { PartitionMetrics } from '../../receipt.ts'

export interface CompressionAims {
  /** after / before, at most. @default 0.6 */
  readonly mostKept?: number | undefined
  /** Share of the key facts that stay in sight, at least. @default 0.95 */
  readonly leastInformation?: number | undefined
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

export function verifyCompression(
  { keptRatio, reduction, information, recovery }: PartitionMetrics,
  { mostKept = keptRatio.target, leastInformation = information.target }: CompressionAims = {},
): CompressionCheck {
  const figures = {
    keptRatio: keptRatio.value,
    reduction: reduction.value,
    tokensSaved: reduction.tokens,
    information: information.value,
    recovery: recovery.value,
  }
  const missed: readonly MissedAim[] = [
    ...(keptRatio.value <= mostKept ? [] : ['keptRatio' as const]),
    ...(information.value >= leastInformation ? [] : ['information' as const]),
    ...(recovery.met ? [] : ['recovery' as const]),
  ]
  return missed.length === 0 ? { ok: true, ...figures } : { ok: false, missed, ...figures }
}
