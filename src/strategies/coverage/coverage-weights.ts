/** The weights of coverage, as data. Fitted on half of the sessions, see `bench/fit-coverage.ts` and `tune-coverage.ts`. */
import type { ViewPart } from './facts/view-part.ts'
import type { LineWeights } from './weigh/line-density.ts'

/**
 * How likely an entity is to be used again, as a logistic model: each number is added where its property holds.
 * Counts are natural logarithms of 1 + n; recency is 1 / (1 + steps / `recencySteps`), 0 where it never happened.
 */
export interface Likelihood {
  readonly bias: number
  /** How often each author used it. */
  readonly count: ByAuthor
  /** How recently each author used it. */
  readonly recency: ByAuthor
  /** How recently anyone used it, on a longer scale. */
  readonly lateness: number
  /** It was used only once. */
  readonly once: number
  readonly byAgent: number
  readonly byUser: number
  readonly onlyByTools: number
  /** By kind, in the order of `termKinds`. */
  readonly kind: readonly number[]
  /** By kind, where the agent itself used it. */
  readonly kindByAgent: readonly number[]
}

/** user, agent's words, agent's calls, tools. */
type ByAuthor = readonly [number, number, number, number]

export const recencySteps = 15
export const latenessSteps = 80

export interface CoverageWeights {
  /** For any entity: that the agent's next steps use it. */
  readonly next: Likelihood
  /** For two words in a row: that the agent's next steps use them. */
  readonly phrase: Likelihood
  /** For a name, number or path that was last seen long ago: that the agent uses it at any later time. */
  readonly memory: Likelihood
  /** The worth of showing an entity, as a multiple of each likelihood. */
  readonly worth: {
    readonly next: number
    readonly phrase: number
    /** `min`, and more with a larger budget: with little room the next step matters most. */
    readonly memory: { readonly min: number; readonly growth: number }
    /** For any word, where people only talk and no agent acts: each topic counts, however rare. */
    readonly talk: number
  }
  /** The share of talk: up to `min` an agent is at work, from `max` on it is plain conversation. */
  readonly talk: { readonly min: number; readonly max: number }
  /** Factor for the weight of a piece, by how useful its kind of content rates it. */
  readonly value: {
    readonly key: number
    readonly useful: number
    readonly plain: number
    readonly noise: number
  }
  /** Factor for a piece that a later reading or run has replaced. */
  readonly outdated: number
  /** Weight of each token of a piece, beside the entities that it covers, by its part of the view. */
  readonly base: Readonly<Record<ViewPart, number>>
  /** How fast the weight of people's words decays from request to request. */
  readonly turnDecay: number
  /** What each property of a line adds to the logarithm of its density, see `bench/fit-lines.ts`. */
  readonly lines: LineWeights
  /** The share of the room that is reserved for each part. */
  readonly parts: Readonly<Record<ViewPart, number>>
  /** The share of the room for the agent's last words before the last request, assigned before what was done since. */
  readonly lastWords: number
  /** Maximum share of the budget for the ledger at the head. */
  readonly ledgerShare: number
  /** Maximum share of the budget for the user's rules, which come first. */
  readonly ruleShare: number
  /** Share of the budget for the newest messages, kept whole: `min`, and more with a larger budget. */
  readonly tail: { readonly min: number; readonly growth: number }
  /** Factor for the worth of an entity of the caller's focus. */
  readonly focus: number
  /** How much more the piece is worth that is nearest to the focus. */
  readonly nearness: number
}

export const coverageWeights: CoverageWeights = {
  next: {
    bias: -3.18,
    count: [0.55, 0.28, -0.06, 0.42],
    recency: [0.22, 1.2, 1.55, 0.15],
    lateness: 1.52,
    once: -0.33,
    byAgent: 0.11,
    byUser: -0.05,
    onlyByTools: -0.64,
    kind: [-0.19, -0.4, -1.35, -0.67, -3.19, -2.07, -0.96, -0.83],
    kindByAgent: [-0.41, 0.46, -0.03, -0.21, 2.65, 0.77, 0.26, 0.05],
  },
  phrase: {
    bias: -3.45,
    count: [0.58, 0.36, -0.22, 0.49],
    recency: [0.71, 1.08, 1.95, 0.12],
    lateness: 1.47,
    once: -0.85,
    byAgent: -0.04,
    byUser: -0.46,
    onlyByTools: -0.98,
    kind: [-0.45, 0, 0, 0, 0, 0, 0, 0],
    kindByAgent: [-0.04, 0, 0, 0, 0, 0, 0, 0],
  },
  memory: {
    bias: -3,
    count: [0.2, 0.4, 0.8, 0.25],
    recency: [0, 0, 0, 0],
    lateness: -0.22,
    once: 0,
    byAgent: 1.83,
    byUser: 2.04,
    onlyByTools: 0.1,
    kind: [0, 0, 0, 0, -0.1, -1.25, 0, -0.5],
    kindByAgent: [0, 0, 0, 0, 0.53, 0, 0, 0],
  },
  worth: { next: 0.43, phrase: 1.1, memory: { min: 2, growth: 45 }, talk: 1 },
  talk: { min: 0.6, max: 0.95 },
  value: { key: 1.2, useful: 1.2, plain: 1, noise: 0.2 },
  outdated: 0.25,
  base: {
    typed: 0.3,
    answer: 0.3,
    pasted: 0.4,
    narration: 0.3,
    outcome: 0.2,
    latest: 0.2,
    present: 0.15,
    conclusion: 0.2,
    report: 0.3,
    action: 0.05,
    words: 0.05,
    evidence: 0,
  },
  turnDecay: 0.2,
  lines: {
    calls: -0.19,
    tools: -0.22,
    pasted: 0.26,
    report: -0.1,
    ageOfWords: -0.65,
    ageOfCalls: -0.67,
    ageOfTools: -0.78,
    ageOfDocuments: -0.46,
    sinceLastRequest: 0.43,
    conclusion: 0.57,
    latest: 0.35,
    present: 0.3,
    outcome: 0.15,
    sectionLength: -0.28,
    lineLength: -0.31,
    talk: 0.58,
    test: -0.41,
    outline: -0.24,
    comment: 0.34,
    bullet: 0.24,
    code: -0.1,
    added: 0.3,
    removed: -0.06,
    key: 0.19,
    useful: 0.2,
  },
  parts: {
    typed: 0.4,
    answer: 0.1,
    pasted: 0.2,
    narration: 0.2,
    outcome: 0.1,
    latest: 0.12,
    present: 0.18,
    conclusion: 0.25,
    report: 0.14,
    action: 0.1,
    words: 0.05,
    evidence: 0,
  },
  lastWords: 0.15,
  ledgerShare: 0.2,
  ruleShare: 0.15,
  tail: { min: 0.05, growth: 0.3 },
  focus: 4,
  nearness: 20,
}
