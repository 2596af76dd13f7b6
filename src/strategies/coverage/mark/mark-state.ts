/** The pass over all blocks of a conversation: what it knows so far. */
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import type { CommandRun } from './earlier-runs.ts'
import type { FailedEdits } from './failed-edits.ts'
import type { AnswerLines } from './mark-chosen-items.ts'
import type { FileReading } from './mark-named-places.ts'
import type { FileEdit } from './replaced-lines.ts'

/** The state of the pass over all blocks. */
export interface MarkState {
  readonly facts: ConversationFacts
  readonly sections: Section[]
  readonly candidates: CandidateColumns
  /** Outputs that show files, and applied edits, in order. */
  readonly edits: FileEdit[]
  /** Outputs that show files which were not changed since, in order. */
  readonly readings: FileReading[]
  readonly failed: FailedEdits
  readonly ran: CommandRun[]
  /** The line of the agent's last question; -1 if nothing is asked. */
  question: number
  /** The line of a call that failed, and that the agent has not commented on yet; -1 if there is none. */
  failedCall: number
  /** The message with the result of that call, and the last one with any result. */
  failedAt: number
  resultAt: number
  /** Whether what a person said last before a message asks something, also where it stays as it is. */
  readonly isAsked: (message: number) => boolean
  /** Texts that were not the user's, in order. */
  readonly answers: AnswerLines[]
  /** How many of them came before the user's last message. */
  answered: number
  /** The sentence that the last question refers to was already looked for. */
  isJoined: boolean
}
