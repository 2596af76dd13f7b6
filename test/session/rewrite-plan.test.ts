import { describe, expect, it } from 'vitest'
import { type Epoch, noEpoch } from '../../src/session/epoch.ts'
import { rewritePlan } from '../../src/session/rewrite-plan.ts'
import { resolveSession } from '../../src/session/session-settings.ts'
import type { WeighedView } from '../../src/session/weighed-view.ts'

const settings = resolveSession({ fill: 1000, drain: 400, digests: 2000, window: 10_000 })
const earlier: Epoch = { name: 'earlier', covers: 9, hash: '', spans: [] }
const nothingHeld = () => 0

interface Sizes {
  readonly digests?: number
  readonly among?: number
  readonly since: number
  readonly sentLength?: number
}

function standing(epoch: Epoch, { digests = 0, among = 0, since, sentLength = 12 }: Sizes): WeighedView {
  const tokens = digests + among + since
  return {
    epoch,
    view: { messages: [], sizes: [], tokens, digestTokens: digests },
    sentLength,
    messageTokens: tokens,
    condensedTokens: digests + among,
    digestTokens: digests,
    tokens,
    cached: 0,
    cost: 0,
  }
}

describe('what an epoch condenses', () => {
  it('is what came since the one before', () => {
    expect(rewritePlan(standing(noEpoch, { since: 1500 }), settings, nothingHeld)).toEqual({
      base: noEpoch,
      kept: 0,
      held: 0,
      live: 1500,
      line: 1000,
      drain: 600,
      least: 200,
    })
    const later = standing(earlier, { digests: 1100, among: 100, since: 1000 })
    expect(rewritePlan(later, settings, nothingHeld)).toMatchObject({
      base: earlier,
      kept: 1200,
      live: 1000,
      drain: 400,
    })
  })

  it('is not what may not be touched', () => {
    const heldFrom = (message: number) => (message === 9 ? 1500 : 0)
    expect(rewritePlan(standing(earlier, { since: 3500 }), settings, heldFrom)).toMatchObject({
      held: 1500,
      live: 2000,
      drain: 800,
      least: 200,
    })
  })

  it('is everything where the digests would grow too large, nothing is cached, or the window is full', () => {
    const whole = { base: noEpoch, kept: 0, held: 300, least: settings.depth / 2, drain: settings.depth }
    const planOf = (sizes: Sizes) => rewritePlan(standing(earlier, sizes), settings, () => 300)
    expect(planOf({ digests: 1900, since: 1400 })).toMatchObject({ ...whole, live: 3000, line: 0 })
    expect(planOf({ digests: 1900, since: 1200 }).base).toBe(earlier)
    const cold = { ...whole, live: 1900, line: settings.depth * 1.5 }
    expect(planOf({ digests: 1200, since: 1000, sentLength: 0 })).toMatchObject(cold)
    expect(planOf({ digests: 1200, since: 9000 })).toMatchObject({ ...whole, line: 0 })
  })

  it('counts what stays as it came to no digest', () => {
    const view = standing(earlier, { digests: 900, among: 5000, since: 1100 })
    expect(rewritePlan(view, settings, nothingHeld).base).toBe(earlier)
  })

  it('leaves room in a window that is smaller than the lines', () => {
    const small = resolveSession({ fill: 1000, drain: 400, digests: 2000, window: 1000 })
    expect(rewritePlan(standing(noEpoch, { since: 950 }), small, () => 100).drain).toBe(440)
  })
})
