import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSnippet } from '../../src/store/search-originals.ts'

describe('a snippet', () => {
  it('is the line of the match', () => {
    expect(matchSnippet('before\n  the line\t\nafter', 10)).toBe('the line')
  })

  it('is cut around the match where the line is long', () => {
    const line = `${'a'.repeat(500)}needle${'b'.repeat(500)}`
    const cut = matchSnippet(line, 500)
    expect(cut).toMatch(/^…a{50}needleb+…$/)
    expect(cut).toHaveLength(160)
    expect(matchSnippet(line, 0)).toMatch(/^a+…$/)
    expect(matchSnippet(line, 1000)).toMatch(/^…b+$/)
  })

  it('shows nothing that would act on a terminal', () => {
    expect(matchSnippet('\u001b[31mred\u0007\u202eevil\u2028line\u009b', 5)).toBe('[31mred  evil line')
  })

  it('is one short well-formed line, wherever the match is', () => {
    const characters = fc.constantFrom('a', '🚀', '\n', '\u001b', '内', '\ud800', ' ')
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 600 }), fc.nat(), (text, at) => {
        const position = at % text.length
        fc.pre(text[position] !== '\n')
        const cut = matchSnippet(text, position)
        expect(cut.length).toBeLessThanOrEqual(160)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut).not.toMatch(/\p{Cc}/u)
        if (text.isWellFormed()) expect(cut).not.toContain('\ufffd')
      }),
      { numRuns: 500 },
    )
  })
})
