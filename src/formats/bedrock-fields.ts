/** Calls and results in blocks of Bedrock Converse. */
import { isRecord, listOf } from './raw-value.ts'

export function bedrockBlocks(message: unknown): readonly unknown[] {
  return isRecord(message) ? listOf(message.content) : []
}

interface BedrockCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** `undefined` for the call of a tool that the provider runs itself, which has a `type`. */
export function bedrockCall(block: unknown): BedrockCall | undefined {
  const call = isRecord(block) ? block.toolUse : undefined
  if (!isRecord(call) || call.type !== undefined) return undefined
  const { toolUseId: id, name, input } = call
  return typeof id === 'string' && typeof name === 'string' ? { id, name, input } : undefined
}

interface BedrockResult {
  readonly id: string
  readonly parts: readonly unknown[]
  readonly status: unknown
}

/** `undefined` for the result of a tool that the provider runs itself, which has a `type`. */
export function bedrockResult(block: unknown): BedrockResult | undefined {
  const result = isRecord(block) ? block.toolResult : undefined
  if (!isRecord(result) || result.type !== undefined || typeof result.toolUseId !== 'string') return undefined
  return { id: result.toolUseId, parts: listOf(result.content), status: result.status }
}
