import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineTerms } from '../../src/measure/line-terms.ts'
import { scanTerms, type TermSink } from '../../src/scan/terms.ts'

const gathered = (scan: (sink: TermSink) => void): readonly (readonly [number, number])[] => {
  const terms: [number, number][] = []
  scan((hash, kind) => terms.push([hash, kind]))
  return terms
}

describe('LineTerms', () => {
  it('gives the terms of each line as a scan does, the first time and later, in any order', () => {
    const word = fc.constantFrom(
      'src/plan/cover.ts',
      'dispatchDay',
      '404',
      'a91f03c',
      'Order',
      '漢字',
      '…',
      ' ',
    )
    const line = fc.array(word, { maxLength: 30 }).map(words => words.join(' '))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (lines, asked) => {
          const terms = new LineTerms(lines.length)
          for (const number of asked) {
            const at = number % lines.length
            const text = lines[at] as string
            expect(gathered(sink => terms.scan(at, text, sink))).toEqual(
              gathered(sink => scanTerms(text, sink)),
            )
          }
        },
      ),
    )
  })
})
