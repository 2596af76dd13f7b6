/** What the output of a test run, build or linter says of how it ended. */
import { hasOneOf } from '../has-one-of.ts'
import { isInterrupted } from './outcome-of.ts'

/** Verdicts are at the end. */
const tail = 3000

/** `Test  fail  2m  https://…`, with tabs between: a job of a pull request, and how long it ran. */
const failedJob = /^[^\t\n]{1,200}\tfail\t[\dhms]{1,12}\t/m

const failing: readonly RegExp[] = [
  // 2 failed, 1 failing, Found 3 errors, 1 problem (1 error, 0 warnings), 4 failures
  /(?:^|[^\d.,])[1-9]\d{0,6} (?:(unit |integration |e2e )?tests? |suites? |assertions? )?(?:failed|failing|failures?|fail|errors?)(?![\w-])/m,
  // Failures: 1, Errors: 2, # fail 1
  /\b(?:Failures|Errors|Failed): {0,8}[1-9]|^(?:#|ℹ) fail [1-9]/m,
  /^[ \t]{0,8}(?:FAILED|FAIL)\b|^[ \t]{0,16}--- FAIL|^not ok \d/m,
  /\berror TS\d|^error(?:\[\w{1,12}\])?: |^npm (?:ERR!|error) |\bBUILD FAILED\b|\b[Bb]uild failed\b|\bERROR task failed\b/m,
  /^make(?:\[\d{1,3}\])?: \*\*\* |^Traceback \(most recent call last\):|^panic: |ELIFECYCLE|Command failed with exit code [1-9]|\bexit status [1-9]/m,
  // Go prints the package above what its compiler says.
  /^# [\w./@-]{1,200}\n\S{1,200}\.go:\d{1,7}:\d{1,5}: \S/m,
  failedJob,
  /^✖ \d{1,7} problems?|^[ \t]{0,8}[✗✘✕✖] \S/mu,
]

const passing: readonly RegExp[] = [
  /(?:^|[^\d.,])[1-9]\d{0,6} (?:tests? |examples?, 0 )?(?:passed|passing|pass|failures)(?![\w-])/m,
  /^ok[ \t]{1,4}\S|^PASS\b|^OK(?: \(.{1,80}\))?$|\btest result: ok\b|^(?:#|ℹ) fail 0$/m,
  /^[^\t\n]{1,200}\tpass\t[\dhms]{1,12}\t/m,
  /\b(?:0 (?:errors?|issues|problems|failures?)|[Nn]o (?:issues|errors|problems)|All checks passed|BUILD SUCCESS(?:FUL)?)\b/,
  /\b(?:[Cc]ompiled|built|completed|finished) successfully\b|\b[Bb]uild (?:succeeded|complete)|^✓ built in |^\s{0,8}Finished `?\w{1,20}`? .{0,60}target|^Checked \d{1,7} files? in .{1,20}\. No fixes|All matched files use/m,
]

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
  /^(?:\^C|(?:command|operation|process|tool use) (?:was )?(?:aborted|interrupted|cancell?ed|killed)\b.{0,80}|aborted|interrupted|terminated|killed(?:: 9)?)[.!]?$/i

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
  return /^[^\t\n]{1,200}\tpending\t[\dhms]{1,12}\t/m.test(end) && !failedJob.test(end)
}

/** The same from its own words alone: a code that is printed may be that of another program. */
export function printedVerdict(output: string): 'passed' | 'failed' | undefined {
  const end = output.slice(-tail)
  if (failing.some(pattern => pattern.test(end))) return 'failed'
  if (isPending(end)) return undefined
  return passing.some(pattern => pattern.test(end)) ? 'passed' : undefined
}
