/** Tokens of a request, as a session counts them where no usage has corrected it. */
import { readRequest } from '../../../src/session/live-request.ts'
import { messageCounts } from '../../../src/session/message-counts.ts'

export function countRequest(body: object): number {
  try {
    const live = readRequest(body, undefined)
    const counts = messageCounts({})
    return counts.systemAndToolTokens(live) + counts.tokensOf(live.format.read(live.messages), live.format)
  } catch {
    return 0
  }
}
