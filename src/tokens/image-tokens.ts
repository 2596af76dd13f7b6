/** What an image costs, by the size rules that the providers document. */
import { type ImageSize, imageSize } from './image-size.ts'
import { type MediaPayload, payloadBytes, readBytes } from './media-payload.ts'

interface ImageRule {
  /** Who writes images in the shape that this rule is the default for. */
  readonly provider: 'openai' | 'anthropic' | 'gemini'
  /** Models that the rule is for; the last rule of a provider is for all others. */
  readonly models: RegExp
  tokens(size: ImageSize, detail: string | undefined): number
}

const imageRules: readonly ImageRule[] = [
  {
    // Patches of 32 px, 1.2 tokens each; up to 2,500 of them in high detail, 10,000 otherwise.
    provider: 'openai',
    models: /gpt-5\.[4-9]|gpt-[6-9]/,
    tokens: (size, detail) =>
      Math.round(patches(size, 32, 6000, detail === 'high' || detail === 'low' ? 2500 : 10_000) * 1.2),
  },
  { provider: 'openai', models: /gpt-5/, tokens: (size, detail) => tiles(size, detail, 70, 140) },
  { provider: 'openai', models: /(?:)/, tokens: (size, detail) => tiles(size, detail, 85, 170) },
  {
    provider: 'anthropic',
    models: /claude-(?:[a-z]+-)?(?:4[-.][7-9]|[5-9])/,
    tokens: size => patches(size, 28, 2576, 4784),
  },
  // The rule of thumb of width × height / 750 is this one, roughly.
  { provider: 'anthropic', models: /(?:)/, tokens: size => patches(size, 28, 1568, 1568) },
  // The default resolution of Gemini 3: an image of any size costs about the same.
  { provider: 'gemini', models: /gemini-[3-9]/, tokens: () => 1120 },
  {
    provider: 'gemini',
    models: /(?:)/,
    // Larger images are scaled down to 3072 × 3072.
    tokens: ({ width, height }) => {
      const scale = Math.min(1, 3072 / Math.max(width, height))
      return width <= 384 && height <= 384
        ? 258
        : 258 * Math.ceil((width * scale) / 768) * Math.ceil((height * scale) / 768)
    },
  },
]

/** A screenshot: what an image counts as whose size cannot be read. */
const unknownSize: ImageSize = { width: 1920, height: 1080 }

/** One bit a pixel, and 1,032 to 1: no PNG has more in a byte. */
const maxPixelsPerByte = 8 * 1032

/** `model` may be any name: where it says nothing, the shape of the payload tells the provider. */
export function imageTokens(payload: MediaPayload | undefined, model: string): number {
  const rule = imageRule(payload, model)
  const bytes = payload === undefined ? undefined : payloadBytes(payload)
  const unknown = (): number => rule.tokens(unknownSize, payload?.detail)
  if (payload === undefined || bytes === undefined) return unknown()
  const size = imageSize((offset, length) => readBytes(payload, offset, length))
  // A header that promises more than its bytes can hold is broken, and no byte is worth more than a token.
  return size === undefined || size.width * size.height > bytes * maxPixelsPerByte
    ? Math.min(bytes, unknown())
    : rule.tokens(size, payload.detail)
}

function imageRule(payload: MediaPayload | undefined, model: string): ImageRule {
  const name = model.toLowerCase()
  const named = name.includes('claude') ? 'anthropic' : name.includes('gemini') ? 'gemini' : undefined
  const provider = named ?? payload?.provider ?? 'openai'
  return imageRules.find(rule => rule.provider === provider && rule.models.test(name)) as ImageRule
}

/** OpenAI: fit into 2048 × 2048, then the short side to 768, then tiles of 512. Low detail is the base alone. */
function tiles(size: ImageSize, detail: string | undefined, base: number, perTile: number): number {
  if (detail === 'low') return base
  const fit = Math.min(1, 2048 / Math.max(size.width, size.height))
  const short = Math.min(size.width, size.height) * fit
  const scale = fit * Math.min(1, 768 / short)
  return base + perTile * Math.ceil((size.width * scale) / 512) * Math.ceil((size.height * scale) / 512)
}

/** Scaled down until the long edge and the number of patches are within their limits. */
function patches({ width, height }: ImageSize, edge: number, longest: number, most: number): number {
  let scale = Math.min(1, longest / Math.max(width, height))
  for (let round = 0; round < 20; round += 1) {
    const count = Math.ceil((width * scale) / edge) * Math.ceil((height * scale) / edge)
    if (count <= most) return count
    scale *= Math.min(0.995, Math.sqrt(most / count))
  }
  return most
}
