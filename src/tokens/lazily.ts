/** A value that is computed on first use, not when its module is loaded. */
export function lazily<T>(make: () => T): () => T {
  // Not kept after its use: it may refer to much more than the value.
  let pending: (() => T) | undefined = make
  let value: T | undefined
  return () => {
    if (pending !== undefined) {
      value = pending()
      pending = undefined
    }
    return value as T
  }
}
