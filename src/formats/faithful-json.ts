/** JSON text that gives the very same value back: what an edit needs before it may replace structured data. */
import { jsonText } from './raw-value.ts'

/** `undefined` where JSON would lose something: bytes, dates, URLs, `undefined`, `-0`, cycles. */
export function faithfulJson(value: unknown): string | undefined {
  const text = jsonText(value)
  return text !== undefined && isJson(value) ? text : undefined
}

/** Walks with a list instead of recursion; `jsonText` has already refused cycles. */
function isJson(root: unknown): boolean {
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (value === null || typeof value === 'string' || typeof value === 'boolean') continue
    if (typeof value === 'number') {
      if (!Number.isFinite(value) || Object.is(value, -0)) return false
    } else if (Array.isArray(value)) {
      for (const item of value) pending.push(item)
    } else if (isPlainObject(value)) {
      for (const item of Object.values(value)) pending.push(item)
    } else return false
  }
  return true
}

/** Decided by the shape of the prototype chain, which also works for objects of another realm. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
