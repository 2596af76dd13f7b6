/** Runs of neighbours that share a key: `[a1, a2, b1, a3]` → `[[a1, a2], [b1], [a3]]`. */

export type Neighbours<Item> = [Item, ...Item[]]

export function groupNeighbours<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
): Neighbours<Item>[] {
  const runs: Neighbours<Item>[] = []
  let open: { key: unknown; run: Neighbours<Item> } | undefined
  for (const item of items) {
    const key = keyOf(item)
    if (open !== undefined && open.key === key) open.run.push(item)
    else {
      open = { key, run: [item] }
      runs.push(open.run)
    }
  }
  return runs
}
