import { describe, expect, it } from 'vitest'
import { rewritePlan } from '../../src/session/rewrite-plan.ts'
import { resolveSession } from '../../src/session/session-settings.ts'

const settings = resolveSession({ highWater: 4000, lowWater: 1000, window: 20_000 })
const occasion = { given: 5000, growth: 100, systemAndToolTokens: 0, isCold: false }

describe('when a new view is due', () => {
  it('is above the high-water mark, and leaves the low-water mark', () => {
    expect(rewritePlan(settings, occasion)).toEqual({
      highWater: 4000,
      lowWater: 1000,
      minLowWater: 500,
      room: 18_000,
    })
  })

  it('is earlier where nothing is cached', () => {
    expect(rewritePlan(settings, { ...occasion, isCold: true }).highWater).toBe(1500)
  })

  it('is later in a long history, of which more is left, as far as the window has room', () => {
    const plan = rewritePlan(settings, { ...occasion, given: 20_000 })
    expect(plan.lowWater).toBeCloseTo(3200)
    expect(plan.highWater).toBeCloseTo(12_800)
    expect(plan.minLowWater).toBeCloseTo(1600)
    expect(rewritePlan(settings, { ...occasion, given: 1e6 }).lowWater).toBe(9000)
    expect(rewritePlan(settings, { ...occasion, given: 1e6, systemAndToolTokens: 8000 }).lowWater).toBe(5000)
  })

  it('leaves what the caller asked for, however small the window', () => {
    const small = resolveSession({ highWater: 4000, lowWater: 3000, window: 5000 })
    expect(rewritePlan(small, { ...occasion, given: 1e6 }).lowWater).toBe(3000)
  })
})

describe('what the window has room for', () => {
  const named = resolveSession({ window: 80_000 })
  const calls = { given: 60_000, growth: 1000, systemAndToolTokens: 0, isCold: false }

  it('is what system text and tools leave of it', () => {
    expect(rewritePlan(named, calls)).toMatchObject({ highWater: 43_200, room: 72_000 })
    const { highWater, lowWater, room } = rewritePlan(named, { ...calls, systemAndToolTokens: 32_000 })
    expect(room).toBe(40_000)
    expect(highWater).toBeCloseTo(24_000)
    expect(lowWater).toBeCloseTo(13_200)
  })

  it('says nothing where not even that fits', () => {
    expect(rewritePlan(named, { ...calls, systemAndToolTokens: 72_001 })).toMatchObject({
      highWater: 45_000,
      room: Number.POSITIVE_INFINITY,
    })
  })
})

describe('turns that add much', () => {
  const turns = { given: 60_000, growth: 7000, systemAndToolTokens: 25_000, isCold: false }

  it('raise the highWater, so that six of them lie between two epochs', () => {
    const { highWater, lowWater } = rewritePlan(resolveSession({}), turns)
    expect(lowWater).toBeCloseTo(24_750)
    expect(highWater).toBeCloseTo(lowWater + 6 * 7000)
  })

  it('deepen the view where the window has no room for that', () => {
    const settings = resolveSession({ window: 80_000 })
    const slow = rewritePlan(settings, { ...turns, growth: 100 })
    const fast = rewritePlan(settings, turns)
    expect(fast.room).toBe(47_000)
    expect(fast.lowWater).toBeLessThan(slow.lowWater)
    expect((fast.room - fast.lowWater) / 7000).toBeGreaterThan(4)
    // The newest turn stays to the letter, and something beside it.
    expect(fast.lowWater).toBeGreaterThan(7000 * 2)
  })

  it('change nothing where the caller named the highWater', () => {
    expect(rewritePlan(resolveSession({ highWater: 45_000 }), turns).highWater).toBe(45_000)
  })
})
