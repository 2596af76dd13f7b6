/** Decodes compressed bodies: gzip, deflate, br, zstd. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

type Limit = { readonly maxOutputLength: number }
type Decode = (bytes: Uint8Array, limit: Limit, done: (error: Error | null, plain: Buffer) => void) => void

const decoder = (whole: Decode, stream: () => Transform) => ({
  whole: promisify<Uint8Array, Limit, Buffer>(whole),
  stream,
})
const gzip = decoder(zlib.gunzip, zlib.createGunzip)

/** Through the namespace of zlib: in an old Node, a missing named import would fail before Fovea can explain it. */
const decoders: Readonly<Record<string, typeof gzip>> = {
  gzip,
  'x-gzip': gzip,
  deflate: decoder(zlib.inflate, zlib.createInflate),
  br: decoder(zlib.brotliDecompress, zlib.createBrotliDecompress),
  zstd: decoder(zlib.zstdDecompress, zlib.createZstdDecompress),
}

const codingsOf = (encoding: string | undefined): readonly string[] =>
  (encoding ?? '')
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')

/** The bytes without their encodings, the last applied first. Throws if one is unknown, broken or too large. */
export async function decoded(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  let plain = bytes
  for (const coding of codingsOf(encoding).toReversed()) {
    const known = decoders[coding]
    if (known === undefined) throw new Error(`the encoding ${JSON.stringify(coding)} is not known`)
    plain = await known.whole(plain, { maxOutputLength: maxBytes })
  }
  return plain
}

/** The streams that remove the encodings; none for plain bytes, `undefined` if one is unknown. */
export function decodingStreams(encoding: string | undefined): readonly Transform[] | undefined {
  const known = codingsOf(encoding).map(coding => decoders[coding])
  return known.every(each => each !== undefined) ? known.toReversed().map(each => each.stream()) : undefined
}
