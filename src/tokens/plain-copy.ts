/** Copies of plain JSON data, which share its strings: of a long history they take a small part of the memory. */
import { isImmutable } from './immutable.ts'

/** Data that is nested deeper is not copied. */
const maxDepth = 100

/** Their JSON stays what it is now; `undefined` where anything is more than data, such as a `Date` or a `Buffer`. */
export function plainCopies(values: readonly unknown[]): readonly unknown[] | undefined {
  const copies: unknown[] = []
  for (const value of values) {
    const copy = copyOf(value, maxDepth)
    if (copy === notPlain) return undefined
    copies.push(copy)
  }
  return copies
}

const notPlain = Symbol('not plain')

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return notPlain
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plainCopyOf(value, new Array(value.length), depth)
  if (isImmutable(value)) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype ? plainCopyOf(value, {}, depth) : notPlain
}

/** Fills the copy with the parts of the source. */
function plainCopyOf(source: object, copy: object, depth: number): unknown {
  if (depth === 0 || typeof (source as { readonly toJSON?: unknown }).toJSON === 'function') return notPlain
  for (const key of Object.keys(source)) {
    if (key === '__proto__') return notPlain
    const part = copyOf((source as Readonly<Record<string, unknown>>)[key], depth - 1)
    if (part === notPlain) return notPlain
    ;(copy as Record<string, unknown>)[key] = part
  }
  return copy
}
