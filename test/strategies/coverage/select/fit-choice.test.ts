import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitChoice } from '../../../../src/strategies/coverage/select/fit-choice.ts'

/** Pieces of these costs by estimate, chosen from the last to the first. */
function choiceOf(costs: readonly number[]) {
  let spent = 0
  return { order: [...costs.keys()].reverse(), tokens: costs.toReversed().map(cost => (spent += cost)) }
}

const costs = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 200 })
const room = fc.integer({ min: 0, max: 3000 })
const bias = fc.double({ min: 0.5, max: 2, noNaN: true })

describe('fitChoice', () => {
  it('never exceeds the room by the real cost, and begins with a beginning of the order', () => {
    fc.assert(
      fc.property(costs, room, bias, (estimates, most, factor) => {
        const cost = (pieces: readonly number[]) =>
          pieces.reduce((sum, piece) => sum + (estimates[piece] as number) * factor, 0)
        const pieces = fitChoice(choiceOf(estimates), most, cost)
        expect(cost(pieces)).toBeLessThanOrEqual(most)
        expect(pieces).toEqual([...pieces].sort((a, b) => a - b))
        const beginning = choiceOf(estimates).order.findIndex(piece => !pieces.includes(piece))
        // A few later ones may fill up what the first that is too large has left.
        expect(pieces.length - (beginning < 0 ? estimates.length : beginning)).toBeLessThanOrEqual(40)
      }),
      { numRuns: 200 },
    )
  })

  it.each([0.6, 0.8, 1, 1.2, 1.7])('fills the room where estimates are off by a factor of %d', factor => {
    const estimates = Array.from({ length: 2000 }, (_, at) => 5 + (at % 17))
    const cost = (pieces: readonly number[]) =>
      pieces.reduce((sum, piece) => sum + (estimates[piece] as number) * factor, 0)
    for (const most of [500, 2000, 8000])
      expect(cost(fitChoice(choiceOf(estimates), most, cost))).toBeGreaterThanOrEqual(most * 0.97)
  })

  it('fills up with smaller pieces, but with none whose piece above it is missing', () => {
    const sizes = [3, 4, 50, 10]
    const cost = (pieces: readonly number[]) =>
      pieces.reduce((sum, piece) => sum + (sizes[piece] as number), 0)
    expect(fitChoice(choiceOf(sizes), 17, cost)).toEqual([0, 1, 3])
    expect(fitChoice(choiceOf(sizes), 17, cost, [-1, 2, -1, -1])).toEqual([0, 3])
  })

  it('takes all where all fits, and nothing where nothing does', () => {
    const cost = (pieces: readonly number[]) => pieces.length * 10
    expect(fitChoice(choiceOf([10, 10, 10]), 1000, cost)).toEqual([0, 1, 2])
    expect(fitChoice(choiceOf([10, 10, 10]), 9, cost)).toEqual([])
    expect(fitChoice(choiceOf([]), 100, cost)).toEqual([])
  })

  it('asks for the real cost a few times only', () => {
    let asked = 0
    fitChoice(choiceOf(Array.from({ length: 100_000 }, () => 1)), 50_000, pieces => {
      asked += 1
      return pieces.length * 1.9
    })
    expect(asked).toBeLessThanOrEqual(47)
  })
})
