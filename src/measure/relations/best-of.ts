/** The few best of many items, without sorting all. */

/** At most `count` items by descending `score`; among equals the first one. */
export function bestOf<Item>(items: Iterable<Item>, count: number, score: (item: Item) => number): Item[] {
  const best: { item: Item; score: number }[] = []
  for (const item of items) {
    const entry = { item, score: score(item) }
    if (best.length === count && entry.score <= (best[count - 1]?.score ?? 0)) continue
    const at = best.findIndex(other => other.score < entry.score)
    best.splice(at < 0 ? best.length : at, 0, entry)
    if (best.length > count) best.pop()
  }
  return best.map(({ item }) => item)
}
