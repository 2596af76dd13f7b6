/** What version control answered to a commit, and what a hosting service answered to a pull request. */

import type { ReadCall } from '../../../scan/actions/actions-in.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { gitStatements } from '../../../scan/actions/git-statements.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'

export interface Commit {
  /** The whole line. */
  readonly line: string
  readonly hash?: string
  readonly subject?: string
}

const created = ' created'

/** As the ledger reads them. The first commit of a repository is none: it is often made to try something. */
export function commitsIn({ actions, answer }: ReadCall): readonly Commit[] {
  const action = actions[0]?.action
  if (
    action?.type !== 'run' ||
    answer === undefined ||
    action.outcome === 'failed' ||
    action.outcome === 'rejected'
  )
    return []
  const output = commandOutput(answer.text)
  return gitStatements(shellCommands(action.command), output, true).flatMap(
    ({ about, kind, text }): readonly Commit[] => {
      if (about === 'pull request' && text.endsWith(created))
        return [{ line: text.slice(0, -created.length) }]
      if (about !== 'last commit' || kind !== 'committed') return []
      const space = text.indexOf(' ')
      const hash = text.slice(0, space)
      const end = output.indexOf(` ${hash}] `)
      const start = output.lastIndexOf('\n', end) + 1
      return [
        {
          line: output.slice(start, end).concat(` ${hash}] `, text.slice(space + 1)),
          hash,
          subject: text.slice(space + 1),
        },
      ]
    },
  )
}

export function isCommit(call: ReadCall): boolean {
  return commitsIn(call).some(({ hash }) => hash !== undefined)
}

const isInformative =
  /^(?!(?:initial commit|init|test|tests|wip|tmp|temp|update|updates|fix|changes|commit|first)\W*$)/i

/** Subjects that say what was done. */
export function subjectsIn(calls: readonly ReadCall[]): readonly string[] {
  return calls.flatMap(call =>
    commitsIn(call).flatMap(({ subject }) =>
      subject !== undefined && isInformative.test(subject) ? [subject] : [],
    ),
  )
}
