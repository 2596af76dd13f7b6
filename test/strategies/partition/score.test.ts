import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compressibilityClass,
  compressibilityScore,
  reductions,
} from '../../../src/strategies/partition/compressibility.ts'
import { compressionForm, strengthUnder } from '../../../src/strategies/partition/proposals.ts'

const item = { tokens: 1000, hours: 4, copies: 1, importance: 2 }

describe('the compressibility score', () => {
  it('is not 0 for what is fresh', () => {
    expect(compressibilityScore({ ...item, hours: 0 })).toBeGreaterThan(0)
  })

  it('rises with size, age and copies, falls with importance, and is bounded', () => {
    const any = fc.record({
      tokens: fc.nat({ max: 10_000_000 }),
      hours: fc.double({ min: 0, max: 1e9, noNaN: true }),
      copies: fc.integer({ min: 1, max: 1e6 }),
      importance: fc.double({ min: 1, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(any, given => {
        const score = compressibilityScore(given)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(24 * 10 * 4)
        expect(compressibilityScore({ ...given, tokens: given.tokens * 2 })).toBeGreaterThanOrEqual(score)
        expect(compressibilityScore({ ...given, hours: given.hours * 2 })).toBeGreaterThanOrEqual(score)
        expect(compressibilityScore({ ...given, copies: given.copies + 1 })).toBeGreaterThanOrEqual(score)
        expect(compressibilityScore({ ...given, importance: 5 })).toBeLessThanOrEqual(score)
      }),
    )
  })

  it('falls into three classes that reduce by 90, 70 and 50 %', () => {
    expect(compressibilityClass(compressibilityScore({ ...item, tokens: 20_000, hours: 40 }))).toBe('high')
    expect(compressibilityClass(compressibilityScore(item))).toBe('medium')
    expect(compressibilityClass(compressibilityScore({ ...item, hours: 0, importance: 4 }))).toBe('low')
    expect(reductions).toEqual({ high: 0.9, medium: 0.7, low: 0.5 })
  })
})

describe('context pressure', () => {
  it.each([
    [0, 0],
    [0.59, 0],
    [0.6, 0.8],
    [0.74, 0.8],
    [0.75, 0.9],
    [0.89, 0.9],
    [0.9, 0.95],
    [Number.POSITIVE_INFINITY, 0.95],
    [Number.NaN, 0],
  ])('of %s removes %s', (pressure, strength) => {
    expect(strengthUnder(pressure)).toBe(strength)
  })
})

describe('the form of an item', () => {
  const old = { importance: 2, hours: 8, length: 5000 }

  it.each([
    ['file', 'pointer'],
    ['conversation', 'summary'],
    ['command', 'excerpt'],
    ['result', 'reference'],
  ] as const)('of an old %s is a %s', (type, form) => {
    expect(compressionForm({ ...old, type }).form).toBe(form)
  })

  it('preserves what is critical, and keeps what is fresh or short', () => {
    expect(compressionForm({ ...old, type: 'file', importance: 4.1 }).form).toBe('preserve')
    expect(compressionForm({ ...old, type: 'file', importance: 4 }).form).toBe('pointer')
    expect(compressionForm({ ...old, type: 'file', hours: 1 }).form).toBe('keep')
    expect(compressionForm({ ...old, type: 'conversation', hours: 0.5 }).form).toBe('keep')
    expect(compressionForm({ ...old, type: 'command', length: 1000 }).form).toBe('keep')
    expect(compressionForm({ ...old, type: 'result', length: 1000 }).form).toBe('keep')
  })
})
