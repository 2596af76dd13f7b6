/** Batch compression: the most compressible first, until the whole is as small as it should be. */

export interface BatchItem {
  readonly tokens: number
  readonly score: number
  /** What should stay of it. */
  readonly size: number
  /** It comes out at this size, whatever it is asked for. */
  readonly isFixed: boolean
}

export interface Batch {
  /** For each item, in the order given: the size to bring it to, or `undefined` where it is left alone. */
  readonly sizes: readonly (number | undefined)[]
  /** Of all items together, the untouched ones included. */
  readonly expected: number
}

/** The least that a form is asked to fit into: its heading, its handle and a line or two. */
export const leastSize = 96

/**
 * Stops as soon as the items come to `target`, and gives what is left over back to the last one. Where all of them are
 * not enough, all become smaller in proportion, if they may.
 */
export function batch(items: readonly BatchItem[], target: number, mayShrink: boolean): Batch {
  const sizes: (number | undefined)[] = items.map(() => undefined)
  let expected = items.reduce((sum, { tokens }) => sum + tokens, 0)
  // A stable sort: of equal items the earlier one goes first.
  const order = items.map((_, index) => index).sort((a, b) => at(items, b).score - at(items, a).score)
  for (const index of order) {
    if (expected <= target) break
    const { tokens, size, isFixed } = at(items, index)
    if (size >= tokens) continue
    const room = isFixed ? 0 : Math.max(0, Math.floor(target - (expected - tokens + size)))
    sizes[index] = size + room
    expected -= tokens - size - room
  }
  return expected <= target || !mayShrink ? { sizes, expected } : scaled(items, sizes, expected - target)
}

function scaled(items: readonly BatchItem[], sizes: readonly (number | undefined)[], excess: number): Batch {
  const isScalable = (size: number | undefined, index: number): size is number =>
    size !== undefined && size > leastSize && !at(items, index).isFixed
  const spare = sizes.reduce<number>(
    (sum, size, index) => sum + (isScalable(size, index) ? size - leastSize : 0),
    0,
  )
  const share = spare === 0 ? 0 : Math.max(0, 1 - excess / spare)
  const smaller = sizes.map((size, index) =>
    isScalable(size, index) ? leastSize + Math.floor((size - leastSize) * share) : size,
  )
  return {
    sizes: smaller,
    expected: smaller.reduce<number>((sum, size, index) => sum + (size ?? at(items, index).tokens), 0),
  }
}

function at(items: readonly BatchItem[], index: number): BatchItem {
  return items[index] as BatchItem
}
