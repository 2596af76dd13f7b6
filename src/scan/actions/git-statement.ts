/** One thing that git or a host of it says of a repository. */

/** What a repository is in; `commits`: there may be one that nothing shows; `worktree`: a directory with another branch; `code`: a command that put other code in place; `staged`, `changed` and `restored` refer to files that are not committed. */
export type GitTopic =
  | 'branch'
  | 'last commit'
  | 'commits'
  | 'pushed'
  | 'under way'
  | 'uncommitted'
  | 'untracked'
  | 'pull request'
  | 'issue'
  | 'worktree'
  | 'code'
  | 'stash'

export interface GitStatement {
  readonly about: GitTopic
  /**
   * `shown`: so it is. `committed`: this commit was made. Of the last commit, `changed`: it has another hash now, or perhaps; `replaced`: the
   * next one takes its place; `deleted`: so many are undone, empty where it is not known how many; `restored`: with their
   * edits; of a branch, `changed`: it is being rebased; of what is under way: only the files in conflict are known. Of a branch, `switched`: another one was checked out
   * before; `created`: it was made from that. Of a worktree and of untracked files, `deleted`: they are gone. Of files that are
   * not committed, `staged`: these go into the next commit, `changed`: these too, `restored`: these no longer; of code,
   * `staged`: the command stopped on its way, `restored`: what was not over is undone. Of a pull request and an issue,
   * `created`: so many comments were posted. Of the stash, `staged`: this was put on it, `deleted`: the last of it is back or gone.
   */
  readonly kind:
    | 'shown'
    | 'committed'
    | 'staged'
    | 'changed'
    | 'restored'
    | 'replaced'
    | 'switched'
    | 'created'
    | 'deleted'
  /** Files one a line; `*` for all of them; empty where there is nothing. */
  readonly text: string
  /** Where the command ran, where it says so. */
  readonly directory?: string
}

/** Takes a statement; `shown` where no kind is given. */
export type AddStatement = (about: GitTopic, text: string, kind?: GitStatement['kind']) => void

/** For what a command may have done, where it printed nothing. */
export const perhaps = 'perhaps'

/** In place of the hash of a commit that git said nothing of. */
export const noHash = '(hash not printed)'

const conflictsMark = 'conflicts in '

/** `rebase 2/3 stopped at 1a2b3c4, conflicts in a.ts, b.ts`; `what` may be unknown. */
export function withConflicts(what: string, conflicts: readonly string[]): string {
  if (conflicts.length === 0) return what
  const listed = `${conflictsMark}${[...new Set(conflicts)].join(', ')}`
  return what === '' ? listed : `${what}, ${listed}`
}

/** What `withConflicts` was given. */
export function conflictsIn(text: string): { readonly what: string; readonly conflicts: readonly string[] } {
  const at = text.startsWith(conflictsMark) ? 0 : text.indexOf(`, ${conflictsMark}`)
  if (at < 0) return { what: text, conflicts: [] }
  const start = at + conflictsMark.length + (at === 0 ? 0 : 2)
  return { what: text.slice(0, at), conflicts: text.slice(start).split(', ') }
}

/** Whether no branch is checked out: `HEAD detached at 1a2b3c4`. */
export function isDetached(branch: string): boolean {
  return /^(?:detached HEAD|HEAD detached)\b/.test(branch)
}
