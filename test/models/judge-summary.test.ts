import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { judgeSummary } from '../../src/models/judge-summary.ts'
import { quotesIn } from '../../src/models/quotes.ts'
import { wordCounter } from './word-counter.ts'

const text = `The user said "we must not\n  deploy on Friday" and the build prints: cannot find module left-pad.
Then it’s over. 他说「数据库端口不能改」，然后走了。 One two three four five six seven. Pipes: 5, 7.`

const reasonFor = (answer: unknown) => {
  const verdict = judgeSummary(text, answer, wordCounter)
  return verdict.accepted ? 'accepted' : verdict.reason
}

describe('judgeSummary', () => {
  it('accepts what is smaller, and trims it', () => {
    expect(judgeSummary(text, '  No deploy on Friday.\n', wordCounter)).toEqual({
      accepted: true,
      summary: 'No deploy on Friday.',
      tokens: 4,
    })
  })

  it('accepts one token less and rejects as many (C16)', () => {
    const ten = 'a b c d e f g h i j'
    expect(judgeSummary(ten, 'k l m n o p q r s', wordCounter)).toMatchObject({ accepted: true, tokens: 9 })
    expect(judgeSummary(ten, 'k l m n o p q r s t', wordCounter)).toMatchObject({ reason: 'not-smaller' })
    expect(judgeSummary(ten, ten, wordCounter)).toMatchObject({ reason: 'not-smaller' })
  })

  it.each([
    [undefined, 'not-text'],
    [null, 'not-text'],
    [42, 'not-text'],
    [{ text: 'fine' }, 'not-text'],
    ['half \ud83d', 'not-text'],
    ['', 'empty'],
    [' \n ', 'empty'],
    [text, 'not-smaller'],
    [`${text} and more`, 'not-smaller'],
  ])('rejects %j as %s', (answer, reason) => {
    expect(reasonFor(answer)).toBe(reason)
  })

  it.each([
    'Rule: "we must not deploy on Friday".',
    'Rule: “we must not deploy on Friday.”',
    'Fails with `cannot find module left-pad`.',
    'Then "it\'s over. 他说" he said.',
    '规则：「数据库端口不能改」。',
    'A "new name" and `another one` claim nothing; "neither this".',
    'The 5" pipe and the 7" pipe that nobody ever mentioned.',
    'An "open quote of many words that never ends.',
  ])('believes %j', answer => {
    expect(reasonFor(answer)).toBe('accepted')
  })

  it.each([
    'Rule: "we must always deploy on Friday".',
    'Rule: “we must deploy on Monday”.',
    'Regel: „wir müssen am Montag liefern“.',
    'Règle : «il faut livrer lundi».',
    'Fails with `cannot find module right-pad`.',
    'Fails with ``cannot find `module` right-pad``.',
    'Prints\n```\ncannot find module right-pad\n```',
    '规则：「数据库端口必须改」。',
  ])('disbelieves the invented quote in %j', answer => {
    expect(reasonFor(answer)).toBe('untrue-quote')
  })

  it.each(['17 modules are missing.', 'See src/pad/index.ts.', 'Fixed in 4f2a9c1d.', 'Deploy with --force.'])(
    'disbelieves the invented name in %j',
    answer => {
      expect(reasonFor(answer)).toBe('invented-name')
    },
  )

  it.each(['1. It is over.\n2. No left-pad.', 'Twice:\n  1) left-pad\n  12) Friday', '-left-pad\n-Friday'])(
    'takes the marks of a list for no names: %j',
    answer => {
      expect(reasonFor(answer)).toBe('accepted')
    },
  )

  it('says which quote is untrue', () => {
    expect(judgeSummary(text, 'He said "never ever deploy".', wordCounter)).toMatchObject({
      why: 'the text does not say "never ever deploy"',
    })
  })

  it('reads the language of a fence as no quote', () => {
    expect(quotesIn('```ts\nconst a = 1\n```')).toEqual(['\nconst a = 1\n'])
    expect(reasonFor('```text\ncannot find module left-pad\n```')).toBe('accepted')
  })

  it('believes any quote that was cut out of the text, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.nat(),
        fc.nat(),
        fc.anything(),
        (said, from, length, other) => {
          const source = said.replace(/["“”„«»「」『』`\s]/g, '').toWellFormed()
          const start = from % (source.length + 1)
          const cut = source.slice(start, start + (length % 40))
          if (!cut.isWellFormed()) return
          const verdict = judgeSummary(`one two three four five ${source}`, `“${cut}”`, wordCounter)
          expect(verdict.accepted).toBe(true)
          judgeSummary(source, other, wordCounter)
        },
      ),
    )
  })

  it('looks only once for a closing mark that is not there', () => {
    const searches = vi.spyOn(String.prototype, 'indexOf')
    const quotes = quotesIn('“'.repeat(50_000))
    const count = searches.mock.calls.length
    searches.mockRestore()
    expect(quotes).toEqual([])
    expect(count).toBe(1)
  })
})
