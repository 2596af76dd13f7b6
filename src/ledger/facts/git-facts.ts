/** Facts about the repository: branch, commits, what was pushed, what is not committed. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { commandOutput } from '../../scan/actions/command-output.ts'
import type { GitStatement } from '../../scan/actions/git-statement.ts'
import { gitStatements } from '../../scan/actions/git-statements.ts'
import { readStatus } from '../../scan/actions/git-status.ts'
import { otherCommitters } from '../../scan/actions/other-commits.ts'
import { runDirectory } from '../../scan/actions/run-directory.ts'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { Message, Target } from '../../types.ts'
import type { FactCollector } from './fact-collector.ts'

const statementsOnce = rememberedByKey<readonly GitStatement[]>({ minLength: 0, name: 'git statements' })

const gitWord = /\bgit\b/

/** `messages`: which the call is in. */
export function addGitFacts(
  collector: FactCollector,
  { message, block, action, answer }: LocatedAction,
  messages: readonly Message[],
): void {
  if (
    action.type !== 'run' ||
    answer === undefined ||
    action.outcome === 'rejected' ||
    !(gitWord.test(action.command) || otherCommitters.test(action.command))
  )
    return
  const call = messages[message]?.blocks[block]
  const { command } = action
  const directory = runDirectory(call, command, answer.text)
  const hasSucceeded = action.outcome === 'ok' || action.outcome === 'finished'
  const keyOf = (): string => JSON.stringify([command, directory, hasSucceeded])
  const statements = statementsOnce(answer.text, keyOf, () =>
    gitStatements(shellCommands(command, directory), commandOutput(answer.text), hasSucceeded),
  )
  addStatements(collector, answer, statements, 'tool')
}

function addStatements(
  collector: FactCollector,
  place: Target,
  statements: readonly GitStatement[],
  by: 'tool' | 'system',
): void {
  for (const { about, kind, text, directory } of statements)
    collector.add(place, {
      section: 'git',
      kind,
      about,
      text,
      by,
      ...(directory === undefined ? {} : { whole: directory }),
    })
}

const branchLine = 'Current branch: '
const maxLength = 20_000

/** What a host says about the repository when a session begins. */
export function addEnvironmentFacts(collector: FactCollector, messages: readonly Message[]): void {
  for (const place of locatedBlocks(messages)) {
    if (place.type !== 'text' || place.role === 'assistant') continue
    const { text } = place.own
    const start = text.indexOf(branchLine)
    if (start < 0 || !/(?:^|\n)$/.test(text.slice(Math.max(0, start - 1), start))) continue
    addStatements(collector, place, environment(text.slice(start, start + maxLength)), 'system')
  }
}

function environment(text: string): readonly GitStatement[] {
  const lines = text.split('\n')
  const branch = lines[0]?.slice(branchLine.length).trim() ?? ''
  const status = lines.indexOf('Status:')
  const recent = lines.indexOf('Recent commits:')
  const found: GitStatement[] = []
  if (branch !== '') found.push({ about: 'branch', kind: 'shown', text: branch })
  if (status > 0) {
    const entries = lines.slice(status + 1, lines.indexOf('', status + 1))
    const read = entries[0] === '(clean)' ? { uncommitted: [], untracked: [] } : readStatus(entries, true)
    if (read?.uncommitted !== undefined)
      found.push({ about: 'uncommitted', kind: 'shown', text: read.uncommitted.join('\n') })
    if (read?.untracked !== undefined)
      found.push({ about: 'untracked', kind: 'shown', text: read.untracked.join('\n') })
  }
  const commit = recent > 0 ? lines[recent + 1] : undefined
  if (commit !== undefined && /^[0-9a-f]{7,40} \S/.test(commit))
    found.push({ about: 'last commit', kind: 'shown', text: commit })
  return found
}
