/** Fields of Gemini contents in either spelling: `functionCall` as in the SDKs, `function_call` as in REST. */
import type { OpaqueKind } from '../types.ts'
import { mediaKind } from './media-kind.ts'
import { isRecord, type RawRecord } from './raw-value.ts'

const snakeCase = {
  thoughtSignature: 'thought_signature',
  functionCall: 'function_call',
  functionResponse: 'function_response',
  inlineData: 'inline_data',
  fileData: 'file_data',
  mimeType: 'mime_type',
  executableCode: 'executable_code',
  codeExecutionResult: 'code_execution_result',
  toolCall: 'tool_call',
  toolResponse: 'tool_response',
} as const

type GeminiField = keyof typeof snakeCase

export interface GeminiFunction {
  /** The spelling of the field in its part. */
  readonly key: string
  readonly name: string
  readonly value: RawRecord
}

/** A call or a response inside a part. */
export function geminiFunction(
  part: unknown,
  field: 'functionCall' | 'functionResponse',
): GeminiFunction | undefined {
  const key = isRecord(part) ? keyOf(part, field) : undefined
  const value = isRecord(part) && key !== undefined ? part[key] : undefined
  return key !== undefined && isRecord(value) && typeof value.name === 'string'
    ? { key, name: value.name, value }
    : undefined
}

export function geminiParts(content: unknown): readonly unknown[] {
  return isRecord(content) && Array.isArray(content.parts) ? content.parts : []
}

/** A part with a thought signature must be sent back exactly as it came. */
export function isSigned(part: RawRecord): boolean {
  return keyOf(part, 'thoughtSignature') !== undefined
}

/** The kind of a part that is not read as text, call or response. */
export function geminiKind(part: unknown): OpaqueKind {
  if (!isRecord(part)) return 'unknown'
  const media = fieldOf(part, 'inlineData') ?? fieldOf(part, 'fileData')
  if (isRecord(media)) return mediaKind(fieldOf(media, 'mimeType'))
  if (serverFields.some(field => keyOf(part, field) !== undefined)) return 'serverTool'
  return part.thought === true || isSigned(part) ? 'reasoning' : 'unknown'
}

const serverFields = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const

function keyOf(record: RawRecord, field: GeminiField): string | undefined {
  return [field, snakeCase[field]].find(key => record[key] !== undefined && record[key] !== null)
}

function fieldOf(record: RawRecord, field: GeminiField): unknown {
  const key = keyOf(record, field)
  return key === undefined ? undefined : record[key]
}
