import { describe, expect, it } from 'vitest'
import { type Epoch, noEpoch } from '../../src/session/epoch.ts'
import { rewritePlan } from '../../src/session/rewrite-plan.ts'
import { resolveSession } from '../../src/session/session-settings.ts'
import type { WeighedView } from '../../src/session/weighed-view.ts'

const settings = resolveSession({ fill: 1000, drain: 400, digests: 2000, window: 10_000 })
const earlier: Epoch = { name: 'earlier', covers: 9, hash: '', spans: [] }

function standing(epoch: Epoch, condensed: number, live: number, sentLength = 12): WeighedView {
  const tokens = condensed + live
  const view = { messages: [], sizes: [], tokens }
  return {
    epoch,
    view,
    sentLength,
    messageTokens: tokens,
    condensedTokens: condensed,
    tokens,
    cached: 0,
    cost: 0,
  }
}

describe('what an epoch condenses', () => {
  it('is what came since the one before', () => {
    expect(rewritePlan(standing(noEpoch, 0, 1500), settings)).toMatchObject({
      base: noEpoch,
      kept: 0,
      live: 1500,
      line: 1000,
      drain: 600,
      least: 200,
    })
    expect(rewritePlan(standing(earlier, 1200, 1000), settings)).toMatchObject({
      base: earlier,
      kept: 1200,
      live: 1000,
      drain: 400,
    })
  })

  it('is everything where the digests have grown too large, nothing is cached, or the window is full', () => {
    const whole = { base: noEpoch, kept: 0, drain: 1300, least: 650 }
    expect(rewritePlan(standing(earlier, 2001, 100), settings)).toMatchObject({
      ...whole,
      live: 2101,
      line: 0,
    })
    expect(rewritePlan(standing(earlier, 1200, 1000, 0), settings)).toMatchObject({
      ...whole,
      live: 2200,
      line: 1950,
    })
    expect(rewritePlan(standing(earlier, 1200, 9000), settings)).toMatchObject(whole)
  })

  it('leaves room in a window that is smaller than the lines', () => {
    const small = resolveSession({ fill: 1000, drain: 400, digests: 2000, window: 1000 })
    expect(rewritePlan(standing(noEpoch, 0, 950), small).drain).toBe(540)
  })
})
