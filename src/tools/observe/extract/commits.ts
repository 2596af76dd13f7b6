/** What version control answered to a commit, and what a hosting service answered to a pull request. */
import { printedText } from '../../../scan/actions/printed-text.ts'
import type { ReadCall } from './session-reading.ts'

/** `[main 1a2b3c4] Fix the parser`, `[main (root-commit) 1a2b3c4] …` */
const commitLine = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (\S.{0,300})$/gm
const pullRequest = /^https:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d{1,9}$/gm
const commits =
  /\bgit\b.{0,200}\b(?:commit|merge|cherry-pick|revert|rebase)\b|\b(?:gh|glab) (?:pr|mr) create\b/

const longest = 20_000

export interface Commit {
  /** The whole line. */
  readonly line: string
  readonly hash?: string
  readonly subject?: string
}

export function commitsIn({ actions, answer }: ReadCall): readonly Commit[] {
  const action = actions[0]?.action
  if (
    action?.type !== 'run' ||
    action.outcome === 'failed' ||
    action.outcome === 'rejected' ||
    !commits.test(action.command.slice(0, longest))
  )
    return []
  const output = printedText(answer?.text ?? '').slice(0, longest)
  return [
    ...Array.from(output.matchAll(commitLine), ([line, hash = '', subject = '']) => ({
      line,
      hash,
      subject,
    })),
    ...Array.from(output.matchAll(pullRequest), ([line]) => ({ line })),
  ]
}

/** Not the first of a repository, which is often one that is made to try something. */
export function isCommit(call: ReadCall): boolean {
  return commitsIn(call).some(({ hash, line }) => hash !== undefined && !line.includes('(root-commit)'))
}

const telling =
  /^(?!(?:initial commit|init|test|tests|wip|tmp|temp|update|updates|fix|changes|commit|first)\W*$)/i

/** Subjects that say what was done. */
export function subjectsIn(calls: readonly ReadCall[]): readonly string[] {
  return calls.flatMap(call =>
    commitsIn(call).flatMap(({ subject }) =>
      subject !== undefined && telling.test(subject) ? [subject] : [],
    ),
  )
}
