import { describe, expect, it } from 'vitest'
import { memoCounter } from '../../src/tokens/memo-counter.ts'
import type { TokenCounter } from '../../src/types.ts'

function countingCounter(): TokenCounter & { readonly counted: string[] } {
  const counted: string[] = []
  return {
    name: 'length',
    exact: true,
    counted,
    count(text) {
      counted.push(text)
      return text.length
    },
  }
}

describe('memoCounter', () => {
  it('counts the same text once', () => {
    const inner = countingCounter()
    const memo = memoCounter(inner)
    for (let round = 0; round < 3; round += 1)
      for (const text of ['one', 'two', 'three', '']) expect(memo.count(text)).toBe(text.length)
    expect(inner.counted).toEqual(['one', 'two', 'three', ''])
    expect(memo).toMatchObject({ name: 'length', exact: true })
  })

  it('forgets the oldest texts when there are too many characters, and counts them again', () => {
    const inner = countingCounter()
    const memo = memoCounter(inner, 10)
    const texts = ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee']
    for (const text of texts) memo.count(text)
    expect(memo.count('eeee')).toBe(4)
    expect(inner.counted).toEqual(texts)
    expect(memo.count('aaaa')).toBe(4)
    expect(inner.counted).toEqual([...texts, 'aaaa'])
  })

  it('keeps a text that is used while others come and go', () => {
    const inner = countingCounter()
    const memo = memoCounter(inner, 12)
    for (let index = 10; index < 40; index += 1) {
      memo.count('used')
      memo.count(`x${index}`)
    }
    expect(inner.counted.filter(text => text === 'used')).toEqual(['used'])
  })
})
