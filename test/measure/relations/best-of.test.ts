import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestOf } from '../../../src/measure/relations/best-of.ts'

it('bestOf gives what a stable sort would put first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat())), fc.nat(12), (items, count) => {
      const sorted = items.toSorted(([one], [other]) => other - one).slice(0, count)
      expect(bestOf(items, count, ([score]) => score)).toEqual(sorted)
    }),
  )
})
