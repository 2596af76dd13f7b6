/** What the output of a test run, build or linter says of how it ended. */
import { failedJob, pendingJob } from '../checks/github-checks.ts'
import { anyChecker } from '../checks/index.ts'
import { hasOneOf } from '../has-one-of.ts'
import { isInterrupted } from './outcome-of.ts'

/** Verdicts are at the end. */
const tail = 3000

const failing = anyChecker('failed')
const passing = anyChecker('passed')

/** Printed by `…; echo "exit: $?"`, or by whatever ran the check: the last line. */
const printedCode =
  /(?:^|[\s([{"'=])(?:exit(?:ed)?(?: with)?[ _-]?(?:code|status)|exit|EXIT|rc|RC|status)(?: ?[:=] ?| is | (?=\d))(-?\d{1,3})[)\]}"'.]{0,2}$/i

const codeNames = ['exit', 'rc', 'status']

/** `undefined` where the last line names none; a bare `exit 1` is a line of a script. */
export function printedExitCode(output: string): number | undefined {
  const line = output.trimEnd().slice(-200).split('\n').at(-1)?.trim() ?? ''
  if (/^exit \d{1,3}$/.test(line)) return undefined
  if (!hasOneOf(line.toLowerCase(), codeNames)) return undefined
  const code = printedCode.exec(line)?.[1]
  return code === undefined ? undefined : Number(code)
}

/** `^C`, `Operation was cancelled`: the last line. */
const abortion =
  /^(?:\^C|(?:command|operation|process|tool use) (was )?(?:aborted|interrupted|cancell?ed|killed)(?!\w).{0,80}|aborted|interrupted|terminated|killed(?:: 9)?)[.!]?$/i

/** Whether what it printed begins or ends as it was stopped. */
export function isAborted(output: string): boolean {
  return isInterrupted(output) || abortion.test(output.trimEnd().slice(-200).split('\n').at(-1)?.trim() ?? '')
}

/** `undefined`: it does not say. */
export function checkVerdict(output: string): 'passed' | 'failed' | undefined {
  const code = printedExitCode(output)
  if (code !== undefined) return code === 0 ? 'passed' : 'failed'
  return printedVerdict(output)
}

/** Whether some checks of a pull request have not ended, and none has failed. */
export function isPending(output: string): boolean {
  const end = output.slice(-tail)
  return pendingJob.test(end) && !failedJob.test(end)
}

/** The same from its own words alone: a code that is printed may be that of another program. */
export function printedVerdict(output: string): 'passed' | 'failed' | undefined {
  const end = output.slice(-tail)
  if (failing.test(end)) return 'failed'
  if (isPending(end)) return undefined
  return passing.test(end) ? 'passed' : undefined
}
