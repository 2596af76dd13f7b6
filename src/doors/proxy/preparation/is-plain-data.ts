/** Whether a value means the same in another thread: no function, no object of a class but a regular expression. */

export function isPlainData(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null
  return isPlain && Object.values(value).every(isPlainData)
}
