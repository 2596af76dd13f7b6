import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lists } from '../../../../src/measure/entity-index.ts'
import {
  choosePieces,
  type SelectionInput,
} from '../../../../src/strategies/coverage/select/choose-pieces.ts'

interface Piece {
  readonly cost: number
  readonly terms: readonly number[]
  readonly phrases?: readonly number[]
  readonly section?: number
  readonly under?: number
  readonly worth?: number
  readonly base?: number
  readonly isEach?: boolean
  readonly isItem?: boolean
  readonly isBare?: boolean
}

interface Rest {
  readonly termWeights: readonly number[]
  readonly phraseWeights?: readonly number[]
  readonly sectionCosts?: readonly number[]
  readonly sectionHalves?: readonly number[]
  readonly isOutput?: readonly number[]
  /** Terms of texts that are shown anyway. */
  readonly shown?: readonly (readonly number[])[]
}

/** Pieces have sections of their own that cost nothing, by default. */
function marketOf(pieces: readonly Piece[], rest: Rest): SelectionInput {
  const { termWeights, phraseWeights = [], sectionCosts = pieces.map(() => 0), shown = [] } = rest
  return {
    costs: pieces.map(({ cost }) => cost),
    worth: pieces.map(({ worth = 1 }) => worth),
    base: pieces.map(({ base = 0 }) => base),
    sections: pieces.map(({ section }, index) => section ?? index),
    isOutput: rest.isOutput ?? sectionCosts.map(() => 0),
    sectionHalves: rest.sectionHalves ?? sectionCosts.map(() => Number.POSITIVE_INFINITY),
    sectionCosts,
    under: pieces.map(({ under = -1 }) => under),
    isEach: pieces.map(({ isEach = false }) => Number(isEach)),
    isItem: pieces.map(({ isItem = false }) => Number(isItem)),
    isBare: pieces.map(({ isBare = false }) => Number(isBare)),
    terms: listsOf([...pieces.map(({ terms }) => terms), ...shown]),
    phrases: listsOf([...pieces.map(({ phrases = [] }) => phrases), ...shown.map(() => [])]),
    termWeights,
    phraseWeights,
  }
}

function listsOf(lists: readonly (readonly number[])[]): Lists {
  const starts = [0]
  for (const list of lists) starts.push((starts.at(-1) as number) + list.length)
  return { values: Int32Array.from(lists.flat()), starts: Int32Array.from(starts) }
}

const termCount = 6
const weights = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: termCount, maxLength: termCount })
const someTerms = fc.uniqueArray(fc.nat({ max: termCount - 1 }), { maxLength: 4 })

function coveredWeight(
  pieces: readonly Piece[],
  chosen: readonly number[],
  termWeights: readonly number[],
): number {
  const covered = new Set(chosen.flatMap(piece => pieces[piece]?.terms ?? []))
  return [...covered].reduce((sum, term) => sum + (termWeights[term] as number), 0)
}

/** By trying all selections. */
function bestWeight(pieces: readonly Piece[], termWeights: readonly number[], budget: number): number {
  let best = 0
  for (let set = 0; set < 2 ** pieces.length; set += 1) {
    const chosen = [...pieces.keys()].filter(piece => (set >> piece) & 1)
    const cost = chosen.reduce((sum, piece) => sum + (pieces[piece] as Piece).cost, 0)
    if (cost <= budget) best = Math.max(best, coveredWeight(pieces, chosen, termWeights))
  }
  return best
}

const guarantee = 1 - 1 / Math.E

