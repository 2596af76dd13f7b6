import * as zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codecs, packBytes, unpackBytes } from '../../src/store/pack-bytes.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { codeOf } from './error-of.ts'

const withoutZstd = { gzipSync: zlib.gzipSync, gunzipSync: zlib.gunzipSync }
const text = toBytes('the same words again and again '.repeat(50))

describe('packed bytes', () => {
  it('are zstd where that helps, gzip where there is no zstd, raw where neither helps', () => {
    const noise = zlib.zstdCompressSync(text)
    expect(packBytes(text).codec).toBe(codecs.zstd)
    expect(packBytes(text, withoutZstd).codec).toBe(codecs.gzip)
    expect(packBytes(noise)).toEqual({ codec: codecs.raw, bytes: noise })
    expect(packBytes(toBytes('aaaaaaaaaaaaaaaaaaaaaaaa')).codec).toBe(codecs.raw)
  })

  it('unpack to exactly what they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(60), fc.boolean(), (part, times, hasZstd) => {
        const bytes = Uint8Array.from(Array.from({ length: times }, () => [...part]).flat())
        const packed = packBytes(bytes, hasZstd ? zlib : withoutZstd)
        expect(packed.bytes.length).toBeLessThanOrEqual(bytes.length)
        expect(unpackBytes(packed, bytes.length)).toEqual(bytes)
      }),
    )
  })

  it('are undefined where they are damaged, too long, too short or of an unknown codec', () => {
    for (const packed of [packBytes(text), packBytes(text, withoutZstd)]) {
      expect(unpackBytes({ ...packed, bytes: packed.bytes.slice(0, -9) }, text.length)).toBeUndefined()
      expect(unpackBytes(packed, text.length - 1)).toBeUndefined()
      expect(unpackBytes(packed, text.length + 1)).toBeUndefined()
      expect(unpackBytes({ ...packed, codec: 9 }, text.length)).toBeUndefined()
    }
  })

  it('say what is needed where zstd is missing', async () => {
    expect(await codeOf(() => unpackBytes(packBytes(text), text.length, withoutZstd))).toBe(
      'unsupported-node',
    )
  })
})
