/** Reads raw JSON values without trusting them. */
import type { Fit } from './format.ts'

export { isRecord, listOf, type RawRecord } from '../tokens/json-value.ts'

/** `JSON.stringify`, or `undefined` for what JSON cannot represent: `undefined`, cycles, nesting beyond the stack. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** A value as error messages describe it: `"user"`, `a list`, `an object`, `nothing`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${beginning(value)}…` : value)
  if (Array.isArray(value)) return 'a list'
  if (value === undefined) return 'nothing'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Never cuts a surrogate pair. */
function beginning(text: string): string {
  return text.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '')
}

/** The reason why a raw message does not fit a format. */
export function misfit(why: string): Fit {
  return { fits: 'no', why }
}
