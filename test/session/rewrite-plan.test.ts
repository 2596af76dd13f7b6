import { describe, expect, it } from 'vitest'
import { rewritePlan } from '../../src/session/rewrite-plan.ts'
import { resolveSession } from '../../src/session/session-settings.ts'

const settings = resolveSession({ fill: 4000, drain: 1000, window: 20_000 })
const sent = { sentLength: 12 }

describe('when a view is due to be chosen anew', () => {
  it('is above the fill line, and leaves the drain line', () => {
    expect(rewritePlan(sent, settings, 5000)).toEqual({ line: 4000, drain: 1000, least: 500 })
  })

  it('is earlier where nothing is cached', () => {
    expect(rewritePlan({ sentLength: 0 }, settings, 5000).line).toBe(1500)
  })

  it('is later in a long history, of which more is left, as far as the window has room', () => {
    const plan = rewritePlan(sent, settings, 20_000)
    expect(plan.drain).toBeCloseTo(3200)
    expect(plan.line).toBeCloseTo(12_800)
    expect(plan.least).toBeCloseTo(1600)
    expect(rewritePlan(sent, settings, 1e6).drain).toBe(9000)
  })

  it('leaves what the caller asked for, however small the window', () => {
    const small = resolveSession({ fill: 4000, drain: 3000, window: 5000 })
    expect(rewritePlan(sent, small, 1e6).drain).toBe(3000)
  })
})
