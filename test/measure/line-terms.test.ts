import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TermRange } from '../../src/measure/term-list.ts'
import { LineTerms } from '../../src/measure/term-list.ts'
import { scanTerms } from '../../src/scan/terms.ts'

const scanned = (text: string): readonly (readonly [number, number])[] => {
  const terms: [number, number][] = []
  scanTerms(text, (hash, kind) => terms.push([hash, kind]))
  return terms
}

const listed = ({ hashes, kinds, start, end }: TermRange): readonly (readonly [number, number])[] =>
  Array.from(hashes.subarray(start, end), (hash, at) => [hash, kinds[start + at] as number])

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
            expect(listed(terms.of(at, text))).toEqual(scanned(text))
          }
        },
      ),
    )
  })
})
