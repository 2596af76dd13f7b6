/** One thing that git or a host of it says of a repository. */

/** What a repository is in; `staged`, `changed` and `restored` refer to files that are not committed. */
export type GitTopic =
  | 'branch'
  | 'last commit'
  | 'pushed'
  | 'under way'
  | 'uncommitted'
  | 'untracked'
  | 'pull request'

export interface GitStatement {
  readonly about: GitTopic
  /**
   * `shown`: so it is. `committed`: this commit was made. Of the last commit, `changed`: it has another hash now. Of files that are not committed, `staged`: these go into the next
   * commit, `changed`: these too, `restored`: these no longer.
   */
  readonly kind: 'shown' | 'committed' | 'staged' | 'changed' | 'restored'
  /** Files one a line; `*` for all of them; empty where there is nothing. */
  readonly text: string
  /** Where the command ran, where it says so with a whole path. */
  readonly directory?: string
}

/** Takes a statement; `shown` where no kind is given. */
export type AddStatement = (about: GitTopic, text: string, kind?: GitStatement['kind']) => void

/** Between what is under way and the files that are in conflict. */
export const conflictsMark = ', conflicts in '

export function withConflicts(what: string, conflicts: readonly string[]): string {
  return conflicts.length === 0 ? what : `${what}${conflictsMark}${[...new Set(conflicts)].join(', ')}`
}
