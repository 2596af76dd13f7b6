import { describe, expect, it } from 'vitest'
import type { MethodView } from '../../../../src/tools/evaluate/method.ts'
import { oracle } from '../../../../src/tools/evaluate/methods/oracle.ts'
import { user, wordHistory } from '../word-history.ts'

const text = (lines: readonly string[], needed: readonly string[], tokens: number): string =>
  (oracle.view(wordHistory([user(lines.join('\n'))], { needed }), tokens) as MethodView).text

describe('oracle', () => {
  it('shows the lines that hold what is needed, in their order, and no others', () => {
    const lines = ['nothing here', 'open src/a.ts now', 'noise', 'set maxRetries high']
    expect(text(lines, ['maxRetries', 'src/a.ts'], 100)).toBe('open src/a.ts now\nset maxRetries high')
  })

  it('takes the lines that show the most for their tokens', () => {
    const lines = ['fooBar alone among many other words', 'fooBar bazQux', 'bazQux']
    expect(text(lines, ['fooBar', 'bazQux'], 100)).toBe('fooBar bazQux')
    expect(text(lines, ['fooBar', 'bazQux'], 1)).toBe('bazQux')
  })

  it('weighs again what is left once a line is taken', () => {
    const lines = ['oneTwo threeFour fiveSix', 'oneTwo threeFour x y', 'sevenEight and some more']
    expect(text(lines, ['oneTwo', 'threeFour', 'fiveSix', 'sevenEight'], 7)).toBe(
      'oneTwo threeFour fiveSix\nsevenEight and some more',
    )
  })

  it('shows of a long line what is around the need, cut between words', () => {
    const filler = 'word '.repeat(100)
    const shown = text([`${filler}keepThis ${filler}`], ['keepThis'], 100)
    expect(shown.length).toBeLessThan(140)
    expect(shown).toMatch(/^(word )+keepThis( word)+$/)
  })

  it('says nothing where nothing is needed or nothing fits', () => {
    expect(text(['fooBar'], [], 10)).toBe('')
    expect(text(['fooBar and more'], ['fooBar'], 2)).toBe('')
  })
})
