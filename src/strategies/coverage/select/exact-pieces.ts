/** The pieces that no model rewrites: rules, messages that the user typed, and their answers. */
import type { CoverageWeights } from '../coverage-weights.ts'
import type { ViewPart } from '../facts/view-part.ts'
import { type Choice, choosePieces } from './choose-pieces.ts'
import type { CoverageInput } from './selection-input.ts'

const exactParts: readonly ViewPart[] = ['typed', 'answer']

/** A piece with this cost is never taken. */
const tooDear = 1e12

/** As many as the shares of their parts have room for, in the order of choice; `first` before all others. */
export function exactPieces(
  input: CoverageInput,
  room: number,
  first: readonly number[],
  weights: CoverageWeights,
): Choice {
  const share = exactParts.reduce((sum, part) => sum + weights.parts[part], 0)
  // The title of a call already shows why it was rejected; its result has no worth then.
  const exact = exactParts.flatMap(part =>
    Array.from(input.piecesOf([part])).filter(piece => (input.base[piece] as number) > 0),
  )
  const allowed = new Set([...first, ...exact].flatMap(piece => [piece, ...parentsOf(piece, input.under)]))
  const isAllowed = (piece: number): boolean => allowed.has(piece)
  const costs = Float64Array.from(input.costs, (cost, piece) =>
    isAllowed(piece) ? Math.min(cost, tooDear) : tooDear,
  )
  const base = Float64Array.from(input.base, (weight, piece) => (isAllowed(piece) ? weight : 0))
  const phases = exactParts.map(part => ({
    tokens: room * weights.parts[part],
    pieces: input.piecesOf([part]),
  }))
  return choosePieces({ ...input, costs, base }, room * share, first, phases)
}

/** The pieces that a piece makes no sense without. */
function parentsOf(piece: number, under: ArrayLike<number>): readonly number[] {
  const parents: number[] = []
  for (let at = under[piece] ?? -1; at >= 0; at = under[at] ?? -1) parents.push(at)
  return parents
}
