/** The sessions that are held in memory. The others wait in the store until they are asked for again. */
import type { MemoryLimits, Session } from './session-types.ts'

export interface SessionsInMemory {
  readonly size: number
  /** About how many bytes they hold. */
  readonly bytes: number
  get(name: string): Session | undefined
  /** Works with a session, which stays in memory meanwhile. `bytesOf`: what it holds afterwards. */
  use<Result>(
    name: string,
    work: (session: Session) => Promise<Result>,
    bytesOf?: (result: Result) => number,
  ): Promise<Result>
}

interface Held {
  readonly session: Session
  bytes: number
  users: number
  usedAt: number
}

const defaultBytes = 64 * 1024 * 1024
const defaultIdleMs = 10 * 60 * 1000
/** What a session takes whose history is not measured yet. */
const minBytes = 10_000

export function sessionsInMemory(
  create: (name: string) => Session,
  { bytes: maxBytes = defaultBytes, idleMs = defaultIdleMs }: MemoryLimits = {},
): SessionsInMemory {
  /** In the order of use. */
  const held = new Map<string, Held>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  const drop = (name: string, { bytes: size }: Held): void => {
    held.delete(name)
    bytes -= size
  }
  /** The latest stays however large it is: it is the likeliest to be asked for again. */
  const dropLargest = (): void => {
    let left = held.size
    for (const [name, each] of held) {
      left -= 1
      if (bytes <= maxBytes || left === 0) return
      if (each.users === 0) drop(name, each)
    }
  }
  const dropIdle = (): void => {
    const before = performance.now() - idleMs
    for (const [name, each] of held) if (each.users === 0 && each.usedAt <= before) drop(name, each)
    timer = undefined
    watch()
  }
  /** Sessions leave also when no request comes any more. */
  const watch = (): void => {
    const [oldest] = held.values()
    if (timer !== undefined || oldest === undefined) return
    timer = setTimeout(dropIdle, Math.max(1, Math.ceil(oldest.usedAt + idleMs - performance.now())))
    timer.unref()
  }
  const hold = (name: string): Held => {
    const known = held.get(name)
    if (known !== undefined) return known
    const fresh = { session: create(name), bytes: minBytes, users: 0, usedAt: 0 }
    held.set(name, fresh)
    bytes += minBytes
    return fresh
  }

  return {
    get size() {
      return held.size
    },
    get bytes() {
      return bytes
    },
    get: name => held.get(name)?.session,
    async use(name, work, bytesOf) {
      const mine = hold(name)
      mine.users += 1
      try {
        const result = await work(mine.session)
        if (bytesOf !== undefined) {
          const size = minBytes + bytesOf(result)
          bytes += size - mine.bytes
          mine.bytes = size
        }
        return result
      } finally {
        mine.users -= 1
        mine.usedAt = performance.now()
        held.delete(name)
        held.set(name, mine)
        dropLargest()
        watch()
      }
    },
  }
}
