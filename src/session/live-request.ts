/** A request as a session reads it: its messages, system text and tools, and how to write it in the same shape again. */
import {
  type BeforeOf,
  type DetectedRequest,
  type Detection,
  detect,
  detectRequest,
} from '../formats/detect-format.ts'
import type { Format } from '../formats/format.ts'
import { isRecord, listOf } from '../formats/raw-value.ts'
import { hashText } from '../tokens/hash.ts'
import type { FormatName } from '../types.ts'
import { hasOutline, type Outline, outlineOf } from './message-identity.ts'

export interface LiveRequest<Request> {
  readonly format: Format
  readonly messages: readonly unknown[]
  readonly detection: Detection
  /** System text and tools, by the keys of the format. */
  readonly systemAndTools: { readonly system: readonly unknown[]; readonly tools: readonly unknown[] }
  /** A hash of everything before the messages in the provider's cache: model, system, tools. */
  readonly systemAndToolsHash: string
  /** The same with more tools after its own. */
  systemAndToolsWith(
    tools: readonly object[],
  ): Pick<LiveRequest<Request>, 'systemAndTools' | 'systemAndToolsHash'>
  /** Returns the same request if the messages are the same and no tools are added. */
  with(messages: readonly unknown[], tools: readonly object[]): Request
}

/**
 * Throws if the request cannot be read. `beforeOf`: the detection of a shorter request before. `hashOf`: hashes system and
 * tools, which usually equal those of the previous request.
 */
export function readRequest<Request extends object>(
  request: Request,
  name: FormatName | undefined,
  beforeOf?: BeforeOf,
  hashOf: (value: unknown) => string = knownHashes(),
): LiveRequest<Request> {
  if (Array.isArray(request)) {
    const messages: readonly unknown[] = request
    const detection = detect(messages, name, beforeOf?.(messages))
    return {
      format: detection.format,
      messages,
      detection,
      systemAndTools: { system: [], tools: [] },
      systemAndToolsHash: '',
      systemAndToolsWith: () => ({ systemAndTools: { system: [], tools: [] }, systemAndToolsHash: '' }),
      with: view => (view === messages ? request : (view as unknown as Request)),
    }
  }
  const { format, messages, detection } = knownRequest(request, name, beforeOf)
  const body = request as Readonly<Record<string, unknown>>
  const system = format.request.system.map(key => body[key])
  const [toolsKey = ''] = format.request.tools
  const listWith = (more: readonly object[]): unknown => {
    const held = body[toolsKey]
    const { toolList } = format.request
    if (more.length === 0) return held
    if (toolList === undefined) return [...listOf(held), ...more]
    const owner = isRecord(held) ? held : {}
    return { ...owner, [toolList]: [...listOf(owner[toolList]), ...more] }
  }
  const systemAndToolsWith = (more: readonly object[]) => {
    const tools = format.request.tools.map(key => (key === toolsKey ? listWith(more) : body[key]))
    return {
      systemAndTools: { system, tools },
      systemAndToolsHash: hashOf([body[format.request.model ?? 'model'], system, tools]),
    }
  }
  return {
    format,
    messages,
    detection,
    ...systemAndToolsWith([]),
    systemAndToolsWith,
    with: (view, more) =>
      view === messages && more.length === 0
        ? request
        : {
            ...request,
            ...(view === messages ? {} : { [format.request.messages]: view }),
            ...(more.length === 0 ? {} : { [toolsKey]: listWith(more) }),
          },
  }
}

interface ReadRequest extends DetectedRequest {
  readonly name: FormatName | undefined
  readonly count: number
  readonly last: unknown
}

const readRequests = new WeakMap<object, ReadRequest>()

/** Like `detectRequest`, once for each body; a body that has grown since is read again. */
export function knownRequest(
  request: object,
  name: FormatName | undefined,
  beforeOf?: BeforeOf,
): DetectedRequest {
  const before = readRequests.get(request)
  if (before !== undefined && before.name === name && isSame(request, before)) return before
  const detected = detectRequest(request, name, beforeOf)
  const { messages } = detected
  readRequests.set(request, { ...detected, name, count: messages.length, last: messages.at(-1) })
  return detected
}

function isSame(request: object, { format, messages, count, last }: ReadRequest): boolean {
  const now = (request as Readonly<Record<string, unknown>>)[format.request.messages]
  return now === messages && messages.length === count && messages.at(-1) === last
}

interface HashedValue {
  readonly outline: Outline
  readonly hash: string
}

/** One for requests with our tools and one for those without. */
const maxValues = 2

/** Returns a function that hashes the JSON of values: an equal value is not serialized again. */
export function knownHashes(): (value: unknown) => string {
  let latest: readonly HashedValue[] = []
  return value => {
    // Compared each time: a client may have changed it in place.
    const known = latest.find(({ outline }) => hasOutline(value, outline))
    if (known !== undefined) return known.hash
    const hash = hashText(JSON.stringify(value))
    const outline = outlineOf(value)
    if (outline !== undefined) latest = [{ outline, hash }, ...latest].slice(0, maxValues)
    return hash
  }
}
