/** A question of the reading exam, about something that a reader needs to continue the work. */

/**
 * `user`: what was asked for, ruled out, preferred. `state`: what is done, not yet done, tried and failed, next. `fact`: names,
 * values, causes, commands. `decision`: what was decided, and why.
 */
export const questionKinds = ['user', 'state', 'fact', 'decision'] as const
export type QuestionKind = (typeof questionKinds)[number]

export interface Question {
  /** Unique within its case. */
  readonly id: number
  readonly kind: QuestionKind
  readonly question: string
  readonly answer: string
  /** Where the answer is in the history; empty if that is unknown. */
  readonly source: readonly QuestionSource[]
}

export interface QuestionSource {
  /** Number of the block: texts, calls and results count one each, from 1. */
  readonly block: number
  /** Words of that block. */
  readonly quote: string
}
