import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeUnits } from '../../src/tokens/code-units.ts'
import { countPieces } from '../../src/tokens/count-pieces.ts'
import { featureCount } from '../../src/tokens/token-features.ts'
import { readPiece, textStart } from '../../src/tokens/token-pieces.ts'
import { anyText } from '../scan/any-text.ts'

/** Piece by piece, as it is defined. */
function countOneByOne(text: string): readonly number[] {
  const counts = new Uint32Array(featureCount)
  const units = codeUnits(text)
  const from = textStart()
  while (from.at < text.length) readPiece(text, units, counts, from)
  return Array.from(counts)
}

const counted = (text: string): readonly number[] => Array.from(countPieces(text).subarray(0, featureCount))

/** What makes a difference: cases, digits, blanks of each kind, contractions, runs at the lengths where they are counted apart. */
const parts = fc.constantFrom(
  ...[
    'a',
    'xy',
    'A',
    'BC',
    '1',
    '23',
    ' ',
    '\t',
    '\n',
    '\r',
    "'",
    "'s",
    "'LL",
    '.',
    '_',
    '=',
    '-',
    '→',
    'é',
    'ж',
  ],
  ...[
    '個',
    '中',
    '、',
    '\ud83d\ude00',
    '\ud800',
    '\uffff',
    'abcdefgh',
    '12345678',
    'x'.repeat(16),
    '====',
    'ΑΒ',
  ],
  ...[' '.repeat(79), ' '.repeat(81), 'Straße', 'don’t', '한국'],
)

describe('countPieces', () => {
  it('counts what the pieces add up to one by one', () => {
    const text = fc.oneof(
      fc.array(parts, { maxLength: 24 }).map(each => each.join('')),
      anyText,
    )
    fc.assert(
      fc.property(text, each => {
        expect(counted(each).join()).toBe(countOneByOne(each).join())
      }),
      { numRuns: 2000 },
    )
  })

  it('begins anew with each text', () => {
    const once = counted('const total = prices.map(price => price.amount_in_cents)')
    counted('AB12 ')
    expect(counted('const total = prices.map(price => price.amount_in_cents)')).toEqual(once)
  })
})
