import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  knownTextCounter,
  lineCounter,
  sharedLineCounter,
  wholeTextCounter,
} from '../../src/tokens/line-counter.ts'
import { type EncodingName, exactCounter } from '../../src/tokens/tokens.ts'
import type { TokenCounter } from '../../src/types.ts'

const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base']

/** What tokenizers keep together across a line break, and what they do not. */
const stretches = [
  '\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '    ',
  '\u00a0',
  '/',
  '}',
  ');',
  '…',
  '#',
  '12',
  'word',
  'Éa',
  '漢字',
  "'s",
]
const texts = fc.array(fc.constantFrom(...stretches), { maxLength: 40 }).map(parts => parts.join(''))

describe('lineCounter', () => {
  it.each(encodings)('counts as %s does, whatever is around a line break', encoding => {
    const exact = exactCounter(encoding)
    const byLine = lineCounter(exact)
    fc.assert(
      fc.property(texts, text => {
        expect(byLine.count(text)).toBe(exact.count(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('counts a line once, in whichever text it is', () => {
    const counted: string[] = []
    const counter: TokenCounter = {
      name: 'characters',
      exact: true,
      count: text => {
        counted.push(text)
        return text.length
      },
    }
    const byLine = lineCounter(counter)
    expect(byLine.count('first\n  second\nthird')).toBe(20)
    expect(byLine.count('  second\nfirst\nthird')).toBe(20)
    expect(counted).toEqual(['first\n', '  second\n', 'third'])
  })

  it('keeps a line break with the slashes and blank lines behind it', () => {
    const counted: string[] = []
    const byLine = lineCounter({ name: 'none', exact: true, count: text => counted.push(text) })
    byLine.count('};\n/* a */\n\n  \nb')
    expect(counted).toEqual(['};\n/* a */\n\n  \n', 'b'])
  })

  it('says what it counts by', () => {
    const { name, exact } = lineCounter(exactCounter())
    expect({ name, exact }).toEqual({ name: 'o200k_base', exact: true })
  })

  it('is one for the whole process, by encoding', () => {
    expect(sharedLineCounter('o200k_base')).toBe(sharedLineCounter('o200k_base'))
    expect(sharedLineCounter('cl100k_base').name).toBe('cl100k_base')
  })
})

describe('wholeTextCounter', () => {
  it.each(encodings)('counts as %s does, and so does the one that knows its counts', encoding => {
    const exact = exactCounter(encoding)
    const long = 'It is said once more: '.repeat(20)
    fc.assert(
      fc.property(texts, text => {
        const said = `${long}${text}`
        const tokens = exact.count(said)
        expect(wholeTextCounter(encoding).count(said)).toBe(tokens)
        expect(wholeTextCounter(encoding).count(said)).toBe(tokens)
        expect(knownTextCounter(encoding).count(said)).toBe(tokens)
      }),
      { numRuns: 50 },
    )
  })
})
