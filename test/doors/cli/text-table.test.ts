import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatNumber } from '../../../src/doors/cli/text-table.ts'

it('numbers are written as English has them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -2000, max: 2000 })), value => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'))
    }),
  )
})
