/** How a raw value reads as text, and whether an edit of that text can be written back. */
import type { Media, Path } from '../types.ts'
import { jsonText } from './raw-value.ts'

export interface LocatedText {
  readonly text: string
  readonly media: Media
  readonly path?: Path
}

/** Strings read as themselves, JSON as its text; values that JSON cannot represent are read but never edited. */
export function locateText(value: unknown, path: Path): LocatedText {
  if (typeof value === 'string') return { text: value, media: 'text', path }
  const json = faithfulJson(value)
  return json === undefined
    ? { text: jsonText(value) ?? '', media: 'json' }
    : { text: json, media: 'json', path }
}

/** A call may omit its arguments, which means none. */
export function locateArguments(value: unknown, path: Path): LocatedText {
  return value === undefined || value === null ? { text: '{}', media: 'json' } : locateText(value, path)
}

/** The same text, marked as not editable. */
export function fixText({ text, media }: LocatedText): LocatedText {
  return { text, media }
}

/**
 * JSON text that parses to exactly the same value; `undefined` where JSON would lose something: bytes, dates, URLs,
 * `undefined`, `-0`, cycles.
 */
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

/** Checks the shape of the prototype chain, which also works for objects of another realm. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
