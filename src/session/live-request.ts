/** A request as a session sees it: its messages, what is beside them, and the way back into the same shape. */
import {
  type BeforeOf,
  type DetectedRequest,
  type Detection,
  detect,
  detectRequest,
} from '../formats/detect-format.ts'
import type { Format } from '../formats/format.ts'
import { hashText } from '../tokens/hash.ts'
import type { FormatName } from '../types.ts'
import { hasOutline, type Outline, outlineOf } from './message-identity.ts'

export interface LiveRequest<Request> {
  readonly format: Format
  readonly messages: readonly unknown[]
  readonly detection: Detection | undefined
  /** System text and tools, by the keys that the format names. */
  readonly systemAndTools: { readonly system: readonly unknown[]; readonly tools: readonly unknown[] }
  /** Changes with whatever comes before the messages in the provider's cache: model, system, tools. */
  readonly systemAndToolsHash: string
  /** The same with more tools behind its own. */
  systemAndToolsWith(
    tools: readonly object[],
  ): Pick<LiveRequest<Request>, 'systemAndTools' | 'systemAndToolsHash'>
  /** The same request where the messages are the same and no tools are added. */
  with(messages: readonly unknown[], tools: readonly object[]): Request
}

/**
 * Throws where the request cannot be read. `beforeOf`: for one that a shorter one came before. `hashOf`: of system and tools,
 * which mostly are those of the request before.
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
    const listed = body[toolsKey]
    return more.length === 0 ? listed : [...(Array.isArray(listed) ? listed : []), ...more]
  }
  const systemAndToolsWith = (more: readonly object[]) => {
    const tools = format.request.tools.map(key => (key === toolsKey ? listWith(more) : body[key]))
    return {
      systemAndTools: { system, tools },
      systemAndToolsHash: hashOf([body.model, system, tools]),
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

/** As `detectRequest`, once for each body; a body that has grown since is looked at again. */
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

/** A request with and without tools of ours. */
const maxValues = 2

/** The hash of the JSON of a value, for one value after another: equal values are not written as JSON again. */
export function knownHashes(): (value: unknown) => string {
  let latest: readonly HashedValue[] = []
  return value => {
    // Compared each time: a client may have changed it in its place.
    const known = latest.find(({ outline }) => hasOutline(value, outline))
    if (known !== undefined) return known.hash
    const hash = hashText(JSON.stringify(value))
    const outline = outlineOf(value)
    if (outline !== undefined) latest = [{ outline, hash }, ...latest].slice(0, maxValues)
    return hash
  }
}
