import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordCut } from '../../src/scan/word-cut.ts'
import { anyText } from './any-text.ts'

describe('wordCut', () => {
  it.each([
    ['all of what is short', 'one two', 10, 'one two'],
    ['between words', 'alpha beta gamma', 14, 'alpha beta '],
    ['right behind a word', 'alpha beta gamma', 10, 'alpha beta'],
    ['between names', 'number,headBranch,url', 20, 'number,headBranch,'],
    ['no path', 'x /very/long/path/to/it', 20, 'x /very/long/path/to'],
    ['no character', `${'x'.repeat(9)}😀`, 10, 'x'.repeat(9)],
  ])('keeps %s', (_, text, limit, cut) => {
    expect(wordCut(text, limit)).toBe(cut)
  })

  it('is a beginning that uses its room, and never half a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 100, max: 300 }), (text, limit) => {
        const cut = wordCut(text, limit)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(limit)
        if (text.length > limit) expect(cut.length).toBeGreaterThan(limit / 4)
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
