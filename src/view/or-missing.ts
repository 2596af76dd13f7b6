/** What a store cannot bring back is not at hand: nothing fails for it. */
export function orMissing(read: () => unknown): unknown {
  try {
    const found = read()
    return found instanceof Promise ? found.catch(() => undefined) : found
  } catch {
    return undefined
  }
}
