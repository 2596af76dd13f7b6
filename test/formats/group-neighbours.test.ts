import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupNeighbours } from '../../src/formats/group-neighbours.ts'

describe('groupNeighbours', () => {
  it('starts a new run wherever the key changes', () => {
    const runs = groupNeighbours(['a1', 'a2', 'b1', 'a3'], item => item[0])
    expect(runs).toEqual([['a1', 'a2'], ['b1'], ['a3']])
    expect(groupNeighbours([undefined, undefined], item => item)).toEqual([[undefined, undefined]])
  })

  it('keeps every item in order, and never puts two keys in one run', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3)), items => {
        const runs = groupNeighbours(items, item => item)
        expect(runs.flat()).toEqual(items)
        for (const [at, run] of runs.entries()) {
          expect(new Set(run).size).toBe(1)
          expect(run[0]).not.toBe(runs[at - 1]?.[0])
        }
      }),
    )
  })
})
