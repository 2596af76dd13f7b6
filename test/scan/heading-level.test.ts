import { describe, expect, it } from 'vitest'
import { headingLevel, markedLevel, titleLevel } from '../../src/scan/heading-level.ts'

describe('the level of a heading', () => {
  it.each([
    ['## Open questions', 2, 2, 2],
    ['   ###### Deep', 6, 6, 6],
    ['#', 1, 1, 1],
    ['**Open questions:**', undefined, 7, 7],
    ['   **src/a.ts**', undefined, 7, 7],
    ['**Use one lock.**', undefined, 7, undefined],
    ['**Storage**: a file', undefined, undefined, undefined],
    ['    # a comment in code', undefined, undefined, undefined],
    ['#12 is open', undefined, undefined, undefined],
    ['* an item', undefined, undefined, undefined],
  ])('of %s', (line, marked, heading, title) => {
    expect([markedLevel(line), headingLevel(line), titleLevel(line)]).toEqual([marked, heading, title])
  })
})
