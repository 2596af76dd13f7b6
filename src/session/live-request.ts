/** A request as a session sees it: its messages, what stands beside them, and the way back into the same shape. */
import { detectRequest, formatOf } from '../formats/detect-format.ts'
import { hashText } from '../measure/hash.ts'
import type { Format, FormatName } from '../types.ts'

export interface LiveRequest<Request> {
  readonly format: Format
  readonly messages: readonly unknown[]
  /** System text and tools, by the keys that the format names. */
  readonly beside: { readonly system: readonly unknown[]; readonly tools: readonly unknown[] }
  /** Changes with whatever comes before the messages in the provider's cache: model, system, tools. */
  readonly besideHash: string
  /** The very request where the messages are the very same. */
  with(messages: readonly unknown[]): Request
}

/** Throws where the request cannot be read. */
export function readRequest<Request extends object>(
  request: Request,
  name: FormatName | undefined,
): LiveRequest<Request> {
  if (Array.isArray(request)) {
    const messages: readonly unknown[] = request
    return {
      format: formatOf(messages, name),
      messages,
      beside: { system: [], tools: [] },
      besideHash: '',
      with: view => (view === messages ? request : (view as unknown as Request)),
    }
  }
  const { format, messages } = detectRequest(request, name)
  const body = request as Readonly<Record<string, unknown>>
  const system = format.request.system.map(key => body[key])
  const tools = format.request.tools.map(key => body[key])
  return {
    format,
    messages,
    beside: { system, tools },
    besideHash: hashText(JSON.stringify([body.model, system, tools])),
    with: view => (view === messages ? request : { ...request, [format.request.messages]: view }),
  }
}
