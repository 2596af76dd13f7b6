/** What changed between two texts, line by line: near the fewest lines, in time that grows with the lines alone. */
import { binarySearch } from '../../scan/binary-search.ts'

/** Lines `from` to `to` of the one text were replaced by lines `at` to `end` of the other; ends excluded. */
export interface LineChange {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly end: number
}

/** In order; between two changes both texts are the same. */
export function lineChanges(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  const changes: LineChange[] = []
  let from = 0
  let at = 0
  const changeUntil = (to: number, end: number): void => {
    while (from < to && at < end && before[from] === after[at]) {
      from += 1
      at += 1
    }
    let last = to
    let lastAfter = end
    while (last > from && lastAfter > at && before[last - 1] === after[lastAfter - 1]) {
      last -= 1
      lastAfter -= 1
    }
    changes.push(...runsOf({ from, to: last, at, end: lastAfter }, before, after))
    from = to
    at = end
  }
  for (const [one, other] of anchors(before, after)) changeUntil(one, other)
  changeUntil(before.length, after.length)
  return changes
}

/** If as many lines were added as removed, equal lines at the same position stay. */
function runsOf(
  change: LineChange,
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  const { from, to, at, end } = change
  if (to - from !== end - at) return [change]
  const runs: LineChange[] = []
  for (let line = from; line < to; line += 1) {
    const first = line
    while (line < to && before[line] !== after[at + line - from]) line += 1
    if (line > first) runs.push({ from: first, to: line, at: at + first - from, end: at + line - from })
  }
  return runs
}

type Anchor = readonly [before: number, after: number]

/** Lines that occur once in each text: as many of them as are in the same order in both. */
function anchors(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const places = placesOf(before)
  const others = placesOf(after)
  const shared: Anchor[] = []
  for (const [line, place] of places) {
    const other = others.get(line) ?? repeated
    if (place !== repeated && other !== repeated) shared.push([place, other])
  }
  return longestRising(shared)
}

const repeated = -1

/** The position of each line; `repeated` for a line that occurs more than once. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? repeated : index)
  return places
}

/** The longest subsequence in which the second numbers ascend too; the first ones already do. */
function longestRising(pairs: readonly Anchor[]): readonly Anchor[] {
  const lastOf: number[] = []
  const beforeOf = new Int32Array(pairs.length).fill(-1)
  for (const [index, [, other]] of pairs.entries()) {
    const place = binarySearch(-1, lastOf.length, at => (pairs[lastOf[at] as number] as Anchor)[1] >= other)
    if (place > 0) beforeOf[index] = lastOf[place - 1] as number
    lastOf[place] = index
  }
  const rising: Anchor[] = []
  for (let index = lastOf.at(-1) ?? -1; index >= 0; index = beforeOf[index] as number)
    rising.push(pairs[index] as Anchor)
  return rising.reverse()
}
