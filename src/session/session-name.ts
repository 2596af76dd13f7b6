/** The name of a conversation, from its first messages. Conversations that begin equally are branches of one. */
import { formatOf } from '../formats/detect-format.ts'
import type { FormatName } from '../types.ts'
import { knownRequest, type LiveRequest } from './live-request.ts'
import { identifier } from './message-identity.ts'

/** Up to the first message that is not an instruction: every later request of the conversation begins with these, too. */
export function sessionName({ messages, format }: Pick<LiveRequest<unknown>, 'messages' | 'format'>): string {
  const first = messages.findIndex(message => !isInstruction(message))
  const beginning = first < 0 ? messages : messages.slice(0, first + 1)
  return `s_${(identifier().identify(beginning, format).chain.at(-1) ?? '').slice(0, 16)}`
}

function isInstruction(message: unknown): boolean {
  const role: unknown = (message as { role?: unknown } | null | undefined)?.role
  return role === 'system' || role === 'developer'
}

/** The name of a request that cannot be read. */
const unreadable = 'unreadable'

/** The name of the session that a request belongs to. */
export function requestName(request: object, name: FormatName | undefined): string {
  try {
    if (Array.isArray(request)) return sessionName({ messages: request, format: formatOf(request, name) })
    return sessionName(knownRequest(request, name))
  } catch {
    return unreadable
  }
}
