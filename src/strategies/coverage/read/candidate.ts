/** One thing that a digest can show, and the block that it belongs to. */
import type { PieceValue } from '../../../reduce/content/content.ts'
import type { Writer } from '../facts/split-by-author.ts'
import type { ViewPart } from '../facts/view-part.ts'

/** One line, sentence, row or statement that can be shown by itself. */
export interface Candidate {
  readonly text: string
  /** Shown before it: the name of an argument. */
  readonly label: string
  readonly value: PieceValue
  /** Index of the section it belongs to. */
  readonly section: number
  /** Who wrote it. */
  readonly author: Writer
  /** Index of the candidate that it makes no sense without; -1 where there is none. */
  readonly under: number
  /** How many lines of its block it represents. */
  readonly lines: number
  /** The number of its line in a file that was shown with numbers. */
  readonly number?: number | undefined
  /** The user binds the agent with it. */
  readonly isRule: boolean
  /** Says nothing by itself: a call without what it found, a line of boilerplate. */
  readonly isBare: boolean
  /** A statement of a program: neither a definition nor a comment. */
  readonly isCode: boolean
  /** It is a line of a program or a name in a listing that was only looked at. */
  readonly isOutline: boolean
  /** It names a function of a file that was created, which the list of changed files does too. */
  readonly isSignature: boolean
  readonly part: ViewPart
}

/** Candidates in their order; an array of them is one. */
export interface CandidateList extends Iterable<Candidate> {
  readonly length: number
  at(index: number): Candidate | undefined
}

/** Between a call and how it came out. */
export const outcomeMark = ' → '

/** One block that candidates come from. */
export interface Section {
  readonly message: number
  readonly block: number
  readonly author: Writer
  readonly age: number
  /** How many requests came after it. */
  readonly turnsAgo: number
  /** `Read src/a.ts` for a call, `a.ts` for its result; empty for what somebody said. */
  readonly title: string
  /** The file of a call, as its title names it. */
  readonly path?: string
  /** Which call a result answers. */
  readonly callId?: string
  /** How a command came out, where other lines than those of an edit may be shown below it. */
  readonly outcome?: string
  /** What a result shows, as one name. */
  readonly origin?: string
  readonly lines: number
  readonly firstCandidate: number
  /** It shows or changes a file of tests. */
  readonly isTest: boolean
  /** It shows a file of a program. */
  readonly isProgram?: true
  /** It shows a file that was changed later. */
  readonly isChanged?: true
  /** The candidates of a search that are lines of files which were changed later, each with the name of its file. */
  readonly changedHits?: ReadonlyMap<number, string>
  /** In a user's message, but put there by a program. */
  readonly isInserted?: true
  /** In a user's message, but written by a model that summarized what came before. */
  readonly isSummary?: true
  /** A call that only looked at something, and says nothing without its answer. */
  readonly isLook?: true
  /** The agent said later in the same turn what it makes of it. */
  readonly isTakenUp?: true
  /** A call that made or changed a task which is neither done nor dropped. */
  readonly isOpenTask?: true
  /** Its title leaves the common root out. */
  readonly isRooted?: true
  /** It is reasoning that the agent said aloud. */
  readonly isThought?: true
  /** The agent said it right after something failed. */
  readonly followsFailure?: true
}
