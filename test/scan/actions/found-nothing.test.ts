import { expect, it } from 'vitest'
import { foundNothing } from '../../../src/scan/actions/found-nothing.ts'

it.each(['No matches found', 'No files found.\n', 'Found 0 matches', 'no results were found', '0 results'])(
  'finds that %j names nothing',
  answer => {
    expect(foundNothing(answer)).toBe(answer.trim())
  },
)

it.each(['src/a.ts', 'No matches found\nsrc/a.ts', 'no', 'Found 3 matches', 'No filesystem'])(
  'takes %j for something',
  answer => {
    expect(foundNothing(answer)).toBe('')
  },
)
