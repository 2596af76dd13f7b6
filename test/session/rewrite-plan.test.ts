import { describe, expect, it } from 'vitest'
import { rewritePlan } from '../../src/session/rewrite-plan.ts'
import { resolveSession } from '../../src/session/session-settings.ts'

const settings = resolveSession({ fill: 4000, drain: 1000, window: 20_000 })
const occasion = { given: 5000, growth: 100, beside: 0, isCold: false }

describe('when a view is due to be chosen anew', () => {
  it('is above the fill line, and leaves the drain line', () => {
    expect(rewritePlan(settings, occasion)).toEqual({ line: 4000, drain: 1000, least: 500, room: 18_000 })
  })

  it('is earlier where nothing is cached', () => {
    expect(rewritePlan(settings, { ...occasion, isCold: true }).line).toBe(1500)
  })

  it('is later in a long history, of which more is left, as far as the window has room', () => {
    const plan = rewritePlan(settings, { ...occasion, given: 20_000 })
    expect(plan.drain).toBeCloseTo(3200)
    expect(plan.line).toBeCloseTo(12_800)
    expect(plan.least).toBeCloseTo(1600)
    expect(rewritePlan(settings, { ...occasion, given: 1e6 }).drain).toBe(9000)
    expect(rewritePlan(settings, { ...occasion, given: 1e6, beside: 8000 }).drain).toBe(5000)
  })

  it('leaves what the caller asked for, however small the window', () => {
    const small = resolveSession({ fill: 4000, drain: 3000, window: 5000 })
    expect(rewritePlan(small, { ...occasion, given: 1e6 }).drain).toBe(3000)
  })
})

describe('what the window has room for', () => {
  const named = resolveSession({ window: 80_000 })
  const calls = { given: 60_000, growth: 1000, beside: 0, isCold: false }

  it('is what stands beside the messages leaves of it', () => {
    expect(rewritePlan(named, calls)).toMatchObject({ line: 43_200, room: 72_000 })
    const { line, drain, room } = rewritePlan(named, { ...calls, beside: 32_000 })
    expect(room).toBe(40_000)
    expect(line).toBeCloseTo(24_000)
    expect(drain).toBeCloseTo(13_200)
  })

  it('says nothing where not even that fits', () => {
    expect(rewritePlan(named, { ...calls, beside: 72_001 })).toMatchObject({
      line: 45_000,
      room: Number.POSITIVE_INFINITY,
    })
  })
})

describe('turns that add much', () => {
  const turns = { given: 60_000, growth: 7000, beside: 25_000, isCold: false }

  it('raise the line, so that six of them lie between two epochs', () => {
    const { line, drain } = rewritePlan(resolveSession({}), turns)
    expect(drain).toBeCloseTo(24_750)
    expect(line).toBeCloseTo(drain + 6 * 7000)
  })

  it('deepen the view where the window has no room for that', () => {
    const settings = resolveSession({ window: 80_000 })
    const slow = rewritePlan(settings, { ...turns, growth: 100 })
    const fast = rewritePlan(settings, turns)
    expect(fast.room).toBe(47_000)
    expect(fast.drain).toBeLessThan(slow.drain)
    expect((fast.room - fast.drain) / 7000).toBeGreaterThan(4)
    // The newest turn stays to the letter, and something beside it.
    expect(fast.drain).toBeGreaterThan(7000 * 2)
  })

  it('change nothing where the caller named the line', () => {
    expect(rewritePlan(resolveSession({ fill: 45_000 }), turns).line).toBe(45_000)
  })
})
