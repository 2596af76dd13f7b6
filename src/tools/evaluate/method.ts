/** A method: any way to shorten a history, ours or another's. */
import type { Message, OriginalsByHash } from '../../types.ts'
import type { History } from './history.ts'
import type { MethodInfo } from './report.ts'

export interface Method extends MethodInfo {
  /** It does what it does, whatever the budget. */
  readonly ignoresBudget?: true
  /**
   * The history in about this many tokens of text. `undefined`: it has no view of this history.
   * Contract: must not mutate; may throw; may miss the budget, which is then shown.
   */
  view(history: History, tokens: number): MethodView | undefined | Promise<MethodView | undefined>
}

export interface MethodView {
  readonly messages: readonly Message[]
  /** What the messages say, as every metric reads it. */
  readonly text: string
  /** The messages as the provider would get them, from methods that write such. */
  readonly raw?: readonly unknown[]
  /** Tokens of the budget that went into framing and not into text, from methods whose budgets count both. */
  readonly framing?: number
  /** Originals of this view and of those before it. */
  readonly originalsByHash?: OriginalsByHash
  /** Texts of the originals that handles in the view name; from methods that keep originals. */
  reachable?(): readonly string[]
  /** The raw messages brought back from the view, from methods that promise that. */
  restore?(): readonly unknown[]
}
