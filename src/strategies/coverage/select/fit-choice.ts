/** The longest prefix of a choice that stays within a budget, by its real cost. */
import { binarySearch } from '../../../scan/binary-search.ts'
import { type Choice, fullChoice } from './choose-pieces.ts'

const aim = 0.992
const maxAttempts = 7
/** How many of the next pieces are tried one by one, if the first of them is too large. */
const maxFillers = 40

/** Pieces in ascending order; `cost` counts their tokens in the view, `under` is the piece that each one needs. */
export function fitChoice(
  { order, tokens }: Choice,
  room: number,
  cost: (pieces: readonly number[]) => number,
  under: ArrayLike<number> = [],
): readonly number[] {
  let best: readonly number[] = []
  let fitting = 0
  let filled = 0
  let exceeding = order.length + 1
  let guess = countUpTo(tokens, room * aim)
  for (let attempt = 0; attempt < maxAttempts && guess > fitting && guess < exceeding; attempt += 1) {
    const pieces = order.slice(0, guess).sort((a, b) => a - b)
    const exact = cost(pieces)
    if (exact <= room) {
      best = pieces
      fitting = guess
      filled = exact
      if (exact >= room * fullChoice) break
    } else exceeding = guess
    const estimate = tokens[guess - 1] as number
    const next = countUpTo(tokens, estimate * ((room * aim) / exact))
    // If the estimate is outside the remaining range, take its middle.
    guess = next > fitting && next < exceeding ? next : Math.floor((fitting + exceeding) / 2)
  }
  return filled >= room * fullChoice ? best : withFillers()

  /** Adds those of the next pieces that still fit. */
  function withFillers(): readonly number[] {
    const chosen = new Set(best)
    let fitted = best
    let left = maxFillers
    for (let at = fitting; at < order.length && left > 0 && filled < room * fullChoice; at += 1) {
      const piece = order[at] as number
      const parent = under[piece] ?? -1
      if (parent >= 0 && !chosen.has(parent)) continue
      left -= 1
      const pieces = fitted.toSpliced(countUpTo(fitted, piece), 0, piece)
      const exact = cost(pieces)
      if (exact > room) continue
      chosen.add(piece)
      fitted = pieces
      filled = exact
    }
    return fitted
  }
}

/** How many of these ascending numbers are no more than `max`. */
function countUpTo(numbers: readonly number[], max: number): number {
  return binarySearch(-1, numbers.length, at => (numbers[at] as number) > max)
}
