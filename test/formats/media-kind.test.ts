import { describe, expect, it } from 'vitest'
import { mediaKind } from '../../src/formats/media-kind.ts'

describe('mediaKind', () => {
  it.each<[unknown, string]>([
    ['image/png', 'image'],
    ['image', 'image'],
    ['audio/wav', 'audio'],
    ['video/*', 'video'],
    ['application/pdf', 'document'],
    ['images/png', 'document'],
    ['', 'document'],
    [undefined, 'document'],
    [7, 'document'],
  ])('takes %j for %s', (mediaType, kind) => {
    expect(mediaKind(mediaType)).toBe(kind)
  })
})
