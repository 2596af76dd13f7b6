/** Decodes compressed bodies: gzip, deflate, br, zstd. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

type Limit = { readonly maxOutputLength: number }

/** Through the namespace of zlib: in an old Node, a missing named import would fail before Fovea can explain it. */
const decoders: Readonly<
  Record<
    string,
    { readonly whole: (bytes: Uint8Array, limit: Limit) => Promise<Buffer>; readonly stream: () => Transform }
  >
> = {
  gzip: { whole: promisify<Uint8Array, Limit, Buffer>(zlib.gunzip), stream: zlib.createGunzip },
  'x-gzip': { whole: promisify<Uint8Array, Limit, Buffer>(zlib.gunzip), stream: zlib.createGunzip },
  deflate: { whole: promisify<Uint8Array, Limit, Buffer>(zlib.inflate), stream: zlib.createInflate },
  br: {
    whole: promisify<Uint8Array, Limit, Buffer>(zlib.brotliDecompress),
    stream: zlib.createBrotliDecompress,
  },
  zstd: {
    whole: promisify<Uint8Array, Limit, Buffer>(zlib.zstdDecompress),
    stream: zlib.createZstdDecompress,
  },
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
    const decoder = decoders[coding]
    if (decoder === undefined) throw new Error(`the encoding ${JSON.stringify(coding)} is not known`)
    plain = await decoder.whole(plain, { maxOutputLength: maxBytes })
  }
  return plain
}

/** The streams that remove the encodings; none for plain bytes, `undefined` if one is unknown. */
export function decodingStreams(encoding: string | undefined): readonly Transform[] | undefined {
  const known = codingsOf(encoding).map(coding => decoders[coding])
  return known.every(decoder => decoder !== undefined)
    ? known.toReversed().map(decoder => decoder.stream())
    : undefined
}
