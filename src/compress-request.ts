/** Compresses the messages of a whole request body; its system text and tools count too. */
import { compress } from './compress.ts'
import { detectRequest } from './formats/detect-format.ts'
import type { Format } from './formats/format.ts'
import type { Receipt } from './receipt.ts'
import type { CompressOptions } from './strategies/options/compress-options.ts'
import { resolveOptions } from './strategies/options/resolve-options.ts'
import { countersFor } from './tokens/counters.ts'
import { countSystem, countTools } from './tokens/message-tokens.ts'
import type { OriginalsByHash, ResumeState } from './types.ts'
import { reportFailure } from './view/report-failure.ts'

export interface CompressRequestResult<Body> {
  /** The same object that was passed in where nothing changed. */
  readonly body: Body
  readonly receipt: Receipt
  readonly originalsByHash: OriginalsByHash
  /** As in the result of `compress`. */
  readonly state?: ResumeState
}

/** Never throws unless `strict` is set, as `compress`. */
export async function compressRequest<Body extends object>(
  body: Body,
  options: CompressOptions = {},
): Promise<CompressRequestResult<Body>> {
  try {
    const { reserved: asked } = resolveOptions(options)
    const { format, messages } = detectRequest(body, options.format)
    const reserved = asked + tokensBeside(body, format, options)
    const {
      messages: view,
      receipt,
      originalsByHash,
      state,
    } = await compress(messages, { ...options, format: format.name, reserved })
    const changed = view === messages ? body : { ...body, [format.request.messages]: view }
    return { body: changed, receipt, originalsByHash, ...(state === undefined ? {} : { state }) }
  } catch (error) {
    return { body, ...reportFailure(error, options) }
  }
}

/** Tokens of the system text and the tool definitions of a body. */
function tokensBeside(body: object, { request }: Format, options: CompressOptions): number {
  const { counter } = countersFor(options)
  const values = body as Record<string, unknown>
  const system = request.system.reduce((sum, key) => sum + countSystem(values[key], counter), 0)
  return request.tools.reduce((sum, key) => sum + countTools(values[key], counter), system)
}
