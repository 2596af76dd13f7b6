/** Every string in a value of any shape. */
type RawRecord = Readonly<Record<string, unknown>>

/** Every string in a value with the key it is under (for a list: the key of the list). No recursion. */
export function visitStrings(
  root: unknown,
  visit: (text: string, key: string, owner: RawRecord) => void,
): void {
  const seen = new Set<object>()
  const open: { value: unknown; key: string; owner: RawRecord }[] = [{ value: root, key: '', owner: {} }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, key, owner } = next
    if (typeof value === 'string') visit(value, key, owner)
    if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) continue
    seen.add(value)
    if (Array.isArray(value)) for (const item of value.toReversed()) open.push({ value: item, key, owner })
    else
      for (const [name, part] of Object.entries(value).reverse())
        open.push({ value: part, key: name, owner: value as RawRecord })
  }
}
