/** The error that an upstream reported, in one shape for all providers. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'

export interface UpstreamFailure {
  readonly status: number
  /** `overloaded_error`, `rate_limit_error` … */
  readonly type: string
  readonly code: string | null
  readonly message: string
  /** All fields of the error, unchanged. */
  readonly fields: RawRecord
}

/** Types for upstreams that name none. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** `answer`: the body, if it is an object: `{ "error": { … } }`, as all providers write it, or `{ "error": "…" }`. */
export function failureOf(status: number, answer: RawRecord | undefined): UpstreamFailure {
  const error = answer?.error
  const fields = isRecord(error) ? error : {}
  const { type, code, message } = fields
  const said = [message, error, answer?.message, answer?.detail].find(each => typeof each === 'string')
  return {
    status,
    type: typeof type === 'string' ? type : (types[status] ?? 'api_error'),
    code: typeof code === 'string' ? code : null,
    message: said === undefined ? `The upstream answered ${status} in the midst of a turn.` : String(said),
    fields,
  }
}

/**
 * Anthropic: `prompt is too long: 208899 tokens > 200000 maximum`,
 * ``input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000``.
 * OpenAI: code `context_length_exceeded`, `This model's maximum context length is 128000 tokens. …`,
 * `Your input exceeds the context window of this model. …`. Bedrock: `Input is too long for requested model.`
 * llama.cpp: `the request exceeds the available context size`. Groq: `Please reduce the length of the messages …`.
 * Gemini: `The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).`
 */
const tooLong: readonly string[] = [
  'prompt is too long',
  'input is too long',
  'context limit',
  'context length',
  'context window',
  'context size',
  'reduce the length of the messages',
  'maximum number of tokens',
  'model token limit',
]

export function isTooLong({
  type,
  code,
  message,
}: Pick<UpstreamFailure, 'type' | 'code' | 'message'>): boolean {
  if (code === 'context_length_exceeded' || type === 'request_too_large') return true
  const said = message.toLowerCase()
  return tooLong.some(words => said.includes(words))
}

/** `… does not support tools`, `Invalid 'tools': array too long`, `No endpoints found that support tool use`. */
export function isAboutTools({ status, message, fields }: UpstreamFailure): boolean {
  if (status !== 400 && status !== 404 && status !== 422) return false
  const { param } = fields
  const said = `${message} ${typeof param === 'string' ? param : ''}`.toLowerCase()
  return said.includes('tool') || said.includes('function')
}
