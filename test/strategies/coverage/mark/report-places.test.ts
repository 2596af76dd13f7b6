import { expect, it } from 'vitest'
import { reportPlaces } from '../../../../src/strategies/coverage/mark/report-places.ts'

it('finds the file of each line of a report that gives numbers of lines', () => {
  const report = [
    'I found it, see line 3 of the notes.',
    '- **File**: `src/tax.ts`',
    '- **Entry**: `taxOf()` (lines 12-40)',
    '- The rate is 19 percent',
    '- `src/fee.ts:7` calls it, and so does `shop.ts`',
    '- The total is on line 9',
  ]
  expect([...reportPlaces(report)]).toEqual([
    [2, 'src/tax.ts'],
    [4, 'src/fee.ts'],
    [5, 'shop.ts'],
  ])
})
