/** Many conversations: each request finds its session by its first messages. */
import { maxTimeout } from '../models/within-deadline.ts'
import { atLeast } from '../settings/invalid-option.ts'
import { memoryStore } from '../store/memory-store.ts'
import { createSession } from './create-session.ts'
import { requestName } from './session-name.ts'
import { resolveSession, sessionsOptionNames } from './session-settings.ts'
import type { MemoryLimits, Session, Sessions, SessionsOptions, Step, StepReceipt } from './session-types.ts'

const maxReceipts = 500

/** Throws `invalid-option`; the sessions themselves never throw. */
export function createSessions(options: SessionsOptions = {}): Sessions {
  // Invalid options are rejected here, not with the first request.
  resolveSession(options, sessionsOptionNames)
  const store = options.store ?? memoryStore()
  const receipts: StepReceipt[] = []
  const { memory, ...each } = options
  const sessions = sessionsInMemory(id => createSession({ ...each, store, id }), memory)
  return {
    async step(request, stepOptions) {
      const name = options.id ?? requestName(request, options.format)
      const step = await sessions.use<Step<typeof request>>(
        name,
        session => session.step(request, stepOptions),
        // A session keeps the request and what it sent for it.
        ({ request: view }) => memorySize(request) + (view === request ? 0 : memorySize(view)),
      )
      const { receipt } = step
      if (step.isUnsent !== true) {
        // The latest of this session: others may have taken steps since.
        const refused =
          stepOptions?.again === true ? receipts.findLastIndex(each => each.session === receipt.session) : -1
        if (refused >= 0) receipts.splice(refused, 1)
        receipts.push(receipt)
        if (receipts.length > maxReceipts) receipts.shift()
      }
      return { ...step, session: name }
    },
    usage: (session, usage) => sessions.get(session)?.usage(usage),
    extend: async (receipt, messages) =>
      (await sessions.get(receipt.session)?.extend(receipt, messages)) ?? receipt,
    async prepare(name) {
      if (sessions.get(name) !== undefined) await sessions.use(name, session => session.prepare())
    },
    receipts: () => [...receipts],
  }
}

/** Average bytes of a slot of an object or a list in V8. */
const slot = 48
const maxDepth = 64

/** About how many bytes plain data takes in memory. */
export function memorySize(value: unknown, depth: number = maxDepth): number {
  if (typeof value === 'string') return slot + value.length
  if (typeof value !== 'object' || value === null || depth === 0) return slot
  if (ArrayBuffer.isView(value)) return slot + value.byteLength
  let size = slot
  // Called with every step, so no list of the values is made.
  if (Array.isArray(value)) for (const held of value) size += memorySize(held, depth - 1)
  else
    for (const key in value) size += memorySize((value as Readonly<Record<string, unknown>>)[key], depth - 1)
  return size
}

/** The sessions in memory. The others stay in the store until they are used again. */
interface SessionsInMemory {
  readonly size: number
  /** About how many bytes they take. */
  readonly bytes: number
  get(name: string): Session | undefined
  /** Runs work with a session, which stays in memory meanwhile. `bytesOf`: its size afterwards. */
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
/** The size of a session whose history is not measured yet. */
const minBytes = 10_000

export function sessionsInMemory(
  create: (name: string) => Session,
  { bytes: maxBytes = defaultBytes, idleMs = defaultIdleMs }: MemoryLimits = {},
): SessionsInMemory {
  atLeast(0, 'memory.bytes', maxBytes)
  atLeast(0, 'memory.idleMs', idleMs)
  /** In the order of use. */
  const held = new Map<string, Held>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  const drop = (name: string, { bytes: size }: Held): void => {
    held.delete(name)
    bytes -= size
  }
  /** The latest session stays, however large it is: it is the most likely to be used again. */
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
  /** Sessions are also dropped if no further request comes. */
  const watch = (): void => {
    const [oldest] = held.values()
    if (timer !== undefined || oldest === undefined) return
    const waitMs = Math.ceil(oldest.usedAt + idleMs - performance.now())
    timer = setTimeout(dropIdle, Math.min(Math.max(1, waitMs), maxTimeout))
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
