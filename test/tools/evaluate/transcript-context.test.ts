import { describe, expect, it } from 'vitest'
import { contextPoints } from '../../../src/tools/evaluate/evaluate.ts'
import { user, wordHistory } from './word-history.ts'

describe('contextPoints', () => {
  it('grow with each message and start again at a compaction', () => {
    const history = wordHistory([user('a b'), user('c'), user('d e f'), user('g')])
    expect(contextPoints(history, [{ at: 2, from: 0, to: 4 }])).toEqual([
      { message: 0, tokens: 2 },
      { message: 1, tokens: 3 },
      { message: 2, tokens: 3 },
      { message: 3, tokens: 4 },
    ])
  })

  it('are a few hundred at most, with the last message and both sides of every compaction', () => {
    const history = wordHistory(Array.from({ length: 1001 }, () => user('a')))
    const points = contextPoints(history, [{ at: 500, from: 0, to: 1001 }])
    expect(points.length).toBeLessThan(210)
    expect(points.length).toBeGreaterThan(150)
    expect(points).toContainEqual({ message: 499, tokens: 500 })
    expect(points).toContainEqual({ message: 500, tokens: 1 })
    expect(points.at(-1)).toEqual({ message: 1000, tokens: 501 })
  })

  it('are none of an empty session', () => {
    expect(contextPoints(wordHistory([]), [])).toEqual([])
  })
})
