import { describe, expect, it } from 'vitest'
import { chosenItems } from '../../../../src/strategies/coverage/digest/chosen-items.ts'

const lines = [
  'There are three ways:',
  '1. Keep both',
  '### Option 2: keep the newer',
  '**3.** Keep none',
  '   - which loses 2 rows',
  '| 4 | ask |',
]

describe('chosenItems', () => {
  it.each<[string, readonly number[]]>([
    ['1+2', [1, 2]],
    ['let’s do 3 too', [3]],
    ['I like option 2', [2]],
    ['do 2, 3 and 4', [2, 3, 5]],
    ['yes please', []],
    ['fix all 4', []],
    ['see #2 and v3', []],
    ['use 1.5', []],
    ['7', []],
    [`3 ${'and more of the same '.repeat(10)}`, []],
  ])('of %j', (reply, items) => {
    expect(chosenItems(reply, lines)).toEqual(items)
  })
})