describe('choosePieces, where one piece makes others cheaper', () => {
  it('shares the room of a phase between sections that are halved', () => {
    const pieces = [0, 0, 0, 1].map(section => ({
      cost: 10,
      terms: [],
      section,
      base: section === 0 ? 1 : 0.7,
    }))
    const phase = { tokens: 20, pieces: [0, 1, 2, 3] }
    const chosen = (sectionHalves: readonly number[]): readonly number[] =>
      choosePieces(
        marketOf(pieces, { termWeights: [], sectionCosts: [0, 0], sectionHalves }),
        20,
        [],
        [phase],
      ).order
    expect(chosen([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])).not.toContain(3)
    expect(chosen([10, 10])).toContain(3)
  })

  it('leaves room beside a long output for what others say', () => {
    const pieces = Array.from({ length: 12 }, (_, term) => ({
      cost: 10,
      terms: [term],
      section: Number(term >= 9),
    }))
    const chosen = (isOutput: readonly number[]): number =>
      choosePieces(
        marketOf(pieces, {
          termWeights: pieces.map((_, at) => (at >= 9 ? 2 : 3)),
          sectionCosts: [0, 0],
          isOutput,
        }),
        60,
        [],
      ).order.filter(piece => piece >= 9).length
    expect(chosen([0, 0])).toBe(0)
    expect(chosen([1, 0])).toBe(3)
  })

  it('puts a line beside a shown one before a line that says a little more elsewhere, but not in a phase', () => {
    const pieces = [
      { cost: 1, terms: [0], section: 0, base: 1 },
      { cost: 1, terms: [1], section: 0, base: 1 },
      { cost: 1, terms: [2], section: 1, base: 1.5 },
    ]
    const market = marketOf(pieces, { termWeights: [4, 2.5, 3], sectionCosts: [0, 0] })
    expect(choosePieces(market, 2, []).order).toEqual([0, 1])
    expect(choosePieces(market, 2, [0], [{ tokens: 2, pieces: [1, 2] }]).order).toEqual([0, 2])
  })

  it('keeps the order of gains among pieces that are never taken', () => {
    const never = { cost: Number.POSITIVE_INFINITY, terms: [], base: 0.5 }
    const pieces = [
      never,
      { cost: 10, terms: [0] },
      never,
      { cost: 10, terms: [1] },
      never,
      never,
      { cost: 10, terms: [2] },
    ]
    const market = marketOf(pieces, { termWeights: [1, 3, 2] })
    const phases = [{ tokens: 30, pieces: [0, 1, 2, 3, 4, 5, 6] }]
    expect(choosePieces(market, 30, [], phases).order).toEqual([3, 6, 1])
  })

  it('looks at those under it again', () => {
    // Under the title of 10 tokens, each line of 2 is worth more for its price than the other piece.
    const lines = [1, 2, 3].map(term => ({ cost: 2, terms: [term], section: 0, under: 0 }))
    const pieces = [{ cost: 10, terms: [0], section: 0 }, ...lines, { cost: 10, terms: [4], section: 1 }]
    const { order } = choosePieces(
      marketOf(pieces, { termWeights: [20, 16, 16, 16, 15], sectionCosts: [0, 0] }),
      30,
      [],
    )
    expect(order).toEqual([0, 3, 2, 1, 4])
  })

  it('looks at its section again once that is named', () => {
    const pieces = [
      { cost: 2, terms: [0], section: 0 },
      { cost: 2, terms: [1], section: 0 },
      { cost: 10, terms: [2], section: 1 },
    ]
    const { order } = choosePieces(
      marketOf(pieces, { termWeights: [40, 6, 15, 0], sectionCosts: [10, 0] }),
      30,
      [],
    )
    expect(order).toEqual([0, 1, 2])
  })
})

describe('choosePieces against the best of all selections', () => {
  it('reaches 1 - 1/e of its weight where pieces cost the same', () => {
    const piece = fc.record({ cost: fc.constant(3), terms: someTerms })
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        weights,
        fc.nat({ max: 24 }),
        (pieces, termWeights, budget) => {
          const { order } = choosePieces(marketOf(pieces, { termWeights }), budget, [])
          const best = bestWeight(pieces, termWeights, budget)
          expect(coveredWeight(pieces, order, termWeights)).toBeGreaterThanOrEqual(guarantee * best - 1e-9)
        },
      ),
      { numRuns: 200 },
    )
  })

  // By gain for cost, one large piece may not fit any more: with room for one more piece the law holds again.
  it('reaches 1 - 1/e of its weight at any costs, with room for one more piece', () => {
    const dearest = 6
    const piece = fc.record({ cost: fc.integer({ min: 1, max: dearest }), terms: someTerms })
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        weights,
        fc.nat({ max: 24 }),
        (pieces, termWeights, budget) => {
          const { order } = choosePieces(marketOf(pieces, { termWeights }), budget + dearest - 1, [])
          const best = bestWeight(pieces, termWeights, budget)
          expect(coveredWeight(pieces, order, termWeights)).toBeGreaterThanOrEqual(guarantee * best - 1e-9)
        },
      ),
      { numRuns: 200 },
    )
  })
})

interface Tangle {
  readonly pieces: readonly Piece[]
  readonly sectionCosts: readonly number[]
}

