import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatNumber } from '../../../src/doors/cli/format-number.ts'
import { textTable } from '../../../src/doors/cli/text-table.ts'

it('numbers are written as English has them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -2000, max: 2000 })), value => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'))
    }),
  )
})

it('keeps a share on one line', () => {
  const rows = [[{ right: '8,728' }, { right: '17 %' }, 'a'.repeat(24), 'b'.repeat(24)]]
  expect(textTable(rows, '', 48)).toMatch(/8,728 {1,2}17 % /)
})

it('gives a part of a table that is too wide the room that its own columns need', () => {
  const numbers = Array.from({ length: 6 }, () => ({ right: '1,000,000' }))
  const rows = [['CLAUDE.md', ...numbers, 'would save no tokens at all, and stays as it is']]
  expect(textTable(rows, '  ', 60)).toBe(
    [
      '  CLAUDE.md  1,000,000  1,000,000  1,000,000  1,000,000',
      '',
      '  CLAUDE.md  1,000,000  1,000,000  would save no tokens at',
      '                                   all, and stays as it is',
      '',
    ].join('\n'),
  )
})
