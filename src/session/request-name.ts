/** Which session a request belongs to. */
import { formatOf } from '../formats/detect-format.ts'
import type { FormatName } from '../types.ts'
import { knownRequest } from './known-request.ts'
import { sessionName } from './session-name.ts'

/** The name of a request that cannot be read. */
const unreadable = 'unreadable'

export function requestName(request: object, name: FormatName | undefined): string {
  try {
    if (Array.isArray(request)) return sessionName({ messages: request, format: formatOf(request, name) })
    return sessionName(knownRequest(request, name))
  } catch {
    return unreadable
  }
}
