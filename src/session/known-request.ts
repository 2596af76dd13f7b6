/** The format of a request body, found once: a session asks for it by name, and again to read it. */
import { type BeforeOf, type DetectedRequest, detectRequest } from '../formats/detect-format.ts'
import type { FormatName } from '../types.ts'

interface ReadRequest extends DetectedRequest {
  readonly name: FormatName | undefined
  readonly count: number
  readonly last: unknown
}

const known = new WeakMap<object, ReadRequest>()

/** As `detectRequest`; a body that has grown since is looked at again. */
export function knownRequest(
  request: object,
  name: FormatName | undefined,
  beforeOf?: BeforeOf,
): DetectedRequest {
  const before = known.get(request)
  if (before !== undefined && before.name === name && isSame(request, before)) return before
  const detected = detectRequest(request, name, beforeOf)
  const { messages } = detected
  known.set(request, { ...detected, name, count: messages.length, last: messages.at(-1) })
  return detected
}

function isSame(request: object, { format, messages, count, last }: ReadRequest): boolean {
  const now = (request as Readonly<Record<string, unknown>>)[format.request.messages]
  return now === messages && messages.length === count && messages.at(-1) === last
}
