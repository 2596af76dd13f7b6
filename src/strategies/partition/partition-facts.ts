/** Facts that the partition decides by, beside size and kind. */
import type { BlockFacts, Measured } from '../../reduce/plan.ts'

/** Types of content; each has its own form in a view. */
export type PartitionType = 'file' | 'conversation' | 'command' | 'result'

export interface PartitionFacts extends BlockFacts {
  readonly type: PartitionType
  /** From 1, low, to 5, critical. */
  readonly importance: number
  /** How often the text occurs in the request. */
  readonly copies: number
  /** Hours before the newest message, by the given times; else by turns, a quarter of an hour each. */
  readonly hours: number
  /** The message with the call that it answers. */
  readonly call?: number
  /** The latest output that shows a file which is being edited. */
  readonly isEdited: boolean
  /** Contains a decision. */
  readonly hasDecision: boolean
  /** Part of a finished task, turn or commit. */
  readonly isFinished: boolean
  /** Characters of the key facts that must stay visible: errors, outcomes, decisions. Computed lazily. */
  readonly keyLength: number
}

/** The cast is safe: with this strategy only `withPartitionFacts` sets facts. */
export function partitionFacts({ facts }: Measured): PartitionFacts | undefined {
  return facts as PartitionFacts | undefined
}