/** Sections of several pieces; pieces under earlier ones, of their section or another, several levels deep. */
const tangle: fc.Arbitrary<Tangle> = fc
  .array(
    fc.record({
      cost: fc.integer({ min: 1, max: 9 }),
      terms: someTerms,
      startsSection: fc.boolean(),
      above: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
    }),
    { maxLength: 14 },
  )
  .chain(drafts => {
    let section = 0
    const pieces = drafts.map(({ cost, terms, startsSection, above }, index): Piece => {
      if (index > 0 && startsSection) section += 1
      return { cost, terms, section, under: above === undefined || above >= index ? -1 : index - 1 - above }
    })
    return fc
      .array(fc.integer({ min: 1, max: 9 }), { minLength: section + 1, maxLength: section + 1 })
      .map(sectionCosts => ({ pieces, sectionCosts }))
  })

/** What showing the pieces costs, one after the other. */
function costsInOrder({ pieces, sectionCosts }: Tangle, order: readonly number[]): readonly number[] {
  const shown = new Set<number>()
  let spent = 0
  return order.map(index => {
    const { cost, section } = pieces[index] as Piece
    const inSection = [...shown].filter(other => pieces[other]?.section === section)
    const touches = inSection.some(other => Math.abs(other - index) === 1)
    spent += cost + (inSection.length === 0 ? (sectionCosts[section as number] as number) : touches ? 0 : 1)
    shown.add(index)
    return spent
  })
}

