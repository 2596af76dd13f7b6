/** Tokens of a request, as a session counts them where no usage has corrected it. */
import { readRequest } from '../../../src/session/live-request.ts'
import { tokenBook } from '../../../src/session/token-book.ts'

export function countRequest(body: object): number {
  try {
    const live = readRequest(body, undefined)
    const book = tokenBook({})
    return book.systemAndToolTokens(live) + book.tokensOf(live.format.read(live.messages), live.format)
  } catch {
    return 0
  }
}
