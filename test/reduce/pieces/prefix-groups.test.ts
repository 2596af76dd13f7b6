import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listing } from '../../../src/reduce/content/listing.ts'
import { search } from '../../../src/reduce/content/search.ts'
import { prefixGroups } from '../../../src/reduce/pieces/prefix-groups.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'

const codec = prefixGroups(line => line.lastIndexOf('/') + 1)
const paths = [
  'core/src/a.ts',
  'core/src/b.ts',
  'core/src/c.ts',
  'core/test/a.test.ts',
  'core/test/b.test.ts',
  'readme.md',
]

describe('prefixGroups', () => {
  it('says a shared folder once', () => {
    const text = paths.map(path => `/srv/www/rocket/packages/${path}`).join('\n')
    const encoded = codec.encode(text)
    expect(encoded).toBe(
      [
        'Lines that begin with a space continue the line above that does not; all others begin with /srv/www/rocket/packages/:',
        ...['core/src/', ' a.ts', ' b.ts', ' c.ts', 'core/test/', ' a.test.ts', ' b.test.ts', 'readme.md'],
      ].join('\n'),
    )
    expect(codec.decode(encoded ?? '')).toBe(text)
  })

  it('gives nothing where lines begin with spaces, or nothing is saved', () => {
    expect(codec.encode(paths.map(path => ` /srv/www/rocket/packages/${path}`).join('\n'))).toBeUndefined()
    expect(codec.encode('a/b\na/c')).toBeUndefined()
    expect(() => codec.decode('core/\n a.ts')).toThrow(RangeError)
  })

  it('saves tokens on a list of paths', () => {
    const text = Array.from(
      { length: 80 },
      (_, at) => `packages/core/src/evaluation/part-${Math.floor(at / 20)}/file-${at}.ts`,
    ).join('\n')
    const { count } = exactCounter()
    expect(count(codec.encode(text) ?? text)).toBeLessThan(0.6 * count(text))
  })

  it('is exact on any lines, for listings and searches too', () => {
    const folder = '/srv/www/rocket/packages/'
    const line = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          ...paths.map(path => `${folder}${path}`),
          ...paths.map((path, at) => `${folder}${path}:${at}:text ${at}`),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', folder, 'x', 'core/:', `${folder} x`, 'é/ü', '\t', 'a:1:', '\r'),
      },
    )
    let encodings = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), lines => {
        const text = lines.join('\n')
        for (const each of [codec, listing.lossless, search.lossless]) {
          const encoded = each?.encode(text)
          if (encoded === undefined) continue
          encodings += 1
          expect(each?.decode(encoded)).toBe(text)
        }
      }),
    )
    expect(encodings).toBeGreaterThan(20)
  })
})
