/** Runs of neighbours that share a key: `[a1, a2, b1, a3]` → `[[a1, a2], [b1], [a3]]`. */

export type Run<Item> = [Item, ...Item[]]

export function groupNeighbours<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Run<Item>[] {
  const runs: Run<Item>[] = []
  let open: { key: unknown; run: Run<Item> } | undefined
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
