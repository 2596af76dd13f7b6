import { describe, expect, it } from 'vitest'
import { Averages } from '../../../src/tools/evaluate/report-builder.ts'

describe('Averages', () => {
  it('are the means of every number in the tree, over the cases that have it', () => {
    const averages = new Averages<{ use: { visible: number }; valid?: number }>()
    averages.add({ use: { visible: 0.5 } })
    averages.add({ use: { visible: 1 }, valid: 1 })
    averages.add({ use: { visible: 0 }, valid: 0 })
    expect(averages.cases).toBe(3)
    expect(averages.means).toEqual({
      use: { visible: { mean: 0.5, cases: 3 } },
      valid: { mean: 0.5, cases: 2 },
    })
  })

  it('know the empty tree', () => {
    expect(new Averages().means).toEqual({})
  })

  it('leave out what is undefined and take a metric called cases for what it is', () => {
    const averages = new Averages<{ cases: number; missing?: number | undefined; deep: { cases: number } }>()
    averages.add({ cases: 4, missing: undefined, deep: { cases: 2 } })
    expect(averages.means).toEqual({ cases: { mean: 4, cases: 1 }, deep: { cases: { mean: 2, cases: 1 } } })
  })
})
