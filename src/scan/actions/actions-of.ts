/** What one tool call of any known agent did, read from the call and its answer alone. */
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ToolCallBlock } from '../../types.ts'
import type { Action, CallResult, Intent } from './action.ts'
import { commandOf } from './call-command.ts'
import { checkVerdict, printedExitCode } from './check-verdict.ts'
import { commandOutput } from './command-output.ts'
import { type Ending, outcomeOf } from './outcome-of.ts'
import { runDirectory } from './run-directory.ts'
import { checkIn } from './shell/command-check.ts'
import { type ShellCommand, shellCommands } from './shell/shell-commands.ts'
import { shellIntents } from './shell/shell-intents.ts'
import { toolIntents } from './tool-intents.ts'
import { toolPurpose } from './tool-verb.ts'

/** In the order in which they happened; a command that is run comes before what it did. Never throws; linear. */
export function actionsOf(
  call: Pick<ToolCallBlock, 'name' | 'text'>,
  result?: CallResult,
): readonly Action[] {
  const ending = outcomeOf(result)
  const command = commandOf(call)
  if (command !== undefined) {
    const directory = runDirectory(call, command, result?.text)
    const read = (): readonly Action[] => ranCommand(command, directory, ending, result)
    return result === undefined
      ? read()
      : runOnce(result.text, () => `${result.isError} ${directory}\n${command}`, read)
  }
  const intents = toolIntents(call)
  const read =
    intents.length > 0 || toolPurpose(call.name)?.verb !== 'modify' ? intents : editOfOpenFile(result)
  return read.map(intent => ({ ...asWritten(intent, result), outcome: effectOutcome(ending) }))
}

const runOnce = rememberedByKey<readonly Action[]>({ minLength: 0, name: 'actions' })

/** What was done, where it was done by something that came to an end. */
function effectOutcome({ outcome }: Ending): 'ok' | 'failed' | 'unknown' {
  if (outcome === 'finished') return 'ok'
  return outcome === 'rejected' ? 'failed' : outcome
}

function ranCommand(
  command: string,
  directory: string | undefined,
  ending: Ending,
  result: CallResult | undefined,
): readonly Action[] {
  const commands = shellCommands(command, directory)
  const outcomeOfEffects = effectOutcome(ending)
  const isAlone = commands.filter(({ words }) => words[0]?.text !== 'cd').length === 1
  const did = commands.flatMap((one, index) => {
    const isCertain =
      isAlone ||
      ending.outcome === 'rejected' ||
      (outcomeOfEffects !== 'failed' && !isAlternative(commands, index))
    const outcome = isCertain ? outcomeOfEffects : 'unknown'
    return shellIntents(one).map(intent => ({ ...intent, outcome }))
  })
  return [{ type: 'run', command, ...runEnding(commands, command, ending, result) }, ...did]
}

/** On either side of `||`: one of the two may have failed, or may not have run. */
function isAlternative(commands: readonly ShellCommand[], index: number): boolean {
  if (commands[index]?.joint === '||') return true
  for (let next = index + 1; next < commands.length && next <= index + maxJoined; next += 1) {
    const joint = commands[next]?.joint
    if (joint === '||') return true
    if (joint === ';' || joint === '&') return false
  }
  return false
}

/** How far a chain of `&&` and `|` is followed. */
const maxJoined = 20

/** Tools that write a file whole say in their answer whether it was there. */
function asWritten(intent: Intent, result: CallResult | undefined): Intent {
  if (intent.type !== 'create' || intent.isDirectory === true || result === undefined) return intent
  const wasThere = /\b(?:overwrote|overwritten|has been updated|[Uu]pdated file|been modified)(?!\w)/.test(
    result.text.slice(0, 300),
  )
  return wasThere ? { type: 'modify', path: intent.path } : intent
}

