/** Tokens of opaque blocks: media by size, reasoning by its visible text, the rest as JSON. */
import type { OpaqueBlock, TokenCounter } from '../types.ts'
import { imageTokens } from './image-tokens.ts'
import { mediaCosts } from './media-costs.ts'
import { type MediaPayload, mediaPayload, payloadBytes } from './media-payload.ts'
import { partialJson } from './partial-json.ts'
import { isSealed, reasoningText, sealedLength } from './reasoning-text.ts'

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
 * Lengths are unknown and estimated from the number of bytes: a page of a PDF has about 50 kB, a second of sound 16 kB, a second
 * of film 250 kB. A text file costs a token for 4 bytes.
 */
const mediaUnits = {
  document: { bytesPerUnit: 50_000, unknownUnits: 5 },
  audio: { bytesPerUnit: 16_000, unknownUnits: 60 },
  video: { bytesPerUnit: 250_000, unknownUnits: 60 },
} as const

function mediaTokens(kind: keyof typeof mediaUnits, payload: MediaPayload): number {
  const { bytesPerUnit, unknownUnits } = mediaUnits[kind]
  const bytes = payloadBytes(payload)
  if (bytes !== undefined && payload.mediaType?.startsWith('text/')) return Math.ceil(bytes / 4)
  const units = bytes === undefined ? unknownUnits : Math.ceil(bytes / bytesPerUnit)
  return units * mediaCosts[payload.provider ?? 'openai'][kind]
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
  const text = partialJson(value, (key, part) => {
    if ((typeof part === 'string' || part instanceof Uint8Array) && isSealed(key)) {
      tokens += Math.ceil(sealedLength(part) / sealedCharactersPerToken)
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