describe('choosePieces with sections and parents', () => {
  const cases = [
    tangle,
    weights,
    fc.nat({ max: 80 }),
    fc.array(fc.nat({ max: 13 }), { maxLength: 4 }),
  ] as const
  const choose = (
    { pieces, sectionCosts }: Tangle,
    termWeights: readonly number[],
    budget: number,
    first: readonly number[],
  ) =>
    choosePieces(
      marketOf(pieces, { termWeights, sectionCosts }),
      budget,
      first.filter(piece => piece < pieces.length),
    )

  it('never exceeds the budget, and any beginning of the order costs what it says', () => {
    fc.assert(
      fc.property(...cases, (tangled, termWeights, budget, first) => {
        const { order, tokens } = choose(tangled, termWeights, budget, first)
        expect(tokens).toEqual(costsInOrder(tangled, order))
        expect(tokens.at(-1) ?? 0).toBeLessThanOrEqual(budget)
      }),
      { numRuns: 300 },
    )
  })

  it('takes each piece once, after the one it makes no sense without', () => {
    fc.assert(
      fc.property(...cases, (tangled, termWeights, budget, first) => {
        const { order } = choose(tangled, termWeights, budget, first)
        expect(new Set(order).size).toBe(order.length)
        for (const [at, piece] of order.entries()) {
          const { under = -1 } = tangled.pieces[piece] as Piece
          if (under >= 0) expect(order.slice(0, at)).toContain(under)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('choosePieces', () => {
  it('takes the most weight for its cost first', () => {
    const pieces = [
      { cost: 2, terms: [0] },
      { cost: 5, terms: [1] },
      { cost: 2, terms: [2] },
    ]
    const input = marketOf(pieces, { termWeights: [4, 20, 6] })
    expect(choosePieces(input, 100, [])).toEqual({ order: [1, 2, 0], tokens: [5, 7, 9] })
    expect(choosePieces(input, 4, []).order).toEqual([2, 0])
  })

  it('pays for nothing twice: not for what a piece before it covers, nor for what is shown anyway', () => {
    const pieces = [
      { cost: 3, terms: [0] },
      { cost: 2, terms: [0] },
      { cost: 2, terms: [1] },
    ]
    const input = marketOf(pieces, { termWeights: [5, 9], shown: [[1]] })
    expect(choosePieces(input, 2, []).order).toEqual([1])
    expect(choosePieces(input, 100, []).order[0]).toBe(1)
  })

  it('counts phrases beside terms, and the worth of a piece', () => {
    const pieces = [
      { cost: 2, terms: [0], phrases: [0] },
      { cost: 2, terms: [1] },
      { cost: 2, terms: [2], worth: 3 },
    ]
    const input = marketOf(pieces, { termWeights: [4, 6, 4], phraseWeights: [4] })
    expect(choosePieces(input, 100, []).order).toEqual([2, 0, 1])
  })

  it('takes those that come first in their order, whatever they weigh, while they fit', () => {
    const pieces = [
      { cost: 2, terms: [] },
      { cost: 9, terms: [] },
      { cost: 2, terms: [0] },
      { cost: 3, terms: [] },
    ]
    const input = marketOf(pieces, { termWeights: [50] })
    expect(choosePieces(input, 7, [3, 1, 0, 3]).order).toEqual([3, 0, 2])
  })

  it('of equals takes the later', () => {
    const pieces = Array.from({ length: 40 }, (_, term) => ({ cost: 2, terms: [term] }))
    const { order } = choosePieces(marketOf(pieces, { termWeights: pieces.map(() => 1) }), 30, [])
    expect(order).toEqual(Array.from({ length: 15 }, (_, at) => 39 - at))
  })

  it('takes nothing of nothing', () => {
    expect(choosePieces(marketOf([], { termWeights: [] }), 9, []).order).toEqual([])
  })
})

describe('choosePieces, where everything that weighs is covered', () => {
  it('fills no room with what has no worth', () => {
    const bracket: Piece = { cost: 1, terms: [], worth: 0 }
    const line: Piece = { cost: 4, terms: [] }
    expect(choosePieces(marketOf([line, bracket], { termWeights: [] }), 10, []).order).toEqual([0])
  })

  it('shows the newest, with what it makes no sense without', () => {
    const pieces = [
      { cost: 2, terms: [0], section: 0 },
      { cost: 2, terms: [0], section: 0 },
      { cost: 2, terms: [], section: 1 },
      { cost: 2, terms: [0], section: 1, under: 2 },
    ]
    const input = marketOf(pieces, { termWeights: [5], sectionCosts: [0, 0] })
    expect(choosePieces(input, 6, []).order).toEqual([1, 2, 3])
    expect(choosePieces(input, 100, []).order).toEqual([1, 2, 3, 0])
  })
})

describe('choosePieces in phases', () => {
  const pieces = [
    { cost: 10, terms: [0], base: 0 },
    { cost: 10, terms: [], base: 1 },
    { cost: 10, terms: [], base: 2 },
    { cost: 10, terms: [1], base: 0 },
  ]
  const input = marketOf(pieces, { termWeights: [5, 6] })
  const said = [1, 2]

  it('gives each phase its room before all others, and what is left to what covers most', () => {
    expect(choosePieces(input, 30, [], [{ tokens: 10, pieces: said }]).order).toEqual([2, 3, 0])
    expect(choosePieces(input, 30, [], [{ tokens: 20, pieces: said }]).order).toEqual([2, 1, 3])
  })

  it('leaves the room of a phase that has nothing to show to the others', () => {
    expect(choosePieces(input, 20, [], [{ tokens: 20, pieces: [] }]).order).toEqual([3, 0])
  })

  it('puts what says something new before what repeats, except where each counts', () => {
    const repeated = [
      { cost: 10, terms: [0, 1], base: 2 },
      { cost: 10, terms: [0, 1], base: 1.5 },
      { cost: 10, terms: [2], base: 1 },
    ]
    const orderOf = (pieces: readonly Piece[]): readonly number[] =>
      choosePieces(marketOf(pieces, { termWeights: [1, 1, 1] }), 20, [], [{ tokens: 20, pieces: [0, 1, 2] }])
        .order
    expect(orderOf(repeated)).toEqual([0, 2])
    expect(orderOf(repeated.map(piece => ({ ...piece, isEach: true })))).toEqual([0, 1])
  })

  it('leaves no one or two items out of a list that is shown, though others say the same', () => {
    const rows = [
      { cost: 10, terms: [0], base: 2, section: 0 },
      { cost: 10, terms: [0], base: 1, section: 0 },
      { cost: 10, terms: [0], base: 1, section: 0 },
      { cost: 10, terms: [1], base: 2, section: 0 },
      { cost: 10, terms: [2], base: 0.5, section: 1 },
    ]
    const chosen = (isItem: boolean, budget: number): readonly number[] =>
      choosePieces(
        marketOf(
          rows.map(row => ({ ...row, isItem })),
          { termWeights: [0.1, 0.1, 0.1], sectionCosts: [0, 0] },
        ),
        budget,
        [],
        [{ tokens: budget, pieces: rows.map((_, piece) => piece) }],
      ).order.toSorted()
    expect(chosen(true, 42)).toEqual([0, 1, 2, 3])
    expect(chosen(false, 32)).toEqual([0, 3, 4])
  })

  it('takes a bare piece only for one that makes no sense without it', () => {
    const pieces = [
      { cost: 5, terms: [0], isBare: true },
      { cost: 5, terms: [1], isBare: true },
      { cost: 5, terms: [2], under: 1 },
    ]
    expect(choosePieces(marketOf(pieces, { termWeights: [9, 9, 1] }), 50, []).order).toEqual([1, 2])
  })

  it('weighs what tokens weigh by themselves in phases only', () => {
    expect(choosePieces(input, 10, []).order).toEqual([3])
  })
})
