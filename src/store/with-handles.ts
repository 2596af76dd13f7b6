/** Things that carry a hash, each with the handle of that hash. */

export function withHandles<Item extends { readonly hash: string }>(
  items: readonly Item[],
  handlesOf: (hashes: readonly string[]) => readonly string[],
): (Item & { readonly handle: string })[] {
  const handles = handlesOf(items.map(({ hash }) => hash))
  return items.map((item, index) => ({ ...item, handle: handles[index] as string }))
}
