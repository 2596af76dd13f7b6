/** What the partition goes by, beside size and kind. */
import type { BlockFacts, Measured } from '../../reduce/plan.ts'

/** How contents are distinguished: each has its own form in a view. */
export type PartitionType = 'file' | 'conversation' | 'command' | 'result'

export interface PartitionFacts extends BlockFacts {
  readonly type: PartitionType
  /** From 1, low, to 5, critical. */
  readonly importance: number
  /** How often the text is in the request: 1 where it is the only one. */
  readonly copies: number
  /** How long before the newest message, by the times given; else by turns, a quarter of an hour each. */
  readonly hours: number
  /** The message of the call that it answers. */
  readonly call?: number
  /** The latest showing of a file that is being edited. */
  readonly isEdited: boolean
  /** Says what was decided, and why. */
  readonly hasDecision: boolean
  /** Part of a task, a turn or a commit that is done with. */
  readonly isFinished: boolean
  /** Characters of what must not be lost from sight: errors, outcomes, decisions. Computed lazily. */
  readonly keyLength: number
}

/** Noted by `withPartitionFacts`: no other strategy has read the blocks. */
export function partitionFacts({ facts }: Measured): PartitionFacts | undefined {
  return facts as PartitionFacts | undefined
}
