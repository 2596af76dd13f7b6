/** One usage out of several, in the provider's own shape. */
import { isRecord } from '../../../formats/raw-value.ts'

/** Numbers add up; whatever is no number is the later one's. */
export function sumUsage(one: unknown, other: unknown): unknown {
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (!isRecord(one) || !isRecord(other)) return other ?? one
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map(key => [key, sumUsage(one[key], other[key])]))
}

/** Leaves the field out where nobody reported any. */
export function summedUsage(usages: readonly unknown[]): { readonly usage?: unknown } {
  const usage = usages.reduce(sumUsage, undefined)
  return usage === undefined || usage === null ? {} : { usage }
}
