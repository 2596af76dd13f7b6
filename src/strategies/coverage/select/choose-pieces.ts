/** The selection that covers the most weight within a budget: lazy greedy over a submodular objective, in which neighbours count more. */
import type { Lists } from '../../../measure/entity-index.ts'
import { type LazyQueue, lazyQueue, type QueuePlaces } from './lazy-queue.ts'

export interface SelectionInput {
  /** Tokens of each piece. */
  readonly costs: ArrayLike<number>
  /** Factor for the covered weight of each piece. */
  readonly worth: ArrayLike<number>
  /** Weight of each token of a piece in its phase, whatever it covers. */
  readonly base: ArrayLike<number>
  /** The section of each piece; pieces of a section are consecutive. */
  readonly sections: ArrayLike<number>
  /** Tokens for the head of each section, paid by its first piece. */
  readonly sectionCosts: ArrayLike<number>
  /** Tokens of each section after which the phase weight of further pieces is halved. */
  readonly sectionHalves: ArrayLike<number>
  /** 1 for sections with outputs of tools. */
  readonly isOutput: ArrayLike<number>
  /** The piece that each one makes no sense without; -1 if there is none. */
  readonly under: ArrayLike<number>
  /** 1 for pieces that keep their weight where others cover the same. */
  readonly isEach: ArrayLike<number>
  /** 1 for pieces that are taken only where another one makes no sense without them. */
  readonly isBare: ArrayLike<number>
  /** 1 for items of lists. */
  readonly isItem: ArrayLike<number>
  /** The entities of each piece; further lists belong to texts that are shown anyway. */
  readonly terms: Lists
  readonly phrases: Lists
  readonly termWeights: ArrayLike<number>
  readonly phraseWeights: ArrayLike<number>
}

/** Tokens of a mark that something is missing between two pieces. */
const gapCost = 1
/** A line says more beside its neighbours: how much more for each of the two that is shown. */
const besideShown = 0.5
/** What a long output has of the budget, as a share, when its further pieces count half: others say something about more. */
const halfOfOutput = 0.15
/** The share of its phase weight that a piece keeps where others cover all its entities. */
const minNovelty = 0.3
/** From this fill of the budget on, it does not pay off to search all pieces for one that fits. */
export const fullChoice = 0.987

export interface Choice {
  /** Pieces in the order of choice: any prefix is the choice for a smaller budget. */
  readonly order: readonly number[]
  /** Tokens of the choice up to and including each piece. */
  readonly tokens: readonly number[]
}

/** Pieces that compete only with each other, before all others, for a number of tokens. */
export interface Phase {
  readonly tokens: number
  readonly pieces: ArrayLike<number>
}

