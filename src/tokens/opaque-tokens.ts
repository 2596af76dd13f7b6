/** Tokens of opaque blocks: media by size, reasoning by its visible text, the rest as JSON. */
import type { OpaqueBlock, TokenCounter } from '../types.ts'
import { imageTokens } from './image-tokens.ts'
import { visitStrings } from './json-value.ts'
import { type MediaPayload, mediaPayload, payloadBytes } from './media-payload.ts'
import { isSealed, reasoningText } from './reasoning-text.ts'

export function countOpaque({ kind, value }: OpaqueBlock, counter: TokenCounter): number {
  switch (kind) {
    case 'image':
      return imageTokens(mediaPayload(value), counter.name)
    case 'document':
    case 'audio':
    case 'video': {
      const payload = mediaPayload(value)
      return payload === undefined ? countValue(value, counter) : mediaTokens(kind, payload)
    }
    case 'reasoning':
    case 'refusal':
      return countReasoning(value, counter)
    default:
      return countValue(value, counter)
  }
}

/**
 * Estimates from the number of bytes, since lengths are unknown: a PDF page has about 50 kB and costs about 2,000 tokens
 * (Anthropic: 1,500 to 3,000; Gemini: 258, since Gemini 3 560); a second of sound has about 16 kB and costs 10 (OpenAI) to 32
 * tokens (Gemini); a second of film has about 250 kB and costs 258. A text file costs a token for 4 bytes.
 */
const mediaRules = {
  document: { bytesPerUnit: 50_000, tokensPerUnit: 2000, unknownUnits: 5, gemini: 560 },
  audio: { bytesPerUnit: 16_000, tokensPerUnit: 10, unknownUnits: 60, gemini: 32 },
  video: { bytesPerUnit: 250_000, tokensPerUnit: 258, unknownUnits: 60, gemini: 258 },
} as const

function mediaTokens(kind: keyof typeof mediaRules, payload: MediaPayload): number {
  const { bytesPerUnit, tokensPerUnit, unknownUnits, gemini } = mediaRules[kind]
  const bytes = payloadBytes(payload)
  if (bytes !== undefined && payload.mediaType?.startsWith('text/')) return Math.ceil(bytes / 4)
  const units = bytes === undefined ? unknownUnits : Math.ceil(bytes / bytesPerUnit)
  return units * (payload.provider === 'gemini' ? gemini : tokensPerUnit)
}

/** Characters of encrypted reasoning per token: 8 to 10 in recorded sessions that report both. */
const sealedCharactersPerToken = 8

/** Tokens of the readable reasoning; only if there is none, of the encrypted one. */
function countReasoning(value: unknown, counter: TokenCounter): number {
  const { spoken, sealed } = reasoningText({ value })
  return spoken.trim() === '' ? Math.ceil(sealed / sealedCharactersPerToken) : counter.count(spoken)
}

/** As JSON, but media by size, and encrypted parts by length. */
export function countValue(value: unknown, counter: TokenCounter): number {
  let tokens = 0
  const text = jsonText(value, (key, part) => {
    if (typeof part === 'string' && isSealed(key)) {
      tokens += Math.ceil(part.length / sealedCharactersPerToken)
      return false
    }
    const payload = mediaPayload(part)
    if (payload?.data === undefined) return true
    tokens += /^(?:audio|video|application)\//.test(payload.mediaType ?? '')
      ? mediaTokens('document', payload)
      : imageTokens(payload, counter.name)
    return false
  })
  return counter.count(text) + tokens
}

/** The value as JSON without the parts that `keep` refuses; only its strings where it is too deep or has a cycle. */
function jsonText(value: unknown, keep: (key: string, part: unknown) => boolean): string {
  try {
    const replace = (key: string, part: unknown): unknown => {
      if (typeof part === 'bigint') return String(part)
      return ArrayBuffer.isView(part) || !keep(key, part) ? undefined : part
    }
    return JSON.stringify(value, replace) ?? ''
  } catch {
    const strings: string[] = []
    visitStrings(value, (text, key) => {
      if (!isSealed(key)) strings.push(text)
    })
    return strings.join('\n')
  }
}
