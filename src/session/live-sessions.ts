/** Many conversations behind one door: each request finds its session by how it begins. */
import { memoryStore } from '../store/memory.ts'
import { createSession } from './live-session.ts'
import { requestName } from './request-name.ts'
import { resolveSession, sessionsOptionNames } from './session-settings.ts'
import type { Sessions, SessionsOptions, Step, StepReceipt } from './session-types.ts'
import { sessionsInMemory } from './sessions-in-memory.ts'

const maxReceipts = 500

/** Throws `invalid-option`; the sessions themselves never throw. */
export function createSessions(options: SessionsOptions = {}): Sessions {
  const store = options.store ?? memoryStore()
  const receipts: StepReceipt[] = []
  const { memory, ...each } = options
  const sessions = sessionsInMemory(id => createSession({ ...each, store, id }), memory)
  // Options that cannot be are refused here, and not with the first request.
  resolveSession(options, sessionsOptionNames)
  return {
    async step(request, stepOptions) {
      const name = options.id ?? requestName(request, options.format)
      const step = await sessions.use<Step<typeof request>>(
        name,
        session => session.step(request, stepOptions),
        // It keeps the request and what it sent for it.
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

/** A slot of an object or a list with what V8 keeps beside it, on the average. */
const slot = 48
const maxDepth = 64

/** About how many bytes plain data takes in memory. */
export function memorySize(value: unknown, depth: number = maxDepth): number {
  if (typeof value === 'string') return slot + value.length
  if (typeof value !== 'object' || value === null || depth === 0) return slot
  if (ArrayBuffer.isView(value)) return slot + value.byteLength
  let size = slot
  // Asked for with every step: no list of the values is made.
  if (Array.isArray(value)) for (const held of value) size += memorySize(held, depth - 1)
  else
    for (const key in value) size += memorySize((value as Readonly<Record<string, unknown>>)[key], depth - 1)
  return size
}
