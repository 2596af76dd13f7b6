/** Detects the format of messages, or of a whole request body. */
import { FoveaError } from '../errors.ts'
import type { FormatName } from '../types.ts'
import { bestFormat } from './best-format.ts'
import type { Format } from './format.ts'
import { formatNamed, formats } from './index.ts'
import { describeValue, isRecord, type RawRecord } from './raw-value.ts'

/** Throws `mixed-formats` or `unknown-format`, which names the first message that does not fit. */
export function detectFormat(messages: readonly unknown[]): Format {
  return bestFormat(formats, messages)
}

/** The format that the caller named, held against every message; else the one that is detected. */
export function formatOf(messages: readonly unknown[], name?: FormatName): Format {
  if (!Array.isArray(messages))
    throw new FoveaError(
      'unknown-format',
      `The messages are ${describeValue(messages)}, not a list. A whole request body goes to compressRequest.`,
    )
  return name === undefined ? detectFormat(messages) : bestFormat([formatNamed(name)], messages)
}

export interface DetectedRequest {
  readonly format: Format
  /** Empty where the body says all it has to say in one string, which is no list of messages. */
  readonly messages: readonly unknown[]
}

/** By the keys of the body; where they leave a choice, by its messages. Throws as `detectFormat` does. */
export function detectRequest(body: unknown, name?: FormatName): DetectedRequest {
  if (!isRecord(body)) throw notARequest(`it is ${describeValue(body)}, not an object`)
  const likely = name === undefined ? likelyFormats(body) : [formatNamed(name)]
  const key = likely[0]?.request.messages ?? 'messages'
  const messages = body[key]
  if (Array.isArray(messages)) return { format: bestFormat(likely, messages), messages }
  const [format] = likely
  if (format !== undefined && key !== 'messages' && messages !== undefined) return { format, messages: [] }
  throw notARequest(`its "${key}" is ${describeValue(messages)}, not a list`)
}

function notARequest(why: string): FoveaError {
  return new FoveaError(
    'unknown-format',
    `Cannot read the request body: ${why}. A body keeps its messages in ${messageKeys()}.`,
  )
}

/** Formats that keep their messages where this body does, the likeliest first. */
function likelyFormats(body: RawRecord): readonly Format[] {
  const key = formats.find(({ request }) => Object.hasOwn(body, request.messages))?.request.messages
  const possible = formats.filter(({ request }) => request.messages === (key ?? 'messages'))
  const likeliest =
    possible.find(({ request }) => request.isOwn?.(body) === true) ??
    possible.find(({ request }) => request.isDefault === true)
  return possible.toSorted((one, other) => Number(other === likeliest) - Number(one === likeliest))
}

/** `"messages", "input" (OpenAI Responses) or "contents" (Gemini)` */
function messageKeys(): string {
  const keys = Array.from(
    Map.groupBy(formats, ({ request }) => request.messages),
    ([key, [first, ...others]]) =>
      first === undefined || others.length > 0 ? `"${key}"` : `"${key}" (${first.title})`,
  )
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(keys)
}
