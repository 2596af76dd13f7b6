/** Binary search. */

/** The result for the largest number from `low` to `high` that has one. All smaller numbers must have one too. */
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
