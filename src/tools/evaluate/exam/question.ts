/** A question of the reading exam: what a reader needs to continue the work. */

/**
 * `user`: asked for, ruled out, preferred. `state`: done, not yet, tried and failed, next. `fact`: names, values, causes,
 * commands. `decision`: what was decided, and why.
 */
export const questionKinds = ['user', 'state', 'fact', 'decision'] as const
export type QuestionKind = (typeof questionKinds)[number]

export interface Question {
  /** Within its case. */
  readonly id: number
  readonly kind: QuestionKind
  readonly question: string
  readonly answer: string
  /** Where in the history the answer is; absent where it is unknown. */
  readonly source: readonly QuestionSource[]
}

export interface QuestionSource {
  /** Number of the block: texts, calls and results count one each, from 1. */
  readonly block: number
  /** Words of that block. */
  readonly quote: string
}
