/** Runs `read` at each call; all calls during a run lead to one more. */
export function oneAtATime(read: () => Promise<void>): () => Promise<void> {
  let isBusy = false
  let isStale = false
  return async () => {
    isStale = true
    if (isBusy) return
    isBusy = true
    while (isStale) {
      isStale = false
      await read()
    }
    isBusy = false
  }
}