/** Takes `first` before all others, in their order; then each phase takes its pieces. */
export function choosePieces(
  input: SelectionInput,
  budget: number,
  first: Iterable<number>,
  phases: readonly Phase[] = [],
): Choice {
  const { terms, phrases, isEach, isItem } = input
  const count = input.costs.length
  // One type of array for values that are read millions of times.
  const costs = asFloats(input.costs)
  const worth = asFloats(input.worth)
  const base = new Float64Array(input.base)
  const sections = asIntegers(input.sections)
  const sectionCosts = asFloats(input.sectionCosts)
  const sectionHalves = asFloats(input.sectionHalves)
  const sectionTokens = new Float64Array(sectionCosts.length)
  const under = asIntegers(input.under)
  const isTaken = new Uint8Array(count)
  const isNamed = new Uint8Array(sectionCosts.length)
  // Covered entities no longer have a weight.
  const termWeights = new Float64Array(input.termWeights)
  const phraseWeights = new Float64Array(input.phraseWeights)
  const order: number[] = []
  const tokens: number[] = []
  let spent = 0
  let isPhase = true
  let queue: LazyQueue | undefined
  const queuePlaces: QueuePlaces = {
    heap: new Int32Array(count),
    gains: new Float64Array(count),
    places: new Int32Array(count),
  }
  const { firstUnder, nextUnder } = childrenOf(under, count)
  const sectionStarts = startsOf(sections, sectionCosts.length, count)

  const ownCost = (piece: number): number => {
    const section = sections[piece] as number
    if (isNamed[section] === 0) return (costs[piece] as number) + (sectionCosts[section] as number)
    return (
      (costs[piece] as number) + (isShown(piece - 1, section) || isShown(piece + 1, section) ? 0 : gapCost)
    )
  }
  /** In its phase each piece counts by itself: there is room for the best only. */
  const contextOf = (piece: number): number => {
    if (isPhase) return 1
    const section = sections[piece] as number
    return 1 + besideShown * (Number(isShown(piece - 1, section)) + Number(isShown(piece + 1, section)))
  }
  const isShown = (piece: number, section: number): boolean =>
    piece >= 0 && piece < count && isTaken[piece] === 1 && sections[piece] === section
  const parentOf = (piece: number): number => {
    const parent = under[piece] as number
    return parent >= 0 && isTaken[parent] === 0 ? parent : -1
  }
  const coverageOf = (piece: number): number =>
    weightIn(terms, piece, termWeights) + weightIn(phrases, piece, phraseWeights)
  const weightOf = (piece: number): number => {
    const covered = coverageOf(piece)
    const own = baseOf(piece)
    return (
      covered * (worth[piece] as number) * shareOfOutput(piece) +
      (own === 0 ? 0 : own * noveltyOf(piece, covered) * (costs[piece] as number))
    )
  }
  const shareOfOutput = (piece: number): number => {
    const section = sections[piece] as number
    if (isPhase || input.isOutput[section] === 0) return 1
    return halvedBy((sectionTokens[section] as number) / (budget * halfOfOutput))
  }
  const noveltyOf = (piece: number, covered: number): number => {
    const all = fullCoverage[piece] as number
    if (all <= 0 || isEach[piece] === 1 || isHole(piece)) return 1
    return minNovelty + (1 - minNovelty) * (covered / all)
  }
  /** A list says less if one or two of its items are missing. */
  const isHole = (piece: number): boolean => {
    if (isItem[piece] === 0) return false
    const section = sections[piece] as number
    const [before, after] = [isShown(piece - 1, section), isShown(piece + 1, section)]
    return (
      (before && (after || isShown(piece + 2, section))) || (after && (before || isShown(piece - 2, section)))
    )
  }
  const baseOf = (piece: number): number => {
    const section = sections[piece] as number
    return (
      (base[piece] as number) *
      halvedBy((sectionTokens[section] as number) / (sectionHalves[section] as number))
    )
  }
  /** The cost of a piece and of all that it makes no sense without. */
  const costOf = (piece: number): number => {
    let cost = 0
    for (let at = piece; at >= 0; at = parentOf(at)) cost += ownCost(at)
    return cost
  }
  const gainOf = (piece: number): number => {
    if (costs[piece] === Number.POSITIVE_INFINITY || input.isBare[piece] === 1) return 0
    if (worth[piece] === 0 && base[piece] === 0 && parentOf(piece) < 0) return 0
    const cost = costOf(piece)
    // A piece with infinite cost is never taken, and a division by its cost would be useless.
    if (cost === Number.POSITIVE_INFINITY) return 0
    let weight = 0
    for (let at = piece; at >= 0; at = parentOf(at)) weight += weightOf(at)
    return weight <= 0 ? 0 : (weight * contextOf(piece)) / cost
  }
  const take = (piece: number): void => {
    if (isTaken[piece] === 1) return
    const parent = parentOf(piece)
    if (parent >= 0) take(parent)
    spent += ownCost(piece)
    isTaken[piece] = 1
    const section = sections[piece] as number
    const wasNamed = isNamed[section] === 1
    isNamed[section] = 1
    sectionTokens[section] = (sectionTokens[section] as number) + (costs[piece] as number)
    cover(terms, piece, termWeights)
    cover(phrases, piece, phraseWeights)
    order.push(piece)
    tokens.push(spent)
    // Its section head and gap are paid: its neighbours and the pieces under it cost less now.
    if (!wasNamed && queue !== undefined)
      for (let at = sectionStarts[section] as number; at < count && sections[at] === section; at += 1)
        queue.raise(at)
    else if (queue !== undefined)
      for (const beside of [piece - 1, piece + 1]) if (sections[beside] === section) queue.raise(beside)
    for (let child = firstUnder[piece] as number; child >= 0; child = nextUnder[child] as number)
      queue?.raise(child)
  }

  const fullCoverage = new Float64Array(count)
  for (let piece = 0; piece < count; piece += 1)
    if (base[piece] !== 0) fullCoverage[piece] = coverageOf(piece)
  // Entities that are shown anyway need no second mention.
  for (let list = count; list < terms.starts.length - 1; list += 1) {
    cover(terms, list, termWeights)
    cover(phrases, list, phraseWeights)
  }
  for (const piece of first) if (spent + costOf(piece) <= budget) take(piece)
  for (const { tokens: own, pieces } of phases) fill(Math.min(budget, spent + own), pieces)
  base.fill(0)
  isPhase = false
  const all = new Int32Array(count)
  for (let piece = 0; piece < count; piece += 1) all[piece] = piece
  fill(budget, all)
  // If everything with a weight is covered and room is left, the newest pieces are added that say something.
  for (let piece = count - 1; piece >= 0 && spent < budget * fullChoice; piece -= 1)
    if (
      isTaken[piece] === 0 &&
      worth[piece] !== 0 &&
      input.isBare[piece] !== 1 &&
      spent + costOf(piece) <= budget
    )
      take(piece)
  return { order, tokens }

  function fill(maxTokens: number, pieces: ArrayLike<number>): void {
    if (spent >= maxTokens * fullChoice) return
    queue = lazyQueue(pieces, queuePlaces, piece => (isTaken[piece] === 1 ? -1 : gainOf(piece)))
    for (let piece = queue.next(); piece >= 0 && spent < maxTokens * fullChoice; piece = queue.next())
      if (spent + costOf(piece) <= maxTokens) take(piece)
  }
}

