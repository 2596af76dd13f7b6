/** How bytes are stored: unchanged, gzipped or zstd-compressed, marked by a codec byte. */
import * as nodeZlib from 'node:zlib'
import { FoveaError } from '../errors.ts'

/** Written into every database: numbers may be added, never changed. */
export const codecs = { raw: 0, gzip: 1, zstd: 2 } as const

export interface Packed {
  readonly codec: number
  readonly bytes: Uint8Array
}

/** The part of `node:zlib` that is used; zstd is missing before Node 22.15. */
type Zlib = Pick<typeof nodeZlib, 'gzipSync' | 'gunzipSync'> &
  Partial<Pick<typeof nodeZlib, 'zstdCompressSync' | 'zstdDecompressSync'>>

/** Shorter bytes hardly ever become smaller. */
const worthPacking = 64
const zstdLevel = { params: { [nodeZlib.constants.ZSTD_c_compressionLevel]: 3 } }

export function packBytes(bytes: Uint8Array, zlib: Zlib = nodeZlib): Packed {
  if (bytes.length >= worthPacking) {
    const packed =
      zlib.zstdCompressSync === undefined
        ? { codec: codecs.gzip, bytes: zlib.gzipSync(bytes) }
        : { codec: codecs.zstd, bytes: zlib.zstdCompressSync(bytes, zstdLevel) }
    if (packed.bytes.length < bytes.length) return packed
  }
  return { codec: codecs.raw, bytes }
}

/** `undefined` if the packed bytes are damaged. `size` limits the unpacked bytes, so that a decompression bomb stays small. */
export function unpackBytes(packed: Packed, size: number, zlib: Zlib = nodeZlib): Uint8Array | undefined {
  if (packed.codec === codecs.raw) return packed.bytes.length === size ? packed.bytes : undefined
  if (packed.codec === codecs.zstd && zlib.zstdDecompressSync === undefined)
    throw new FoveaError(
      'unsupported-node',
      'This store holds zstd data; reading it needs Node 22.15 or newer.',
    )
  const limit = { maxOutputLength: Math.max(size, 1), chunkSize: chunkFor(size) }
  try {
    const bytes =
      packed.codec === codecs.zstd
        ? zlib.zstdDecompressSync?.(packed.bytes, limit)
        : packed.codec === codecs.gzip
          ? zlib.gunzipSync(packed.bytes, limit)
          : undefined
    return bytes?.length === size ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : undefined
  } catch {
    return undefined
  }
}

/** Node unpacks in chunks and joins them, which takes the memory twice; an unverified size reserves little. */
function chunkFor(size: number): number {
  return Math.min(Math.max(size + 1, minChunk), maxChunk)
}

/** The minimum that zlib accepts. */
const minChunk = 64
const maxChunk = 64 * 1024 * 1024
