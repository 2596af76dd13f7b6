/** The kind of media of a media type. */
import type { OpaqueKind } from '../types.ts'

/** `image/png`, or only `image` as the AI SDK also writes it; anything but image, audio and video is a document. */
export function mediaKind(mediaType: unknown): OpaqueKind {
  const family = typeof mediaType === 'string' ? mediaType.split('/', 1)[0] : undefined
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}
