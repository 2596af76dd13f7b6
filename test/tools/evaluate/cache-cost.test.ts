import { describe, expect, it } from 'vitest'
import { type CacheRequest, cacheBill, tokensSent } from '../../../src/tools/evaluate/cache-cost.ts'

/** Each letter is a part of ten tokens. */
const request = (letters: string, seconds?: number): CacheRequest => ({
  parts: [...letters].map(text => ({ text, tokens: 10 })),
  ...(seconds === undefined ? {} : { seconds }),
})
const prices = { name: 'test', read: 0.1, write: 1.25, uncached: 1 }

describe('cacheBill', () => {
  it('reads the prefix that the request before had and writes the rest', () => {
    const bill = cacheBill([request('ab'), request('abcd')], prices)
    expect(bill).toEqual({ requests: 2, read: 20, written: 40, uncached: 0, cost: 2 + 50, breaks: [] })
    expect(tokensSent(bill)).toBe(60)
  })

  it('says where a prefix broke and what that lost', () => {
    const bill = cacheBill([request('abcd'), request('aXcde'), request('aXcdef')], prices)
    expect(bill).toMatchObject({ read: 10 + 50, written: 40 + 40 + 10 })
    expect(bill.breaks).toEqual([{ request: 1, part: 1, lost: 30, why: 'changed' }])
    expect(bill.cost).toBeCloseTo(6 + 112.5)
  })

  it('counts a request that is only shorter as a break: its end was cached in vain', () => {
    expect(cacheBill([request('abc'), request('ab')], prices).breaks).toEqual([
      { request: 1, part: 2, lost: 10, why: 'changed' },
    ])
  })

  it('forgets after its time', () => {
    const times = [request('ab', 1000), request('abc', 1300), request('abcd', 1601)]
    const bill = cacheBill(times, { ...prices, ttlSeconds: 300 })
    expect(bill.breaks).toEqual([{ request: 2, part: 0, lost: 30, why: 'expired' }])
    expect(bill).toMatchObject({ read: 20, written: 20 + 10 + 40 })
    expect(cacheBill(times, prices).breaks).toEqual([])
  })

  it('knows no time where none was recorded', () => {
    const bill = cacheBill([request('ab'), request('abc', 9999), request('abcd')], {
      ...prices,
      ttlSeconds: 1,
    })
    expect(bill.breaks).toEqual([])
  })

  it('does not cache a request that is too short', () => {
    const bill = cacheBill([request('a'), request('ab'), request('abc')], {
      ...prices,
      uncached: 2,
      minTokens: 20,
    })
    expect(bill).toMatchObject({ uncached: 10, written: 20 + 10, read: 20, breaks: [] })
    expect(bill.cost).toBeCloseTo(2 * 10 + 1.25 * 30 + 2)
    expect(tokensSent(bill)).toBe(60)
    const misspelt = { ...prices, leastTokens: 20 }
    expect(() => cacheBill([], misspelt)).toThrow('did you mean minTokens?')
  })

  it('costs nothing without requests', () => {
    expect(cacheBill([], prices)).toEqual({
      requests: 0,
      read: 0,
      written: 0,
      uncached: 0,
      cost: 0,
      breaks: [],
    })
  })
})
