/** What `git clean`, `git restore` and `git checkout` say of files that are taken back, and of the branch. */
import { captured } from './captured.ts'
import { type GitCall, isQuiet } from './git-calls.ts'
import type { AddStatement } from './git-statement.ts'
import { trackingIn } from './git-status.ts'

const drySweep = /^-[a-z]{0,6}n[a-z]{0,6}$|^--dry-run$/

/** `Removing src/new.ts`: git prints it for each, unless it is quiet. */
export function readClean(
  call: GitCall,
  operands: readonly string[],
  lines: readonly string[],
  add: AddStatement,
): void {
  if (call.args.some(arg => drySweep.test(arg))) return
  const removed = captured(lines, /^Removing (\S.{0,1000})$/)
  const paths = isQuiet(call) ? (operands.length === 0 ? ['*'] : operands) : removed
  if (paths.length > 0) add('untracked', paths.join('\n'), 'deleted')
}

/** What is written as it is in another commit is a change. */
export function readRestore({ args }: GitCall, operands: readonly string[], add: AddStatement): void {
  const at = args.findIndex(arg => /^(?:-s|--source)$/.test(arg))
  const source = at < 0 ? args.find(arg => arg.startsWith('--source='))?.slice(9) : args[at + 1]
  const files = at < 0 ? operands : operands.filter(file => file !== source)
  addRestored(files, sideOf(args) ?? source, add)
}

/** `git checkout --ours a.ts` takes one side of a conflict, which is still to be committed. */
function sideOf(args: readonly string[]): string | undefined {
  return args.find(arg => arg === '--ours' || arg === '--theirs')
}

function addRestored(files: readonly string[], source: string | undefined, add: AddStatement): void {
  const isAll = files.includes('.')
  if (source === undefined || source === 'HEAD')
    add('uncommitted', isAll ? '*' : files.join('\n'), 'restored')
  else add('uncommitted', isAll ? '' : files.join('\n'), 'changed')
}

/** Files that are taken back, or a branch: its output may have been redirected. */
export function readCheckout(
  { verb, args }: GitCall,
  operands: readonly string[],
  lines: readonly string[],
  add: AddStatement,
): void {
  const dashes = args.indexOf('--')
  // `git checkout src/` reads as the name of a branch, but for what git says.
  const side = sideOf(args)
  const isSaid = lines.some(line => /^Updated \d{1,6} paths? from the index$/.test(line))
  const areFiles = args[0] === '.' || side !== undefined || isSaid
  const files = dashes >= 0 ? args.slice(dashes + 1) : areFiles ? operands : []
  const source = dashes > 0 && !args[dashes - 1]?.startsWith('-') ? args[dashes - 1] : undefined
  if (files.length > 0) addRestored(files, side ?? source, add)
  const isNew = args.some(arg => /^-[bBcC]$|^--create$/.test(arg))
  const [branch, start = 'HEAD'] = operands
  const tracking = lines.map(line => trackingIn(line, branch)).find(found => found !== undefined)
  const isBranch = files.length === 0 && branch !== undefined && !args.includes('--detach')
  const how = isNew && start === 'HEAD' ? 'created' : 'switched'
  if (isBranch && (isNew || verb === 'switch' || tracking !== undefined)) add('branch', branch, how)
  if (isBranch && tracking !== undefined) add('pushed', tracking)
}
