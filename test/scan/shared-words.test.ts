import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentWords } from '../../src/scan/content-words.ts'
import { sharedWords } from '../../src/scan/shared-words.ts'
import { anyText } from './any-text.ts'

const wordsOf = (text: string, words: ReadonlySet<string>): readonly string[] => [
  ...new Set(sharedWords(words)(text)),
]

describe('sharedWords', () => {
  it('finds words in any case and numbers, in the order of the text', () => {
    const words = new Set(['cache', 'readers', '12', 'max_size'])
    expect(wordsOf('Readers ask the CACHE — 12 at most, max_size → 3.', words)).toEqual([
      'readers',
      'cache',
      '12',
      'max_size',
    ])
  })

  it('takes no part of a word for a word', () => {
    const words = new Set(['caf', 'abc', '12', 'size'])
    expect(wordsOf('café abcd e\u0301abc\u0301 max_size 12² 123', words)).toEqual([])
  })

  it('finds what is among the content words of any text', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const words = contentWords(`${other} ${text.slice(0, text.length / 2)}`)
        expect(wordsOf(text, words)).toEqual([...contentWords(text)].filter(word => words.has(word)))
      }),
    )
  })
})
