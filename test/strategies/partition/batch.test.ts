import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorOf, sinceAnchor } from '../../../src/measure/anchor.ts'
import { batch } from '../../../src/strategies/partition/batch.ts'

const item = (tokens: number, score: number, size: number = tokens / 10) => ({
  tokens,
  score,
  size,
  isFixed: false,
})

describe('a batch', () => {
  it('takes the most compressible first, and stops at the target', () => {
    const { sizes, expected } = batch([item(1000, 1), item(1000, 3), item(1000, 2)], 1500, false)
    expect(sizes).toEqual([undefined, 100, 400])
    expect(expected).toBe(1500)
  })

  it('gives nothing back to what comes out at one size', () => {
    const fixed = { ...item(1000, 3, 40), isFixed: true }
    expect(batch([fixed, item(1000, 1)], 1500, false)).toEqual({ sizes: [40, undefined], expected: 1040 })
  })

  it('takes the earlier of equal items', () => {
    expect(batch([item(500, 2), item(500, 2)], 900, false).sizes).toEqual([400, undefined])
  })

  it('touches nothing where there is nothing to do', () => {
    expect(batch([item(500, 2)], 500, true)).toEqual({ sizes: [undefined], expected: 500 })
    expect(batch([], 0, true)).toEqual({ sizes: [], expected: 0 })
  })

  it('shrinks all in proportion only where it may', () => {
    const items = [item(5000, 2, 2500), item(5000, 1, 2500)]
    expect(batch(items, 1000, false).expected).toBe(5000)
    expect(batch(items, 1000, true).expected).toBeLessThanOrEqual(1000)
    expect(Math.min(...batch(items, 10, true).sizes.map(Number))).toBeGreaterThan(0)
  })

  it('answers for every item and adds up over all of them', () => {
    const any = fc.record({
      tokens: fc.integer({ min: 1, max: 9000 }),
      score: fc.integer({ min: 0, max: 20 }),
      size: fc.integer({ min: 1, max: 9000 }),
      isFixed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(any), fc.nat({ max: 50_000 }), fc.boolean(), (items, target, mayShrink) => {
        const { sizes, expected } = batch(items, target, mayShrink)
        expect(sizes).toHaveLength(items.length)
        expect(expected).toBe(items.reduce((sum, { tokens }, at) => sum + (sizes[at] ?? tokens), 0))
        const before = items.reduce((sum, { tokens }) => sum + tokens, 0)
        expect(expected).toBeLessThanOrEqual(before)
        if (before <= target) expect(sizes.every(size => size === undefined)).toBe(true)
      }),
    )
  })
})

describe('an anchor', () => {
  const blocks = ['a', 'ok', 'b', 'ok', 'c'].map(hash => ({ hash }))

  it('finds its text among equal ones, whatever follows', () => {
    const anchor = anchorOf(['a', 'ok', 'b', 'ok', undefined])
    expect(anchor).toEqual({ hash: 'ok', occurrence: 2 })
    expect(sinceAnchor(blocks, { hash: 'ok', occurrence: 2 })).toEqual({ found: true, seen: 4 })
    expect(sinceAnchor([...blocks, { hash: 'ok' }], { hash: 'ok', occurrence: 2 })).toEqual({
      found: true,
      seen: 4,
    })
  })

  it('says so where the history is another one', () => {
    expect(sinceAnchor(blocks, { hash: 'ok', occurrence: 3 })).toEqual({ found: false })
    expect(sinceAnchor(blocks, { hash: 'x', occurrence: 1 })).toEqual({ found: false })
    expect(sinceAnchor(blocks, { hash: 'a', occurrence: 0 })).toEqual({ found: false })
    expect(anchorOf([])).toBeUndefined()
  })
})
