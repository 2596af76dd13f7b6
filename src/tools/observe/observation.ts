/** The words of observations: what a piece of work was, its words and actions, and its outcome. */
import type { Outcome } from '../../scan/actions/action.ts'
import type { FileOperationKind } from '../../scan/actions/file-operations.ts'
import type { Role } from '../../types.ts'

export const observationTypes = [
  'feature',
  'bugfix',
  'decision',
  'discovery',
  'config',
  'deployment',
  'data',
  'investigation',
  'refactor',
  'test',
  'documentation',
] as const

export type ObservationType = (typeof observationTypes)[number]

/**
 * The role of the words of a fact. `said`: the user. `decided`, and `because` for the reason that follows.
 * `failed`: a command, a tool, or what the user reports. `found`: a conclusion. `printed`: a line of a tool's output.
 * `committed`: what version control answered. `asked`: a question that is still open. `finished` and `planned`: items of
 * a list. `noted`: nothing is known of it.
 */
export const factVerbs = [
  'said',
  'decided',
  'because',
  'failed',
  'found',
  'printed',
  'committed',
  'asked',
  'finished',
  'planned',
  'noted',
] as const

export type FactVerb = (typeof factVerbs)[number]

/** Words to the letter, and whose they are. */
export interface ObservedFact {
  readonly verb: FactVerb
  /** An exact part of a message or an output; secrets are masked in it, and lines end in `\n`. */
  readonly text: string
  /** Whose words they are. */
  readonly by?: Role
  /** Index of the message that they are in; documents and JSON count from 1. */
  readonly message?: number
  /** The command or call that failed, the question that was answered. */
  readonly about?: string
  /** Whether what failed still does, as far as the session shows. */
  readonly state?: 'open' | 'resolved'
  /** The words continue. */
  readonly isCut?: true
}

export interface ObservedFile {
  readonly operation: FileOperationKind
  readonly path: string
  /** Whether it happened is not known: part of a script that failed, a call without an answer. */
  readonly isDoubtful?: true
  /** Names that an edit brought into the file. */
  readonly names?: readonly string[]
}

export interface ObservedCommand {
  /** A shell command by its first line, or a tool with its arguments. */
  readonly command: string
  /** How it ended when it was run last. */
  readonly outcome: Outcome
  readonly exitCode?: number
  /** How often it was run, where that is more than once. */
  readonly times?: number
  /** The line of its output that sums it up. */
  readonly printed?: string
}

/** One piece of work. Plain JSON. */
export interface Observation {
  readonly type: ObservationType
  readonly title: string
  readonly facts: readonly ObservedFact[]
  readonly files: readonly ObservedFile[]
  readonly commands: readonly ObservedCommand[]
  /** The agent's own account, or a model's. */
  readonly narrative?: string
  /** What came of it: tests, commits, errors that are still open. */
  readonly result?: string
  /** Indexes of the first and the last message that it describes; documents and JSON count from 1. */
  readonly messages?: readonly [first: number, last: number]
  /** When the first and the last of them were said, as the session wrote it. */
  readonly times?: readonly [from: string, to: string]
  /** Names the stored messages. */
  readonly handle?: string
}

/** What a budget left no room for, in numbers of each. */
export interface LeftOut {
  readonly narratives: number
  readonly facts: number
  readonly files: number
  readonly commands: number
}

/** The observations of one session, with what all of them share. */
export interface SessionObservations {
  readonly session?: string
  readonly agent?: string
  /** The directory that paths without one are in. */
  readonly root?: string
  readonly observations: readonly Observation[]
  readonly leftOut?: LeftOut
}
