import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { denials } from '../../src/scan/denials.ts'
import { anyText } from './any-text.ts'

const deniedIn = (text: string): readonly string[] =>
  denials(text).map(({ start, end }) => text.slice(start, end))

describe('denials', () => {
  it.each([
    ['Do not use rebase on main, ever.', ['not use rebase on']],
    ['There are no test files.', ['no test files']],
    ["It doesn't retry; it can’t.", ["doesn't retry"]],
    ['Never push without review', ['Never push without review']],
    ['Das geht nicht ohne Passwort', ['nicht ohne Passwort']],
    ['ключ не найден в хранилище', ['не найден в хранилище']],
  ])('%j denies %j', (text, denied) => {
    expect(deniedIn(text)).toEqual(denied)
  })

  it('ends with its clause and its line', () => {
    expect(deniedIn('not found: a.ts\nno\nwarnings, none (yet)\nno tests\nat all')).toEqual([
      'not found',
      'no tests',
    ])
  })

  it('takes parts of names, paths and flags for none', () => {
    expect(deniedIn('--no verify, not_found there, src/not here, x.no way, a no-op here, notable')).toEqual(
      [],
    )
  })

  it('leaves out words that are no words any more', () => {
    expect(deniedIn(`not ${'x'.repeat(5000)}`)).toEqual([])
  })

  it('finds whole words of any text, in order', () => {
    fc.assert(
      fc.property(anyText, text => {
        let reached = 0
        for (const { start, end } of denials(text)) {
          expect(start).toBeGreaterThanOrEqual(reached)
          expect(end - start).toBeLessThanOrEqual(40)
          expect(text.slice(start, end).isWellFormed() || !text.isWellFormed()).toBe(true)
          reached = end
        }
      }),
    )
  })
})
