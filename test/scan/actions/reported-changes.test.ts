import { describe, expect, it } from 'vitest'
import { reportedChanges } from '../../../src/scan/actions/reported-changes.ts'

/** Operation and path of each. */
function changes(...lines: readonly string[]): readonly string[] {
  return reportedChanges(lines.join('\n')).map(({ operation, path }) => `${operation} ${path}`)
}

describe('reportedChanges', () => {
  it('are the files of statements about own work', () => {
    expect(
      changes(
        '## Summary',
        'I refactored `/w/src/tax.ts` to read the rates once.',
        '1. **Added new function `rateOf`** in `/w/src/rates.ts`:',
        '   - Takes the year and reads `data.json` once',
        '2. **Updated callers**:',
        '   - `/w/src/cart.ts` - one call in place of two',
        '   - src/order.ts: the same',
        '3. Created `src/new.ts` and deleted nothing.',
        '4. Deleted `src/old.ts`',
      ),
    ).toEqual([
      'modified /w/src/tax.ts',
      'modified /w/src/rates.ts',
      'modified /w/src/cart.ts',
      'modified src/order.ts',
      'wrote src/new.ts',
      'deleted src/old.ts',
    ])
  })

  it('are those of headings with what was done below', () => {
    expect(
      changes(
        'I removed the timing from both files:',
        '',
        '### `src/a.go`',
        'Removed the following:',
        '- `start := time.Now()`',
        '',
        'The import was kept because `src/c.go` needs it.',
        '',
        '### `src/b.go`',
        'Removed the same.',
        '',
        '### `src/d.go`',
        'It is as it was.',
      ),
    ).toEqual(['modified src/a.go', 'modified src/b.go'])
  })

  it('is the file that a report was written to', () => {
    expect(
      changes('The full review has been written to `/w/review-01.md`.', 'Fragile (`setup.go:105`)'),
    ).toEqual(['wrote /w/review-01.md'])
  })

  it.each([
    ['a review', 'The commit changed `src/a.ts`.', 'Added in 1a2b3c4: `src/b.ts`'],
    ['a search', 'I found it in `src/a.ts:12`.', '### Files changed', '- `src/b.ts`'],
    ['code in code', 'I fixed it.', '````md', '```', 'Updated `src/a.ts`', '```', '````'],
    ['code', 'I fixed it.', '```', 'Updated `src/a.ts`', '```'],
  ])('are none in %s', (_, ...lines) => {
    expect(changes(...lines)).toEqual([])
  })
})
