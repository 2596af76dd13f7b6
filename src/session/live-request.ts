/** A request as a session sees it: its messages, what is beside them, and the way back into the same shape. */
import { type BeforeOf, type Detection, detect } from '../formats/detect-format.ts'
import type { Format } from '../formats/format.ts'
import type { FormatName } from '../types.ts'
import { knownHashes } from './known-hashes.ts'
import { knownRequest } from './known-request.ts'

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
  /** The very request where the messages are the very same and no tools are added. */
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
