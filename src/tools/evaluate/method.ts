/** A method: any way to shorten a history, ours or another. */
import type { Message, OriginalsByHash } from '../../types.ts'
import type { History } from './history.ts'
import type { MethodInfo } from './report.ts'

export interface Method extends MethodInfo {
  /** Its view does not depend on the budget. */
  readonly ignoresBudget?: true
  /**
   * The history in about this many tokens of text. `undefined` if it has no view of this history.
   * Contract: must not mutate; may throw; may miss the budget, which is then reported.
   */
  view(history: History, tokens: number): MethodView | undefined | Promise<MethodView | undefined>
}

export interface MethodView {
  readonly messages: readonly Message[]
  /** The text of the messages, as every metric reads it. */
  readonly text: string
  /** The messages in the provider's format, if the method writes them. */
  readonly raw?: readonly unknown[]
  /** Tokens of the budget that were spent on framing, for methods whose budgets include it. */
  readonly framing?: number
  /** Originals of this view and of those before it. */
  readonly originalsByHash?: OriginalsByHash
  /** Texts of the originals that handles in the view name, for methods that store originals. */
  reachable?(): readonly string[]
  /** The raw messages restored from the view, for methods that promise it. */
  restore?(): readonly unknown[]
}
