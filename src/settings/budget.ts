/** A budget as the caller wrote it → tokens, or a share of what may be compressed. */
import type { BudgetShare } from '../receipt.ts'
import { invalidOption } from './invalid-option.ts'

/** In tokens, with the share that the caller gave; or a share that is not yet computed. */
export type Budget = (
  | { readonly tokens: number; readonly of?: BudgetShare | undefined }
  | { readonly share: number }
) & {
  /** Where the caller gave none: the fill level of a window, or a share of the input. */
  readonly goal?: 'window' | 'ratio' | undefined
}

/** `12000`, `'12000'`, `'12k'` or `'30%'`. */
export function resolveBudget(budget: number | string): Budget {
  const written = typeof budget === 'string' ? /^([^%km]+)([%km]?)$/i.exec(budget.trim()) : undefined
  const unit = written?.[2]?.toLowerCase() ?? ''
  const factor = { k: 1000, m: 1_000_000 }[unit] ?? 1
  const number = typeof budget === 'number' ? budget : Number(written?.[1] ?? Number.NaN) * factor
  const isShare = unit === '%'
  if (number > 0 && number < 1 && !isShare)
    throw invalidOption(
      'budget',
      budget,
      `a number of tokens, or a share: "${Number((number * 100).toFixed(4))}%"`,
    )
  if (!Number.isFinite(number) || number <= 0 || (isShare && number > 100))
    throw invalidOption(
      'budget',
      budget,
      'a number of tokens above 0, such as 30000 or "30k", or a share such as "30%"',
    )
  return isShare ? { share: number / 100 } : { tokens: Math.floor(number) }
}

/** Converts a budget for the messages alone to one for the whole request; a share is always for the whole. */
export function budgetForRequest(
  budget: number | string | undefined,
  systemAndToolTokens: number,
): number | `${number}%` | undefined {
  if (budget === undefined) return undefined
  const resolved = resolveBudget(budget)
  return 'share' in resolved ? (budget as `${number}%`) : resolved.tokens + systemAndToolTokens
}

export function budgetTokens(budget: Budget, tokens: number): number {
  return Math.floor('share' in budget ? budget.share * tokens : budget.tokens)
}
