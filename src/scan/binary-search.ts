/** The first number from which on something is true, found by halving the range. */

/** The first number above `before` and below `end` for which `isReached` is true, as for all after it; else `end`. */
export function binarySearch(before: number, end: number, isReached: (at: number) => boolean): number {
  let [low, high] = [before, end]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}
