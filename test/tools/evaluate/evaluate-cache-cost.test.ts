import { describe, expect, it } from 'vitest'
import { evaluateCacheCost, windowPolicy } from '../../../src/tools/evaluate/evaluate-cache-cost.ts'
import { agent, user, wordHistory } from './word-history.ts'

const words = (count: number, word: string): string => `${word} `.repeat(count).trim()
const leave = { name: 'none', describe: 'alone', rewrite: (messages: readonly never[]) => messages }
const prices = { name: 'test', read: 0, write: 1, uncached: 1, ttlSeconds: 60 }

describe('evaluateCacheCost', () => {
  const whole = wordHistory([
    user(words(60_000, 'a')),
    agent('first'),
    user(words(60_000, 'b')),
    agent('second'),
  ])

  it('compares each policy with the first', () => {
    const rows = evaluateCacheCost(
      { origins: [] },
      whole,
      [leave, windowPolicy('window', 100_000, 70_000)],
      [prices],
    )
    expect(rows.map(({ policy, prices: name, scores }) => ({ policy, name, ...scores }))).toEqual([
      { policy: 'none', name: 'test', cost: 1, sent: 1, cached: 60_000 / 180_001, breaks: 0 },
      {
        policy: 'window',
        name: 'test',
        cost: 120_001 / 120_001,
        sent: 120_001 / 180_001,
        cached: 0,
        breaks: 1,
      },
    ])
  })

  it('goes by the times of the log', () => {
    const at = (minute: number) => ({ line: 1, timestamp: `2026-01-01T10:0${minute}:00Z` })
    const rows = evaluateCacheCost({ origins: [at(0), at(0), at(5), at(5)] }, whole, [leave], [prices])
    expect(rows[0]?.scores).toMatchObject({ cached: 0, breaks: 1 })
    const soon = evaluateCacheCost({ origins: [at(0), at(0), at(1), at(1)] }, whole, [leave], [prices])
    expect(soon[0]?.scores.breaks).toBe(0)
  })

  it('leaves short sessions alone', () => {
    const session = (tokens: number) => wordHistory([user(words(tokens - 1, 'a')), agent('b')])
    expect(evaluateCacheCost({ origins: [] }, session(99_999), [leave], [prices])).toEqual([])
    expect(evaluateCacheCost({ origins: [] }, session(100_000), [leave], [prices])).toHaveLength(1)
  })
})
