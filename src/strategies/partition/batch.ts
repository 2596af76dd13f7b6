/** Batch compression: the most compressible items first, until the total meets the target. */

export interface BatchItem {
  readonly tokens: number
  readonly score: number
  /** The size to reduce it to. */
  readonly size: number
  /** It comes out at `size`, whatever size is asked for. */
  readonly isFixed: boolean
}

interface Batch {
  /** For each item, in the order given: the size to bring it to, or `undefined` where it is left alone. */
  readonly sizes: readonly (number | undefined)[]
  /** Expected tokens of all items, untouched ones included. */
  readonly expected: number
}

/** Minimum size of a form: its heading, its handle and a line or two. */
export const minSize = 96
/** A form keeps at most this share: saving less does not pay off. */
export const maxKept = 0.9

/**
 * Stops as soon as the items meet `target`; what is left over goes back to the items taken last. If reducing all of them is not
 * enough, all become smaller in proportion, where `mayShrink` allows it.
 */
export function batch(items: readonly BatchItem[], target: number, mayShrink: boolean): Batch {
  const sizes: (number | undefined)[] = items.map(() => undefined)
  const taken: number[] = []
  let expected = items.reduce((sum, { tokens }) => sum + tokens, 0)
  // A stable sort: of equal items the earlier one comes first.
  const order = items.map((_, index) => index).sort((a, b) => at(items, b).score - at(items, a).score)
  for (const index of order) {
    if (expected <= target) break
    const { tokens, size } = at(items, index)
    if (size >= tokens) continue
    sizes[index] = size
    expected -= tokens - size
    taken.push(index)
  }
  if (expected > target && mayShrink) return scaled(items, sizes, expected - target)
  for (const index of taken.reverse()) {
    const { tokens, size, isFixed } = at(items, index)
    const room = Math.min(Math.floor(target - expected), Math.floor(tokens * maxKept) - size)
    if (isFixed || room <= 0) continue
    sizes[index] = size + room
    expected += room
  }
  return { sizes, expected }
}

function scaled(items: readonly BatchItem[], sizes: readonly (number | undefined)[], excess: number): Batch {
  const isScalable = (size: number | undefined, index: number): size is number =>
    size !== undefined && size > minSize && !at(items, index).isFixed
  const spare = sizes.reduce<number>(
    (sum, size, index) => sum + (isScalable(size, index) ? size - minSize : 0),
    0,
  )
  const share = spare === 0 ? 0 : Math.max(0, 1 - excess / spare)
  const smaller = sizes.map((size, index) =>
    isScalable(size, index) ? minSize + Math.floor((size - minSize) * share) : size,
  )
  return {
    sizes: smaller,
    expected: smaller.reduce<number>((sum, size, index) => sum + (size ?? at(items, index).tokens), 0),
  }
}

function at(items: readonly BatchItem[], index: number): BatchItem {
  return items[index] as BatchItem
}