/** SWE-agent edits the file that is open; its answers say which: `(Open file: /repo/a.py)`. */
function editOfOpenFile(result: CallResult | undefined): readonly Intent[] {
  const path = /^\(Open file: (\/[^\n)]{1,1000})\)$/m.exec(result?.text.slice(-3000) ?? '')?.[1]
  return path === undefined ? [] : [{ type: 'modify', path }]
}

/** `commands`: the simple commands of `command`. */
function runEnding(
  commands: readonly ShellCommand[],
  command: string,
  ending: Ending,
  result: CallResult | undefined,
): Ending {
  const { outcome } = ending
  if (result === undefined || outcome === 'rejected' || outcome === 'unknown') return ending
  const check = checkIn(commands, command)
  const output = commandOutput(result.text)
  // `ls a || echo "File not found"`: the words are those of the script.
  const isEchoed = ending.exitCode === undefined && result.isError !== true && check.hidesOutcome
  if (outcome === 'failed' && isEchoed && !check.isCheck) return { outcome: 'finished' }
  if (outcome === 'failed') return check.isCheck && endsInSearch(commands) ? byVerdict(output) : ending
  const isProven = outcome === 'ok' && !check.isPiped && !check.hidesOutcome && check.provesAll
  if (isProven) return ending
  if (check.isCheck) {
    const printed = byVerdict(output)
    // A check that passes may print nothing.
    const isSilent =
      outcome === 'ok' && !check.hidesOutcome && !(check.isPiped && check.isSelected) && output.trim() === ''
    return isSilent ? { outcome: 'ok' } : printed
  }
  if (hasFailedPlainly(output)) return { outcome: 'failed' }
  if (succeeded.test(output.slice(0, edge))) return { outcome: 'ok' }
  return check.hidesOutcome ? { outcome: 'finished' } : ending
}

/** `npm test | grep FAIL`: the code says whether a line was found, not how the check ended. */
function endsInSearch(commands: readonly ShellCommand[]): boolean {
  const last = commands.at(-1)
  return last?.joint === '|' && /^(?:e|f|rip)?grep$|^rg$/.test(last.words[0]?.text ?? '')
}

function byVerdict(output: string): Ending {
  const verdict = checkVerdict(output)
  if (verdict !== 'failed') return { outcome: verdict === 'passed' ? 'ok' : 'finished' }
  const exitCode = printedExitCode(output)
  return exitCode === undefined || exitCode === 0 ? { outcome: 'failed' } : { outcome: 'failed', exitCode }
}

const edge = 20_000
/** What programs print only where they did what they were asked to do. */
const succeeded =
  /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] \S|^(?:Already up to date\.|Everything up-to-date|Switched to (a new )?branch ')|^Successfully (?:installed|rebased|built|tagged)/m

/** An output of a line or two that says so, or one that ends in a traceback. */
function hasFailedPlainly(output: string): boolean {
  const end = output.trimEnd().slice(-3000)
  if (/^Traceback \(most recent call last\):/m.test(end))
    return /^[A-Za-z_][\w.]{0,100}(?:Error|Exception|Exit|Interrupt|Warning)(?!\w)/.test(
      end.slice(end.lastIndexOf('\n') + 1),
    )
  if (powershellError.test(end)) return true
  return end.length <= 400 && end.split('\n').length <= 2 && plainFailure.test(end)
}

/** The last lines of an error: `    + FullyQualifiedErrorId : CommandNotFoundException` */
const powershellError = /(?:^|\n) {2,8}\+ (?:CategoryInfo|FullyQualifiedErrorId) {1,20}: [^\n]{1,400}$/

const plainFailure =
  /^(?:EXECUTION|Command|Process) (?:timed|TIMED) (?:out|OUT)(?!\w)|(?:^|: )(?:command not found|No such file or directory|Permission denied)\s{0,2}$|: (?:command )?not found$|^fatal: |^'[^'\n]{1,100}' is not recognized as an internal |^The system cannot find the (?:file|path) specified|^Access is denied\.|^[A-Z][a-z]{1,20}-[A-Z]\w{1,40} ?: (?:Cannot|Could not|Access) /m
