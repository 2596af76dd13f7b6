/** Sessions of one format, one behind another, until they are large enough. */
import type { SpeedSession } from './speed-sessions.ts'

export interface JoinedSession {
  readonly messages: readonly unknown[]
  readonly format: string
  readonly bytes: number
}

export function joinedSession(sessions: readonly SpeedSession[], wanted: number): JoinedSession {
  const [{ format } = { format: '' }] = sessions
  const messages: unknown[] = []
  let bytes = 0
  for (const session of sessions.filter(each => each.format === format)) {
    if (bytes >= wanted) break
    messages.push(...session.messages)
    bytes += JSON.stringify(session.messages).length
  }
  return { messages, format, bytes }
}
