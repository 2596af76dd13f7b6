/** The image, document or recording in an opaque part, in any provider's shape. */
import { isRecord, type RawRecord } from './json-value.ts'
import type { MediaProvider } from './media-costs.ts'

export interface MediaPayload {
  /** The provider that writes media in this shape; `undefined` where several do. */
  readonly provider: MediaProvider | undefined
  /** The bytes, or their base64; absent for an address or a file identifier. */
  readonly data?: string | Uint8Array
  readonly mediaType?: string
  /** OpenAI's `low`, `high`, `auto` or `original`. */
  readonly detail?: string
}

/** `undefined` for an unknown shape. Never throws, never copies the data. */
export function mediaPayload(value: unknown): MediaPayload | undefined {
  if (!isRecord(value)) return undefined
  for (const shape of shapes) {
    const payload = shape(value)
    if (payload !== undefined) return payload
  }
  return undefined
}

/** Formats of a document in Bedrock that are text. */
const textFormats: ReadonlySet<unknown> = new Set(['txt', 'md', 'csv', 'html'])

type Shape = (value: RawRecord) => MediaPayload | undefined

const shapes: readonly Shape[] = [
  // OpenAI chat: { type: 'image_url', image_url: { url, detail } }; Responses: { type: 'input_image', image_url, detail }
  value => {
    const { image_url: image, detail } = value
    if (isRecord(image)) return located('openai', image.url, undefined, image.detail)
    return typeof image === 'string' ? located('openai', image, undefined, detail) : undefined
  },
  // OpenAI: { type: 'input_audio', input_audio: { data, format } }, { type: 'file', file: { file_data } }, input_file
  ({ input_audio: audio, file, file_data: fileData }) => {
    if (isRecord(audio)) return located('openai', audio.data)
    if (isRecord(file) && typeof file.file_data === 'string') return located('openai', file.file_data)
    return typeof fileData === 'string' ? located('openai', fileData) : undefined
  },
  // Anthropic: { type: 'image', source: { type: 'base64', media_type, data } | { type: 'url', url } | { type: 'file' } }
  ({ source }) => {
    if (!isRecord(source) || source.type === 'text' || source.type === 'content') return undefined
    return typeof source.type === 'string'
      ? located('anthropic', source.data ?? source.url, source.media_type)
      : undefined
  },
  // Gemini: { inlineData: { mimeType, data } }, { fileData: { mimeType, fileUri } }, both also in snake_case
  value => {
    const inline = value.inlineData ?? value.inline_data
    if (isRecord(inline)) return located('gemini', inline.data, inline.mimeType ?? inline.mime_type)
    const file = value.fileData ?? value.file_data
    return isRecord(file) ? located('gemini', undefined, file.mimeType ?? file.mime_type) : undefined
  },
  // Bedrock: { image | document | audio | video: { format: 'png', source: { bytes } | { s3Location } } }; a document may have its text
  value => {
    const [kind, media] = Object.entries(value)[0] ?? []
    if (!isRecord(media) || !isRecord(media.source)) return undefined
    const { format = 'octet-stream', source } = media
    if (source.bytes === undefined && source.s3Location === undefined) return undefined
    const family = kind !== 'document' ? kind : textFormats.has(format) ? 'text' : 'application'
    return located(undefined, source.bytes, `${family}/${format}`)
  },
  // AI SDK: { type: 'image', image }, { type: 'file' | 'media', data, mediaType }; MCP: { type: 'image', data, mimeType }
  ({ type, image, data, mediaType, mimeType }) => {
    if (type === 'image' && image !== undefined) return located(undefined, image, mediaType ?? mimeType)
    const kind = mediaType ?? mimeType
    return typeof kind === 'string' && data !== undefined ? located(undefined, data, kind) : undefined
  },
]

function located(
  provider: MediaPayload['provider'],
  data: unknown,
  mediaType?: unknown,
  detail?: unknown,
): MediaPayload {
  const payload = { provider, ...bytesIn(data), ...(typeof detail === 'string' ? { detail } : {}) }
  return typeof mediaType === 'string' ? { mediaType, ...payload } : payload
}

/** `data:image/png;base64,…` at its very start. */
const dataUrl = /^data:([^;,]{1,100})[^,]{0,200},/

function bytesIn(data: unknown): Pick<MediaPayload, 'data' | 'mediaType'> {
  if (data instanceof Uint8Array) return { data }
  if (data instanceof ArrayBuffer) return { data: new Uint8Array(data) }
  // AI SDK 7 wraps data: { type: 'data', data }
  if (isRecord(data) && (typeof data.data === 'string' || data.data instanceof Uint8Array))
    return bytesIn(data.data)
  if (typeof data !== 'string') return data instanceof URL ? bytesIn(data.href) : {}
  const url = dataUrl.exec(data)
  if (url !== null) return { data: data.slice(url[0].length), mediaType: url[1] ?? '' }
  return /^[a-z][a-z0-9+.-]{0,20}:/i.test(data) ? {} : { data }
}

/** The number of bytes; `undefined` where the payload only refers to them. */
export function payloadBytes({ data }: MediaPayload): number | undefined {
  if (data === undefined) return undefined
  return typeof data === 'string' ? Buffer.byteLength(data, 'base64') : data.byteLength
}

/** `length` bytes from `offset` on, fewer at the end; decodes no more of the base64 than that. */
export function readBytes({ data }: MediaPayload, offset: number, length: number): Uint8Array {
  if (data === undefined) return new Uint8Array()
  if (typeof data !== 'string') return data.subarray(offset, offset + length)
  const first = Math.floor(offset / 3)
  const last = Math.ceil((offset + length) / 3)
  const bytes = Buffer.from(data.slice(first * 4, last * 4), 'base64')
  return bytes.subarray(offset - first * 3, offset - first * 3 + length)
}
