/** The types of observations: a piece of work, its words and actions, and its outcome. */
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
 * The role of the words of a fact. `said`: by the user. `decided`, and `because` for the reason that follows.
 * `failed`: a command, a tool, or a report of the user. `found`: a conclusion. `printed`: a line of a tool's output.
 * `committed`: the answer of version control. `asked`: a question that is still open. `finished` and `planned`: items of a
 * list. `noted`: of unknown role.
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

/** Verbatim words and their speaker. */
export interface ObservedFact {
  readonly verb: FactVerb
  /** An exact part of a message or an output; secrets are masked in it, and lines end in `\n`. */
  readonly text: string
  /** The speaker. */
  readonly by?: Role
  /** Index of their message; documents and JSON count from 1. */
  readonly message?: number
  /** The command or call that failed, or the question that was answered. */
  readonly about?: string
  /** Whether a failure persists, as far as the session shows. */
  readonly state?: 'open' | 'resolved'
  /** The words continue after this text. */
  readonly isCut?: true
}

export interface ObservedFile {
  readonly operation: FileOperationKind
  readonly path: string
  /** It is unknown whether it happened: part of a script that failed, a call without an answer. */
  readonly isDoubtful?: true
  /** Names that an edit added to the file. */
  readonly names?: readonly string[]
}

export interface ObservedCommand {
  /** A shell command by its first line, or a tool with its arguments. */
  readonly command: string
  /** The outcome of its last run. */
  readonly outcome: Outcome
  readonly exitCode?: number
  /** How often it was run, if more than once. */
  readonly times?: number
  /** The line of its output that summarizes it. */
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
  /** The outcome: tests, commits, errors that are still open. */
  readonly result?: string
  /** Indexes of the first and the last message that it describes; documents and JSON count from 1. */
  readonly messages?: readonly [first: number, last: number]
  /** The times of the first and the last message, as written in the session. */
  readonly times?: readonly [from: string, to: string]
  /** The handle of the stored messages. */
  readonly handle?: string
}

/** How many parts of each kind did not fit into the budget. */
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
  /** The directory of relative paths. */
  readonly root?: string
  readonly observations: readonly Observation[]
  readonly leftOut?: LeftOut
}
