/** A message laid flat: its keys and values in order. Strings are kept by reference, so that a comparison costs next to nothing. */

/** `undefined` for what is not plain data, whose contents nobody could compare. */
export function outlineOf(message: unknown): readonly unknown[] | undefined {
  const outline: unknown[] = []
  return lay(message, outline, maxDepth) ? outline : undefined
}

/** Whether both say the same; where one of them says nothing, they do not. */
export function isSameOutline(
  one: readonly unknown[] | undefined,
  other: readonly unknown[] | undefined,
): boolean {
  if (one === undefined || other === undefined || one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

/** No provider's message is nested so deeply. */
const maxDepth = 64
const list = Symbol('list')
const fields = Symbol('fields')

function lay(value: unknown, outline: unknown[], depth: number): boolean {
  if (typeof value !== 'object' || value === null) {
    outline.push(value)
    return typeof value !== 'function'
  }
  if (depth === 0) return false
  if (Array.isArray(value)) {
    outline.push(list, value.length)
    for (const item of value) if (!lay(item, outline, depth - 1)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return false
  const keys = Object.keys(value)
  outline.push(fields, keys.length)
  for (const key of keys) {
    outline.push(key)
    if (!lay((value as Readonly<Record<string, unknown>>)[key], outline, depth - 1)) return false
  }
  return true
}
