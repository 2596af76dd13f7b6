import { describe, expect, it } from 'vitest'
import { closedItems } from '../../../../src/strategies/coverage/weigh/closed-items.ts'

describe('closedItems', () => {
  const lines = [
    '- `src/read.ts` - add the flag',
    '2. **Modify**: src/write.ts (sort the rows)',
    '| `src/main.ts` | pass the flag |',
    '| `src/main.ts` | print the flag |',
    'It is in `src/read.ts`.',
    '- the flag of src/read.ts',
  ]
  const closedAt = (changes: Readonly<Record<string, number>>): readonly number[] =>
    [...closedItems(lines, path => changes[path] ?? 0)].flatMap((isClosed, at) =>
      isClosed === 1 ? [at] : [],
    )

  it('has items that begin with a file that was changed', () => {
    expect(closedAt({ 'src/read.ts': 1, 'src/write.ts': 2 })).toEqual([0, 1])
    expect(closedAt({})).toEqual([])
  })

  it('has items about one file once it was changed as often', () => {
    expect(closedAt({ 'src/main.ts': 1 })).toEqual([])
    expect(closedAt({ 'src/main.ts': 2 })).toEqual([2, 3])
  })
})
