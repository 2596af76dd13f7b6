/** Many conversations behind one door: each request finds its session by how it begins. */
import { memoryStore } from '../store/memory.ts'
import { createSession } from './live-session.ts'
import { requestName } from './request-name.ts'
import { resolveSession } from './session-settings.ts'
import type { Session, SessionOptions, Sessions, Step, StepReceipt } from './session-types.ts'

/** Sessions beyond these wait in the store until they are asked for again. */
const mostSessions = 256
const mostReceipts = 500

/** Throws `invalid-option`; the sessions themselves never throw. */
export function createSessions(options: SessionOptions = {}): Sessions {
  const store = options.store ?? memoryStore()
  const sessions = new Map<string, Session>()
  const receipts: StepReceipt[] = []
  const sessionNamed = (name: string): Session => {
    const session = sessions.get(name) ?? createSession({ ...options, store, id: name })
    // The order of the map is the order of use.
    sessions.delete(name)
    sessions.set(name, session)
    if (sessions.size > mostSessions) sessions.delete(sessions.keys().next().value ?? '')
    return session
  }
  // Options that cannot be are refused here, and not with the first request.
  resolveSession(options)
  return {
    async step(request, stepOptions) {
      const name = options.id ?? requestName(request, options.format)
      const step: Step<typeof request> = await sessionNamed(name).step(request, stepOptions)
      const { receipt, request: view } = step
      // The latest of this session: others may have taken steps since.
      if (stepOptions?.again === true) {
        const refused = receipts.findLastIndex(each => each.session === receipt.session)
        if (refused >= 0) receipts.splice(refused, 1)
      }
      if (stepOptions?.dryRun !== true) receipts.push(receipt)
      if (receipts.length > mostReceipts) receipts.shift()
      return { request: view, receipt, session: name }
    },
    usage: (session, usage) => sessions.get(session)?.usage(usage),
    extend: async (receipt, messages) =>
      (await sessions.get(receipt.session)?.extend(receipt, messages)) ?? receipt,
    prepare: async session => sessions.get(session)?.prepare(),
    receipts: () => [...receipts],
  }
}
