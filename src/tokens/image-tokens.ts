/** Tokens of an image, by the size rules that providers document. */
import { type MediaPayload, payloadBytes, readBytes } from './media-payload.ts'

interface ImageRule {
  /** The provider whose images use this rule by default. */
  readonly provider: 'openai' | 'anthropic' | 'gemini'
  /** The models of the rule; the last rule of a provider applies to all others. */
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
  // The rule of thumb, width × height / 750, approximates this.
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

/** A screenshot: assumed for an image whose size cannot be read. */
const unknownSize: ImageSize = { width: 1920, height: 1080 }

/** One bit per pixel, compressed 1,032 to 1: no PNG has more pixels per byte. */
const maxPixelsPerByte = 8 * 1032

/** `model` may be any name: for an unknown one, the shape of the payload identifies the provider. */
export function imageTokens(payload: MediaPayload | undefined, model: string): number {
  const rule = imageRule(payload, model)
  const bytes = payload === undefined ? undefined : payloadBytes(payload)
  const unknown = (): number => rule.tokens(unknownSize, payload?.detail)
  if (payload === undefined || bytes === undefined) return unknown()
  const size = imageSize((offset, length) => readBytes(payload, offset, length))
  // A header that claims more pixels than its bytes can contain is broken, and no byte costs more than a token.
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

/** Width and height of a PNG, JPEG, GIF or WebP, from its header alone. */
interface ImageSize {
  readonly width: number
  readonly height: number
}

/** `length` bytes from `offset` on; fewer at the end. */
type ReadBytes = (offset: number, length: number) => Uint8Array

/** `undefined` where the bytes have none of these formats, or are too few. Never throws. */
export function imageSize(read: ReadBytes): ImageSize | undefined {
  const head = read(0, 32)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (view.byteLength < 24) return undefined
  const size =
    view.getUint32(0) === 0x89504e47
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : view.getUint32(0) === 0x47494638
        ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
        : view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250
          ? webpSize(view)
          : view.getUint16(0) === 0xffd8
            ? jpegSize(read)
            : undefined
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

function webpSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 30) return undefined
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ', lossy
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      // 'VP8L', lossless: 14 bits each, less one
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: // 'VP8X', extended: 24 bits each, less one
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >> 8) + 1 }
    default:
      return undefined
  }
}

/** No camera or program writes a file with more segments before its picture. */
const maxSegments = 300

/** Follows the segments (each has its length) to the frame header: FF C0 to FF CF except C4, C8 and CC. */
function jpegSize(read: ReadBytes): ImageSize | undefined {
  let offset = 2
  for (let segment = 0; segment < maxSegments; segment += 1) {
    const bytes = read(offset, 9)
    const [mark, kind = 0, high = 0, low = 0, , ...size] = bytes
    if (bytes.length < 4 || mark !== 0xff) return undefined
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc) {
      const [h1 = 0, h2 = 0, w1 = 0, w2 = 0] = size
      return { width: w1 * 256 + w2, height: h1 * 256 + h2 }
    }
    // FF is a fill byte, and these markers have no length.
    const isAlone = kind === 0xff || kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)
    offset += isAlone ? (kind === 0xff ? 1 : 2) : 2 + high * 256 + low
  }
  return undefined
}
