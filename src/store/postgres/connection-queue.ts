/** Calls that wait for one of a few connections, in the order in which they came. */

export interface ConnectionQueue {
  /** Resolves with what gives the place back; `undefined` where none came free in time. */
  enter(patienceMs: number): Promise<(() => void) | undefined>
}

export function connectionQueue(places: number): ConnectionQueue {
  const waiting = new Set<() => void>()
  let free = places
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }
  return {
    enter(patienceMs) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(leave)
      }
      return new Promise(resolve => {
        const timer = setTimeout(() => {
          waiting.delete(next)
          resolve(undefined)
        }, patienceMs)
        const next = (): void => {
          clearTimeout(timer)
          resolve(leave)
        }
        waiting.add(next)
      })
    },
  }
}
