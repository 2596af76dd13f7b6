import fc from 'fast-check'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { describe, expect, it } from 'vitest'
import { maxRunLength, runCuts } from '../../src/tokens/run-cuts.ts'

function slices(text: string): string[] {
  const edges = [0, ...runCuts(text), text.length]
  return edges.slice(1).map((end, index) => text.slice(edges[index], end))
}

/** The longest piece that the encoding would have to merge: what merging is quadratic in. */
function longestPiece(text: string): number {
  return slices(text)
    .flatMap(slice => slice.match(O200K_TOKEN_SPLIT_REGEX) ?? [])
    .reduce((longest, piece) => Math.max(longest, piece.length), 0)
}

const hostile: readonly (readonly [name: string, unit: string])[] = [
  ['one letter', 'a'],
  ['one symbol', '='],
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['Han without punctuation', '漢字仮名'],
  ['letters and Han in turns', 'a漢'],
  ['symbols with slashes and line breaks', '=\n/'],
  ['line breaks and slashes', '\n/'],
  ['combining marks', '=\u0301'],
  ['letters with marks', 'e\u0301'],
  ['emoji', '😀'],
  ['letters outside the basic plane', '𐐷'],
  ['lone surrogates', '\ud800'],
  ['Thai', 'สวัสดี'],
  ['spaces of two kinds', ' \u3000'],
  ['arrows', '=→'],
]

describe('runCuts', () => {
  it.each(hostile)('bounds every piece of endless %s', (_, unit) => {
    expect(longestPiece(unit.repeat(20_000))).toBeLessThanOrEqual(2 * maxRunLength)
  })

  it('bounds every piece of any mixture of runs', () => {
    const run = fc
      .tuple(fc.constantFrom(...hostile.map(([, unit]) => unit), '1', '/', '\r', "'", 'A'), fc.nat(900))
      .map(([unit, times]) => unit.repeat(times))
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), runs => {
        expect(longestPiece(runs.join(''))).toBeLessThanOrEqual(2 * maxRunLength)
      }),
      { numRuns: 60 },
    )
  })

  it('never cuts a surrogate pair', () => {
    for (const shift of ['', 'a', '=', '漢']) {
      const text = shift + '😀𐐷'.repeat(3000)
      expect(runCuts(text).length).toBeGreaterThan(10)
      expect(slices(text).every(slice => slice.isWellFormed())).toBe(true)
    }
  })

  it('cuts where a tokenizer splits anyway, if such a place is near', () => {
    const text = 'innerWidthOfTheOuterFrame'.repeat(40)
    for (const cut of runCuts(text)) expect(text.slice(cut - 1, cut + 1)).toMatch(/^[a-z][A-Z]$/)
  })

  it('leaves real text whole', () => {
    const line =
      'export const answer = (question: string): number => question.length * 42 // 答案就在这里。\n'
    expect(runCuts(line.repeat(500))).toEqual([])
  })
})
