/** What providers charge for media, by the rules that they document. A new provider is an entry here. */
import type { ImageSize } from './image-size.ts'

export type MediaProvider = 'openai' | 'anthropic' | 'gemini'

export interface ImageRule {
  readonly models: RegExp
  tokens(size: ImageSize, detail: string | undefined): number
}

interface MediaCosts {
  /** What the names of its models contain; where nothing is known, the shape of the media tells the provider. */
  readonly named?: string
  /** The last rule applies to all models that no other names. */
  readonly images: readonly ImageRule[]
  /** Tokens of a page of a document, a second of sound and a second of film. */
  readonly document: number
  readonly audio: number
  readonly video: number
}

/** Anthropic documents 1,500 to 3,000 for a page. */
const otherCosts = { document: 2000, audio: 10, video: 258 }

export const mediaCosts: Readonly<Record<MediaProvider, MediaCosts>> = {
  openai: {
    images: [
      {
        // Patches of 32 px, 1.2 tokens each; up to 2,500 of them in high detail, 10,000 otherwise.
        models: /gpt-5\.[4-9]|gpt-[6-9]/,
        tokens: (size, detail) =>
          Math.round(patches(size, 32, 6000, detail === 'high' || detail === 'low' ? 2500 : 10_000) * 1.2),
      },
      { models: /gpt-5/, tokens: (size, detail) => tiles(size, detail, 70, 140) },
      { models: /(?:)/, tokens: (size, detail) => tiles(size, detail, 85, 170) },
    ],
    ...otherCosts,
  },
  anthropic: {
    named: 'claude',
    images: [
      { models: /claude-(?:[a-z]+-)?(?:4[-.][7-9]|[5-9])/, tokens: size => patches(size, 28, 2576, 4784) },
      // The rule of thumb, width × height / 750, approximates this.
      { models: /(?:)/, tokens: size => patches(size, 28, 1568, 1568) },
    ],
    ...otherCosts,
  },
  gemini: {
    named: 'gemini',
    images: [
      // The default resolution of Gemini 3: an image of any size costs about the same.
      { models: /gemini-[3-9]/, tokens: () => 1120 },
      {
        models: /(?:)/,
        // Larger images are scaled down to 3072 × 3072.
        tokens: ({ width, height }) => {
          const scale = Math.min(1, 3072 / Math.max(width, height))
          return width <= 384 && height <= 384
            ? 258
            : 258 * Math.ceil((width * scale) / 768) * Math.ceil((height * scale) / 768)
        },
      },
    ],
    // 258 before Gemini 3.
    document: 560,
    audio: 32,
    video: 258,
  },
}

/** OpenAI: fit into 2048 × 2048, then the short side to 768, then tiles of 512. Low detail costs only the base. */
function tiles(size: ImageSize, detail: string | undefined, base: number, perTile: number): number {
  if (detail === 'low') return base
  const fit = Math.min(1, 2048 / Math.max(size.width, size.height))
  const short = Math.min(size.width, size.height) * fit
  const scale = fit * Math.min(1, 768 / short)
  return base + perTile * Math.ceil((size.width * scale) / 512) * Math.ceil((size.height * scale) / 512)
}

/** Scaled down until the long edge and the number of patches are within their limits. */
function patches({ width, height }: ImageSize, edge: number, maxEdge: number, maxPatches: number): number {
  let scale = Math.min(1, maxEdge / Math.max(width, height))
  for (let round = 0; round < 20; round += 1) {
    const count = Math.ceil((width * scale) / edge) * Math.ceil((height * scale) / edge)
    if (count <= maxPatches) return count
    scale *= Math.min(0.995, Math.sqrt(maxPatches / count))
  }
  return maxPatches
}
