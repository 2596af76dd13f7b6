import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageSize } from '../../src/tokens/image-size.ts'
import { readBytes } from '../../src/tokens/media-payload.ts'
import { gif, jpeg, png, webp } from './image-bytes.ts'

const sizeOf = (data: string | Uint8Array) =>
  imageSize((offset, length) => readBytes({ provider: undefined, data }, offset, length))

describe('imageSize', () => {
  it.each([
    ['PNG', png(1920, 1080)],
    ['GIF', gif(1920, 1080)],
    ['JPEG', jpeg(1920, 1080)],
    ['JPEG behind EXIF and profiles', jpeg(1920, 1080, [40_000, 65_000, 65_001, 7])],
    ['lossy WebP', webp('VP8 ', 1920, 1080)],
    ['lossless WebP', webp('VP8L', 1920, 1080)],
    ['extended WebP', webp('VP8X', 1920, 1080)],
  ])('reads a %s, from bytes and from base64', (_, bytes) => {
    const size = { width: 1920, height: 1080 }
    expect(sizeOf(new Uint8Array(bytes))).toEqual(size)
    expect(sizeOf(bytes.toString('base64'))).toEqual(size)
  })

  it('decodes only the headers on its way', () => {
    const read: number[] = []
    const image = new Uint8Array(jpeg(640, 480, [60_000, 60_000]))
    imageSize((offset, length) => {
      read.push(length)
      return image.subarray(offset, offset + length)
    })
    expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(100)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('this is not an image at all, only a sentence')],
    ['a PNG without its header', png(10, 10).subarray(0, 12)],
    ['a PNG of no width', png(0, 10)],
    ['a JPEG without a frame', jpeg(10, 10, [30]).subarray(0, 30)],
    ['a JPEG that is all fill', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2000, 0xff)])],
  ])('knows no size of %s', (_, bytes) => {
    expect(sizeOf(new Uint8Array(bytes))).toBeUndefined()
  })

  it('never throws', () => {
    const starts = [png(9, 9), gif(9, 9), jpeg(9, 9), webp('VP8X', 9, 9)].map(bytes => bytes.subarray(0, 16))
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        const size = sizeOf(new Uint8Array(Buffer.concat([start, rest])))
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true)
      }),
    )
  })
})
