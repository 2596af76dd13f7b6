import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ellipsisCut, graphemeCut } from '../../src/scan/grapheme-cut.ts'
import { wellFormedText } from './any-text.ts'

describe('graphemeCut', () => {
  it('D13: cuts no character in two', () => {
    for (const character of ['😀', '👩‍👩‍👧', '🇩🇪', '👍🏽', 'e\u0301', '❤️', '각', '\r\n'])
      for (let limit = 0; limit < 40; limit += 1) {
        const cut = graphemeCut(character.repeat(50), limit)
        expect(cut).toBe(character.repeat(Math.floor(limit / character.length)))
      }
  })

  it('keeps whole code points of a character without end', () => {
    const cut = graphemeCut(`a${'\u{1d165}'.repeat(500)}`, 400)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut).toHaveLength(399)
  })

  it('is the longest beginning within the limit that ends between characters', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(wellFormedText, fc.nat(120), (text, limit) => {
        const ends = Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length)
        const longest = ends.filter(end => end <= limit).at(-1) ?? 0
        expect(graphemeCut(text, limit)).toBe(text.slice(0, longest))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('ellipsisCut', () => {
  it('shows that something was cut off', () => {
    expect(ellipsisCut('one two three', 13)).toBe('one two three')
    expect(ellipsisCut('one two three', 10)).toBe('one two...')
    expect(ellipsisCut('one two three', 2)).toBe('')
  })
})
