import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escaped } from '../../../src/doors/pages/page-html.ts'
import { linearScale, ratioScale, ticksUpTo } from '../../../web/parts/scale.ts'
import { spreadLabels } from '../../../web/parts/spread-labels.ts'

describe('spreadLabels', () => {
  it('leaves alone what is far enough apart', () => {
    expect(spreadLabels([90, 10, 50], 18, 0, 100)).toEqual([90, 10, 50])
  })

  it('moves apart what is not, inside the bounds', () => {
    expect(spreadLabels([10, 10, 12], 10, 0, 100)).toEqual([10, 20, 30])
    expect(spreadLabels([99, 100], 10, 0, 100)).toEqual([90, 100])
  })

  it('keeps distance and order, and the bounds where all fit', () => {
    const wanted = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 20 })
    fc.assert(
      fc.property(wanted, places => {
        const spread = spreadLabels(places, 15, 0, 300)
        const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
        const sorted = order.map(index => spread[index] as number)
        for (const [index, place] of sorted.entries()) {
          if (index > 0) expect(place - (sorted[index - 1] as number)).toBeGreaterThanOrEqual(15)
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThanOrEqual(300)
        }
      }),
    )
  })

  it('begins at the top where there is no room', () => {
    expect(spreadLabels([5, 5, 5], 10, 0, 10)).toEqual([0, 10, 20])
  })
})

describe('scales', () => {
  it('map ends to ends, and one value to the middle', () => {
    const linear = linearScale([0, 10], [100, 200])
    expect([0, 5, 10].map(linear)).toEqual([100, 150, 200])
    expect(linearScale([3, 3], [0, 10])(3)).toBe(5)
    const ratio = ratioScale([0.4, 0.1], [0, 100])
    expect([0.4, 0.2, 0.1].map(value => Math.round(ratio(value)))).toEqual([0, 50, 100])
  })

  it('have round ticks that reach the most', () => {
    expect(ticksUpTo(120_000, 3)).toEqual([0, 50_000, 100_000, 150_000])
    expect(ticksUpTo(100_000, 2)).toEqual([0, 50_000, 100_000])
    expect(ticksUpTo(0, 3)[0]).toBe(0)
    for (const most of [1, 7, 99, 1001, 250_000, 1e7]) {
      expect(ticksUpTo(most, 3).at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticksUpTo(most, 3).length).toBeLessThan(6)
    }
  })
})

describe('escaped', () => {
  it('lets no markup, control character or half character through, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), units => {
        const safe = escaped(String.fromCharCode(...units, 0x3c, 0x202e))
        expect(safe).not.toMatch(/[<>"']|[^\P{Cc}\n\t]|\p{Bidi_Control}/u)
        expect(safe.isWellFormed()).toBe(true)
      }),
    )
    expect(escaped('\ud800 71 %')).toBe('\ufffd 71\u00a0%')
  })
})
