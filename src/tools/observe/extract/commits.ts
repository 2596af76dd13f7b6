/** Commits and pull requests that were made, as found in the ledger. */
import { byTurn, type Fact } from '../../../ledger/ledger.ts'
import type { LedgerFact } from './session-reading.ts'

interface Commit {
  readonly message: number
  readonly line: string
  readonly hash?: string
  readonly subject?: string
}

const created = ' created'

export function commitsIn(facts: readonly LedgerFact[]): readonly Commit[] {
  // One fact may be part of several rows.
  const distinct = new Set(facts.flatMap(({ fact }) => (fact.section === 'git' ? [fact] : [])))
  const git = [...distinct].sort(byTurn)
  let branch: Fact | undefined
  return git.flatMap((fact): readonly Commit[] => {
    const { about, kind, text = '', turn: message } = fact
    if (about === 'branch') branch = fact
    if (about === 'pull request' && text.endsWith(created))
      return [{ message, line: text.slice(0, -created.length) }]
    // Git names the branch with each commit.
    if (about !== 'last commit' || kind !== 'committed' || branch?.turn !== message) return []
    const space = text.indexOf(' ')
    const hash = text.slice(0, space)
    const subject = text.slice(space + 1)
    return [{ message, line: `[${branch.text} ${hash}] ${subject}`, hash, subject }]
  })
}

const informativeSubject =
  /^(?!(?:initial commit|init|test|tests|wip|tmp|temp|update|updates|fix|changes|commit|first)\W*$)/i

/** Subjects that say what was done. */
export function subjectsIn(facts: readonly LedgerFact[]): readonly string[] {
  return commitsIn(facts).flatMap(({ subject }) =>
    subject !== undefined && informativeSubject.test(subject) ? [subject] : [],
  )
}
