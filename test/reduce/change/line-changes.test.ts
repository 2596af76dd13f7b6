import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineChange, lineChanges } from '../../../src/reduce/change/line-changes.ts'
import { expectLinear } from '../../measure/expect-linear.ts'

/** What the one text becomes by these changes, with the lines of the other where they say so. */
function applied(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): string[] {
  const lines: string[] = []
  let from = 0
  for (const change of changes) {
    lines.push(...before.slice(from, change.from), ...after.slice(change.at, change.end))
    from = change.to
  }
  return [...lines, ...before.slice(from)]
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '}', ''), { maxLength: 30 })

describe('lineChanges', () => {
  it.each([
    ['nothing', 'a b c', 'a b c', []],
    ['a line in the middle', 'a b c', 'a x c', [{ from: 1, to: 2, at: 1, end: 2 }]],
    ['a line that came', 'a c', 'a b c', [{ from: 1, to: 1, at: 1, end: 2 }]],
    ['a line that went', 'a b c', 'a c', [{ from: 1, to: 2, at: 1, end: 1 }]],
    ['everything', 'a b', 'x y z', [{ from: 0, to: 2, at: 0, end: 3 }]],
    ['nothing before', '', 'a', [{ from: 0, to: 1, at: 0, end: 1 }]],
    [
      'two places, with lines between that stand often',
      'f } g } h',
      'f } x } i',
      [
        { from: 2, to: 3, at: 2, end: 3 },
        { from: 4, to: 5, at: 4, end: 5 },
      ],
    ],
  ])('finds %s', (_, before, after, changes) => {
    expect(lineChanges(before.split(' '), after.split(' '))).toEqual(changes)
  })

  it('turns any text into any other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applied(before, after, lineChanges(before, after))).toEqual(after)
      }),
    )
  })

  it('finds a line that moved as one that went and one that came', () => {
    const before = ['a', 'b', 'c', 'd', 'e']
    expect(lineChanges(before, ['b', 'c', 'd', 'e', 'a'])).toEqual([
      { from: 0, to: 1, at: 0, end: 0 },
      { from: 5, to: 5, at: 4, end: 5 },
    ])
  })

  it('takes time that grows with the lines alone', () => {
    const shuffled = (length: number): string =>
      Array.from({ length: length / 8 }, (_, at) => `${(at * 7919) % 100_003}`).join('\n')
    expectLinear(shuffled, text => {
      const lines = text.split('\n')
      return lineChanges(lines, lines.toReversed())
    })
  })
})
