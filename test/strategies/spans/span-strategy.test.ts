import { describe, expect, it } from 'vitest'
import { byScore } from '../../../src/strategies/importance/importance.ts'
import { spanStrategies, strategyNamed, strategyNames } from '../../../src/strategies/index.ts'
import { groupsOfMessages, groupsOfTokens, newestFirst } from '../../../src/strategies/spans/span-strategy.ts'

const groups = [
  { first: 0, last: 0 },
  { first: 1, last: 3 },
  { first: 4, last: 4 },
  { first: 5, last: 8 },
  { first: 9, last: 9 },
]

describe('how many messages stay', () => {
  it.each([
    [0, []],
    [1, [9]],
    [2, [9, 5]],
    [5, [9, 5]],
    [6, [9, 5, 4]],
    [99, [9, 5, 4, 1, 0]],
  ])('%i, in whole groups', (messages, firsts) => {
    expect(groupsOfMessages(newestFirst(groups), messages).map(({ first }) => first)).toEqual(firsts)
  })
})

describe('how many tokens stay', () => {
  const costs = new Map([
    [9, 10],
    [5, 80],
    [4, 10],
    [1, 10],
    [0, 10],
  ])
  const kept = (room: number, isUnbroken: boolean): readonly number[] =>
    groupsOfTokens(newestFirst(groups), room, ({ first }) => costs.get(first) ?? 0, isUnbroken).map(
      ({ first }) => first,
    )

  it('without a gap where the strategy wants none', () => {
    expect(kept(40, true)).toEqual([9])
    expect(kept(100, true)).toEqual([9, 5, 4])
  })

  it('or whatever fits', () => {
    expect(kept(40, false)).toEqual([9, 4, 1, 0])
  })
})

describe('the order of importance', () => {
  it('is by worth, and of equals the newest first', () => {
    const scores = [1, 5, 2, 3, 1, 9, 1, 1, 1, 1]
    expect(byScore(groups, scores).map(({ first }) => first)).toEqual([5, 1, 9, 4, 0])
  })
})

describe('the registry', () => {
  it('knows each by its own name', () => {
    for (const strategy of spanStrategies) {
      const { name } = strategy
      expect(strategy.name).toBe(name)
      expect(strategyNames()).toContain(name)
      expect(strategyNamed(strategy.name)).toMatchObject({ name, summaryForm: strategy.summaryForm })
    }
    expect(() => strategyNamed('nothing')).toThrow('There is no strategy "nothing"')
  })
})