/** 1 at 0, half at 1. */
function halvedBy(share: number): number {
  return 1 / (1 + share)
}

/** The same array if it already has this type. No caller changes it. */
function asFloats(numbers: ArrayLike<number>): Float64Array {
  return numbers instanceof Float64Array ? numbers : new Float64Array(numbers)
}

function asIntegers(numbers: ArrayLike<number>): Int32Array {
  return numbers instanceof Int32Array ? numbers : new Int32Array(numbers)
}

function weightIn({ values, starts }: Lists, list: number, weights: Float64Array): number {
  const end = starts[list + 1] as number
  let weight = 0
  for (let at = starts[list] as number; at < end; at += 1) weight += weights[values[at] as number] as number
  return weight
}

function cover({ values, starts }: Lists, list: number, weights: Float64Array): void {
  const end = starts[list + 1] as number
  for (let at = starts[list] as number; at < end; at += 1) weights[values[at] as number] = 0
}

/** For each piece, the first piece under it, and for each of these the next one. */
function childrenOf(
  under: ArrayLike<number>,
  count: number,
): { readonly firstUnder: Int32Array; readonly nextUnder: Int32Array } {
  const firstUnder = new Int32Array(count).fill(-1)
  const nextUnder = new Int32Array(count).fill(-1)
  for (let piece = count - 1; piece >= 0; piece -= 1) {
    const parent = under[piece] as number
    if (parent < 0) continue
    nextUnder[piece] = firstUnder[parent] as number
    firstUnder[parent] = piece
  }
  return { firstUnder, nextUnder }
}

function startsOf(sections: ArrayLike<number>, sectionCount: number, count: number): Int32Array {
  const starts = new Int32Array(sectionCount).fill(count)
  for (let piece = count - 1; piece >= 0; piece -= 1) starts[sections[piece] as number] = piece
  return starts
}
