/** A map of the latest entries alone. */
export interface LatestEntries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function latestEntries<Key, Value>(maxEntries: number): LatestEntries<Key, Value> {
  const entries = new Map<Key, Value>()
  return {
    get: key => entries.get(key),
    set(key, value) {
      // The order of the map is the order of use.
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as Key)
    },
  }
}
