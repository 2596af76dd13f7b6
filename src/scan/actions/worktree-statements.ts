/** Which other directories hold branches of a repository, as `git worktree` prints them. */
import type { GitCall } from './git-calls.ts'
import type { GitStatement } from './git-statement.ts'
import { joinPath } from './shell/join-path.ts'

/** The call has succeeded. `lines`: what it printed. */
export function worktreeStatements(call: GitCall, lines: readonly string[]): readonly GitStatement[] {
  if (call.verb !== 'worktree') return []
  const [verb, ...args] = call.args
  if (verb === 'list') return call.isFiltered ? [] : listed(lines)
  const [path, start] = operandsIn(args)
  if (path === undefined) return []
  const directory = joinPath(call.directory, path)
  if (verb === 'remove') return [{ about: 'worktree', kind: 'deleted', text: directory }]
  if (verb !== 'add') return []
  const branch = args.find((_, at) => /^-[bB]$/.test(args[at - 1] ?? ''))
  return tree(directory, branch ?? (args.some(arg => /^(?:-d|--detach)$/.test(arg)) ? undefined : start))
}

const withValue = /^(?:-b|-B|--reason)$/

function operandsIn(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => !arg.startsWith('-') && !withValue.test(args[at - 1] ?? ''))
}

function tree(directory: string, branch: string | undefined): readonly GitStatement[] {
  const own: GitStatement = { about: 'worktree', kind: 'shown', text: directory }
  return branch === undefined ? [own] : [own, { about: 'branch', kind: 'shown', text: branch, directory }]
}

/** `/home/me/app-fix  1a2b3c4 [fix/tax]`; the first is the repository itself. */
const entry = /^(\/\S{1,1000}) {1,200}(?:\(bare\)|[0-9a-f]{7,40}(?: \[([^\]\s]{1,200})\]| \(detached HEAD\)))/

function listed(lines: readonly string[]): readonly GitStatement[] {
  const found = lines.map(line => entry.exec(line)).filter(match => match !== null)
  return found.slice(1).flatMap(([, directory = '', branch]) => tree(directory, branch))
}
