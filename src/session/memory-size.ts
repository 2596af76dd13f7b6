/** About how many bytes plain data takes in memory. */

/** A slot of an object or a list with what V8 keeps beside it, on the average. */
const slot = 48
const maxDepth = 64

export function memorySize(value: unknown, depth: number = maxDepth): number {
  if (typeof value === 'string') return slot + value.length
  if (typeof value !== 'object' || value === null || depth === 0) return slot
  if (ArrayBuffer.isView(value)) return slot + value.byteLength
  let size = slot
  for (const held of Object.values(value)) size += memorySize(held, depth - 1)
  return size
}
