/** Tokens of an image, by its size. */
import { type ImageSize, imageSize } from './image-size.ts'
import { type ImageRule, mediaCosts } from './media-costs.ts'
import { type MediaPayload, payloadBytes, readBytes } from './media-payload.ts'

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
  const named = Object.values(mediaCosts).find(
    costs => costs.named !== undefined && name.includes(costs.named),
  )
  const { images } = named ?? mediaCosts[payload?.provider ?? 'openai']
  return images.find(rule => rule.models.test(name)) as ImageRule
}
