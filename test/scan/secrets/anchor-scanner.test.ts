import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorScanner } from '../../../src/scan/secrets/anchor-scanner.ts'

type Visits = readonly (readonly [at: number, anchor: string])[]

function scanned(text: string, anchors: readonly string[]): Visits {
  const visits: [number, string][] = []
  anchorScanner(anchors.map(anchor => [anchor, anchor] as const))(text, (at, anchor) =>
    visits.push([at, anchor]),
  )
  return visits
}

/** Every place, every anchor: slow and plain. */
function searched(text: string, anchors: readonly string[]): Visits {
  const lower = text.toLowerCase()
  return Array.from(text, (_, at) => at).flatMap(at =>
    anchors.filter(anchor => lower.startsWith(anchor.toLowerCase(), at)).map(anchor => [at, anchor] as const),
  )
}

const inOrder = (visits: Visits): Visits =>
  visits.toSorted((one, two) => one[0] - two[0] || (one[1] < two[1] ? -1 : 1))

describe('anchorScanner', () => {
  it('finds what a plain search finds', () => {
    const sign = fc.constantFrom('a', 'b', 'A', '-', '_', ' ', 'Z')
    const anchors = fc.uniqueArray(fc.string({ unit: sign, minLength: 3, maxLength: 7 }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 80 }), anchors, (text, some) => {
        expect(inOrder(scanned(text, some))).toEqual(inOrder(searched(text, some)))
      }),
      { numRuns: 1000 },
    )
  })

  it('is not misled by characters beyond ASCII', () => {
    expect(scanned('ŰŰŰŰabcŰ 漢字abcd', ['abc', 'abcd'])).toEqual([
      [4, 'abc'],
      [11, 'abc'],
      [11, 'abcd'],
    ])
  })

  it('visits each place once, also where it reads the next part of a long text', () => {
    const text = 'abcd'.repeat(20_000)
    expect(scanned(text, ['abcd', 'bcd']).length).toBe(40_000)
  })

  it('refuses anchors that it would miss', () => {
    expect(() => anchorScanner([['ab', 1]])).toThrow('less than 3')
  })
})
