/** One statement about the state of the work. */

/** The line of a view that an entry belongs to. */
export type PresentLine =
  | 'tasks'
  | 'checks'
  | 'git'
  | 'created'
  | 'files'
  | 'looked'
  | 'read'
  | 'errors'
  | 'questions'

/** Those of the least worth are left out first. */
export interface Entry {
  readonly line: PresentLine
  readonly worth: number
  /** Empty for what is only counted. */
  readonly text: string
  /** How many things it is about, if several. */
  readonly count?: number
  /** The number of the result that shows how a check ended. */
  readonly checkedBy?: number
  /** It names a file relative to the root. */
  readonly isRooted?: boolean
  /** Text to append where room is left. */
  readonly more?: string
  /** What is shown where there is no room for all of its text. */
  readonly short?: string
  /** The line that its text refers to: without it, `short` is shown. */
  readonly refersTo?: PresentLine
  /** What applies to it and to its neighbours: `committed #57`, `not run again since 2 files changed (last #8)`. */
  readonly group?: string
  /** How those that have no room are counted: `that passed`. */
  readonly outcome?: string
}
