/** Looks at raw JSON values without trusting them. */
import type { Fit } from './format.ts'

export { isRecord, listOf, type RawRecord } from '../tokens/json-value.ts'

/** `JSON.stringify`, or `undefined` for what JSON cannot say: nothing at all, cycles, nesting beyond the stack. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** A value in the words of an error message: `"user"`, `a list`, `an object`, `nothing`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${beginning(value)}…` : value)
  if (Array.isArray(value)) return 'a list'
  if (value === undefined) return 'nothing'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Ends before a surrogate pair rather than inside it. */
function beginning(text: string): string {
  return text.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '')
}

/** Says why a raw message does not fit a format. */
export function misfit(why: string): Fit {
  return { fits: 'no', why }
}
