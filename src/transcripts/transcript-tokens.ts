/** Tokens of a request with a recorded session: its messages, its system text and its tools. */
import { formatNamed } from '../formats/index.ts'
import { countMessages, countSystem, countTools } from '../tokens/message-tokens.ts'
import type { TokenCounter } from '../types.ts'
import type { Transcript } from './transcript.ts'

export function transcriptTokens(transcript: Transcript, counter: TokenCounter): number {
  const { read, framing } = formatNamed(transcript.format)
  const systemAndTools = systemAndToolTokens(transcript, counter)
  return countMessages(read(transcript.messages), framing, counter) + systemAndTools
}

/** Tokens of the system text and the tools, where the file keeps them outside its messages. */
export function systemAndToolTokens({ system, request, format }: Transcript, counter: TokenCounter): number {
  const { request: shape } = formatNamed(format)
  const own = system === undefined || request !== undefined ? 0 : countSystem(system, counter)
  const systems = shape.system.reduce((sum, key) => sum + countSystem(request?.[key], counter), own)
  return shape.tools.reduce((sum, key) => sum + countTools(request?.[key], counter), systems)
}
