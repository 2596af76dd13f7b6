/** How a command ended, from what the host says and from what the command printed. */
import type { CallResult } from './action.ts'
import { checkVerdict, printedExitCode } from './check-verdict.ts'
import { commandOutput } from './command-output.ts'
import type { Ending } from './outcome-of.ts'
import { checkIn } from './shell/command-check.ts'
import type { ShellCommand } from './shell/shell-commands.ts'

/** `commands`: the simple commands of `command`. */
export function runEnding(
  commands: readonly ShellCommand[],
  command: string,
  ending: Ending,
  result: CallResult | undefined,
): Ending {
  const { outcome } = ending
  if (result === undefined || outcome === 'rejected' || outcome === 'unknown') return ending
  const check = checkIn(commands, command)
  const output = commandOutput(result.text)
  if (outcome === 'failed') return check.isCheck && endsInSearch(commands) ? byVerdict(output) : ending
  const isProven = outcome === 'ok' && !check.isPiped && !check.hidesOutcome && check.isChained
  if (isProven) return ending
  if (check.isCheck) {
    const printed = byVerdict(output)
    // A check that has nothing to complain about may say nothing.
    const isSilent = outcome === 'ok' && !check.hidesOutcome && output.trim() === ''
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
  /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] \S|^(?:Already up to date\.|Everything up-to-date|Switched to (?:a new )?branch ')|^Successfully (?:installed|rebased|built|tagged)/m

/** An output of a line or two that says so, or one that ends in a traceback. */
function hasFailedPlainly(output: string): boolean {
  const end = output.trimEnd().slice(-3000)
  if (/^Traceback \(most recent call last\):/m.test(end))
    return /^[A-Za-z_][\w.]{0,100}(?:Error|Exception|Exit|Interrupt|Warning)\b/.test(
      end.slice(end.lastIndexOf('\n') + 1),
    )
  return end.length <= 400 && end.split('\n').length <= 2 && plainFailure.test(end)
}

const plainFailure =
  /^(?:EXECUTION|Command|Process) (?:timed|TIMED) (?:out|OUT)\b|(?:^|: )(?:command not found|No such file or directory|Permission denied)\s{0,2}$|: (?:command )?not found$|^fatal: /m
