/** Reads untrusted JSON. */

/** `undefined` where the text is not JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `undefined` where the text is not a JSON object. */
export function jsonRecord(text: string): RawRecord | undefined {
  const value = jsonValue(text)
  return isRecord(value) ? value : undefined
}

export type RawRecord = Readonly<Record<string, unknown>>

/** Whether an untrusted JSON value is an object and not a list. */
export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object without keys whose value is `undefined`. */
export function present<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** An untrusted value if it is a list; else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Calls back with every string and byte array in a value and its key (in a list: the key of the list). No recursion. */
export function visitLeaves(
  root: unknown,
  visit: (leaf: string | Uint8Array, key: string, owner: RawRecord) => void,
): void {
  const seen = new Set<object>()
  const open: { value: unknown; key: string; owner: RawRecord }[] = [{ value: root, key: '', owner: {} }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, key, owner } = next
    if (typeof value === 'string' || value instanceof Uint8Array) visit(value, key, owner)
    if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) continue
    seen.add(value)
    if (Array.isArray(value)) for (const item of value.toReversed()) open.push({ value: item, key, owner })
    else
      for (const [name, part] of Object.entries(value).reverse())
        open.push({ value: part, key: name, owner: value as RawRecord })
  }
}
