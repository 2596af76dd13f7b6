/** How the choice of a view came out. */
import type { GateReport, NoteReport, Receipt } from '../receipt.ts'
import type { Draft } from '../reduce/block-reducer.ts'
import type { Plan } from '../reduce/plan.ts'
import type { ResumeState } from '../types.ts'
import type { Accepted } from './accept-drafts.ts'
import type { InstructionText } from './instruction-texts.ts'
import type { OriginalText } from './originals.ts'

export interface Replacement extends Draft {
  readonly original: OriginalText
  /** The hash by which `uncompress` finds the new text. */
  readonly viewHash: string
  /** What is in the same message before the new text. */
  readonly instructions?: readonly InstructionText[]
  /** The part of the new text that they make up, where a message is one text. */
  readonly lead?: string
  /** The most that it takes to make the message a part of its neighbours. */
  readonly joiningTokens?: number
}

/** Messages of one role that a view has side by side, as one. */
export interface JoinedMessages {
  /** Indices of the messages that were read. */
  readonly first: number
  readonly last: number
  /** The messages before they were joined, as JSON. */
  readonly text: string
  /** The hash of that text. */
  readonly hash: string
  /** The hashes by which `uncompress` finds them. */
  readonly viewHashes: readonly string[]
}

/** Whether a view that was chosen again is no worse: within its budget as before, and with no more critical facts missing. */
export function isNoWorse(again: ViewOutcome, before: ViewOutcome): boolean {
  const isMet = again.budget?.met !== false || before.budget?.met === false
  return isMet && missesOf(again) <= missesOf(before)
}

function missesOf({ gate }: ViewOutcome): number {
  return gate === undefined ? 0 : gate.critical - gate.criticalVisible
}

/** The replacements that were accepted and how the view came out. */
export interface ViewOutcome extends Accepted<Replacement> {
  readonly tokens: number
  /** Whether every kept block was counted, and not estimated. */
  readonly isExact: boolean
  readonly budget?: Receipt['budget']
  /** What the replacements were made by; absent where there was nothing to do. */
  readonly plan?: Plan
  /** The next round continues from it. */
  readonly state?: ResumeState
  /** Texts that are stored in addition to the originals, and the key of each. */
  readonly extraTexts?: readonly { readonly viewHash: string; readonly text: string }[]
  readonly gate?: GateReport
  /** About the note that a model was asked for. */
  readonly note?: NoteReport
  /** Runs of messages that became one message when the view was written. */
  readonly joins?: readonly JoinedMessages[]
}
