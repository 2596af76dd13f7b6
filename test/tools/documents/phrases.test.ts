import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import {
  addressFamilies,
  pathPrefixes,
  repeatedBlocks,
  sampleText,
} from '../../../src/tools/documents/book-for.ts'
import { atomsOf, rangeText } from '../../../src/tools/documents/document-atoms.ts'
import { encodeText } from '../../../src/tools/documents/encode-text.ts'
import { PhraseIndex } from '../../../src/tools/documents/phrase-index.ts'
import { repeatedPhrases } from '../../../src/tools/documents/repeated-phrases.ts'
import { anyText, document } from './documents.ts'

function spelledAtoms(text: string): string[] {
  const { count, starts, ends } = atomsOf(text)
  return Array.from({ length: count }, (_, at) => text.slice(starts[at], ends[at]))
}

function phrasesIn(text: string): string[] {
  const atoms = atomsOf(text)
  return repeatedPhrases(text, atoms).map(range => rangeText(text, atoms, range))
}

describe('atoms', () => {
  it('are words, humps, numbers, signs and characters', () => {
    expect(spelledAtoms('getUser by_id 2024, 网关 🚀==\n  x')).toEqual([
      'get',
      'User',
      'by',
      '_',
      'id',
      '2024',
      ',',
      '网',
      '关',
      '🚀',
      '==',
      '\n',
      '  ',
      'x',
    ])
  })

  it('cover a text, but for a single space before each', () => {
    fc.assert(
      fc.property(fc.oneof(document, anyText), text => {
        const { count, starts, ends } = atomsOf(text)
        let at = 0
        const before = new Set(['', ' '])
        const isEmpty: boolean[] = []
        for (let atom = 0; atom < count; atom += 1) {
          before.add(text.slice(at, starts[atom]))
          at = ends[atom] as number
          isEmpty.push(at <= (starts[atom] as number))
        }
        expect([...before]).toEqual(['', ' '])
        expect(isEmpty).not.toContain(true)
        expect(at).toBe(text.length)
      }),
    )
  })
})

describe('repeated phrases', () => {
  it('are the longest that come as often', () => {
    const text = 'the deployment gateway server is up\nrestart the deployment gateway server\n'
    expect(phrasesIn(text.repeat(3))[0]).toBe('the deployment gateway server')
    expect(phrasesIn(text.repeat(3))).not.toContain('deployment gateway')
  })

  it('are within a line, at its beginning or after a space', () => {
    const found = phrasesIn(
      'configuration management\nsee configuration management\nconfiguration\nmanagement\n'.repeat(4),
    )
    expect(found).toContain('configuration management')
    expect(found.some(phrase => phrase.includes('\n'))).toBe(false)
  })

  it('are found at all the places where they are whole', () => {
    const text = 'latest test tests test-run testing test'
    const atoms = atomsOf(text)
    const index = new PhraseIndex(['test', 'test-run'])
    const found = Array.from({ length: atoms.count }, (_, atom) =>
      index.at(text, atoms, atom).map(({ phrase }) => `${atoms.starts[atom]}:${phrase}`),
    ).flat()
    expect(found).toEqual(['7:0', '18:1', '18:0', '35:0'])
  })
})

describe('typed phrases', () => {
  it('are folders, up to a slash', () => {
    expect(
      pathPrefixes(
        '/srv/app/a.ts /srv/app/b.ts https://x.org/p/1 https://x.org/p/2 C:\\me\\a C:\\me\\b alone/x',
      ),
    ).toEqual(expect.arrayContaining(['/srv/', '/srv/app/', 'https://x.org/p/', 'C:\\me\\']))
    expect(pathPrefixes('alone/x other/y')).toEqual([])
  })

  it('are families of addresses, not single ones', () => {
    expect(addressFamilies('10.0.1.1 10.0.1.2 10.0.2.1 192.168.0.1')).toEqual(['10.0.', '10.0.1.'])
  })

  it('are lines and blocks that come again elsewhere', () => {
    const block = '  first line of a block\n  second line of a block'
    expect(repeatedBlocks(`a\n${block}\nb\n${block}\nc\nsecond line elsewhere`)).toEqual([block.trim()])
  })

  it('are parts of blocks that are long', () => {
    const block = Array.from({ length: 200 }, (_, at) => `line number ${at * 7} of a long block`).join('\n')
    const found = repeatedBlocks(`${block}\nbetween\n${block}`)
    expect(found.length).toBeGreaterThan(2)
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(2000)
  })
})

describe('long texts', () => {
  it('are known by a sample of whole lines', () => {
    const text = Array.from({ length: 60_000 }, (_, at) => `line ${at} of many lines\n`).join('')
    const sample = sampleText(text)
    expect(sample.length).toBeLessThanOrEqual(1_000_000)
    expect(sample.split('\n').every(line => /^line \d+ of many lines$/.test(line))).toBe(true)
    expect(sampleText('x'.repeat(2_000_000)).length).toBeLessThanOrEqual(1_000_100)
    expect(sampleText('short')).toBe('short')
  })

  it.each([
    ['words', (size: number) => 'a '.repeat(size / 2)],
    [
      'lines',
      (size: number) => Array.from({ length: size / 20 }, (_, at) => `- item ${at * 7919} is up\n`).join(''),
    ],
    ['equal lines', (size: number) => 'the same line again\n'.repeat(size / 20)],
    ['one word', (size: number) => 'x'.repeat(size)],
    ['signs', (size: number) => '|,;/'.repeat(size / 4)],
  ])('are not counted again and again: %s', (_, write) => {
    const counted = (size: number): number => {
      let units = 0
      const exact = exactCounter()
      const count = (text: string): number => {
        units += text.length
        return exact.count(text)
      }
      encodeText(write(size), { counter: { ...exact, count } })
      return units / size
    }
    expect(counted(40_000)).toBeLessThan(40)
    expect(counted(160_000)).toBeLessThan(12)
  })
})
