/** Moves labels apart that would overlap. */

/**
 * The places in the order of `wanted`, at least `gap` apart and inside `from` … `to`.
 * Where there is no room for all, they are from `from` on at that distance.
 */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  from: number,
  to: number,
): readonly number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => at(wanted, one) - at(wanted, other))
  const places = new Array<number>(wanted.length).fill(from)
  let lowest = from
  for (const index of order) {
    places[index] = Math.max(lowest, at(wanted, index))
    lowest = at(places, index) + gap
  }
  let highest = to
  for (const index of order.toReversed()) {
    places[index] = Math.min(highest, at(places, index))
    highest = at(places, index) - gap
  }
  // Pushed out above: there are more than fit, and all move down together.
  const first = order[0]
  const excess = first === undefined ? 0 : Math.max(0, from - at(places, first))
  return places.map(place => place + excess)
}

function at(values: readonly number[], index: number): number {
  return values[index] as number
}
