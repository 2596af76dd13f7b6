/** A search by halves. */

/** The result for the largest number from `low` to `high` that has one, where smaller numbers have one too. */
export function largestFitting<Result>(
  low: number,
  high: number,
  resultFor: (number: number) => Result | undefined,
): Result | undefined {
  let best: Result | undefined
  while (low <= high) {
    const middle = Math.ceil((low + high) / 2)
    const result = resultFor(middle)
    if (result === undefined) high = middle - 1
    else {
      best = result
      low = middle + 1
    }
  }
  return best
}
