/** One item that a digest can show, and the block that it belongs to. */
import type { PieceValue } from '../../../reduce/content/content.ts'
import type { Writer } from '../facts/split-by-author.ts'
import type { ViewPart } from '../facts/view-part.ts'

/** One line, sentence, row or statement that can be shown alone. */
export interface Candidate {
  readonly text: string
  /** Text before it: the name of an argument. */
  readonly label: string
  readonly value: PieceValue
  /** Index of the section it belongs to. */
  readonly section: number
  /** Who wrote it. */
  readonly author: Writer
  /** Index of the candidate that it makes no sense without; -1 if there is none. */
  readonly under: number
  /** How many lines of its block it represents. */
  readonly lines: number
  /** Its line number in a file that was shown with numbers. */
  readonly number?: number | undefined
  /** A rule of the user for the agent. */
  readonly isRule: boolean
  /** Carries no information alone: a call without its result, a line of boilerplate. */
  readonly isUninformative: boolean
  /** A statement of a program: neither a definition nor a comment. */
  readonly isCode: boolean
  /** A line of a program, or a name in a listing, that was only read. */
  readonly isOutline: boolean
  /** It names a function of a new file; the list of changed files shows it too. */
  readonly isSignature: boolean
  readonly part: ViewPart
}

/** Candidates in their order; an array of them is one. */
export interface CandidateList extends Iterable<Candidate> {
  readonly length: number
  at(index: number): Candidate | undefined
}

/** Between a call and its outcome. */
export const outcomeMark = ' → '

/** `npm test → exit 1: 2 failed` → `exit 1: 2 failed`; `undefined` where the title has no outcome. */
export function outcomeInTitle(title: string): string | undefined {
  const at = title.indexOf(outcomeMark)
  return at < 0 ? undefined : title.slice(at + outcomeMark.length)
}

/** One block that candidates come from. */
export interface Section {
  readonly message: number
  readonly block: number
  readonly author: Writer
  readonly age: number
  /** How many requests came after it. */
  readonly turnsAgo: number
  /** `Read src/a.ts` for a call, `a.ts` for its result; empty for words. */
  readonly title: string
  /** The file of a call, as its title names it. */
  readonly path?: string
  /** The call that a result answers. */
  readonly callId?: string
  /** The outcome of a command, where lines other than those of an edit may be shown below it. */
  readonly outcome?: string
  /** `2 images`: what a user's message holds beside its text. */
  readonly attachments?: string
  /** An identifier of the file or command that a result shows. */
  readonly origin?: string
  readonly lines: number
  /** The number of the first line of a file that was read from further down. */
  readonly start?: number
  readonly firstCandidate: number
  /** It shows or changes a test file. */
  readonly isTest: boolean
  /** It shows what a search found: each line means something alone. */
  readonly isSearch?: true
  /** What the search looked for, where its pattern has alternatives. */
  readonly alternatives?: readonly string[]
  /** It shows a program file. */
  readonly isProgram?: true
  /** An output that the agent saw only in part. */
  readonly isCut?: true
  /** See `printedLimit`. */
  readonly limit?: string
  /** It shows a file that was changed later. */
  readonly isChanged?: true
  /** The hits of a search in files that were changed later, each with the name of its file. */
  readonly changedHits?: ReadonlyMap<number, string>
  /** In a user's message, but inserted by a program. */
  readonly isInserted?: true
  /** In a user's message, but written by a model that summarized what came before. */
  readonly isSummary?: true
  /** A read-only call, which carries no information without its result. */
  readonly isReadOnly?: true
  /** The agent commented on it later in the same turn. */
  readonly isTakenUp?: true
  /** An edit without an outcome: its lines say what it did. */
  readonly isQuietEdit?: true
  /** A call that created or changed a task which is still open. */
  readonly isOpenTask?: true
  /** Its title omits the common root. */
  readonly isRooted?: true
  /** Reasoning of the agent in readable text. */
  readonly isThought?: true
  /** The agent said it right after something failed. */
  readonly followsFailure?: true
}
