/** Whether a failed test run shows sums and passes alone, so that no line names what failed: `npm test | tail -1`. */
import { outputLines } from './error-line.ts'

/** `FAIL`, `FAIL	example.com/app	2.1s`, `Tests:  2 failed, 3 passed, 5 total`, `== 2 failed in 0.4s ==` */
const failureSum =
  /^(?:FAIL(?:\s{1,8}[\w.@~/-]{1,200}\s{1,8}[\d.]{1,12}s)?|={0,80} ?(?:Tests:?\s{0,8})?\d{1,7} (?:tests? )?failed(?:[ ,|]{1,3}\d{1,7} [a-z]{1,20}){0,6}(?: in [\d.]{1,12} ?m?s)?(?: \(\d{1,7}\))? ?={0,80})$/
/** `ok  	example.com/app	0.4s`, `✓ reads a file`, `exit status 1`, and lines around a sum: `Test Suites: 1 failed, 1 total`, `Time: 2 s` */
const passOrSum =
  /^(?:ok\s|PASS\b|exit status \d|--- PASS: |\(pass\) |[✓✔√] |(?:Test Files|Test Suites|Snapshots|Time|Duration|Start at):?\s{1,8}\d)/u

export function isBareFailure(output: string): boolean {
  const lines = outputLines(output)
  return (
    lines.some(line => failureSum.test(line)) &&
    lines.every(line => failureSum.test(line) || passOrSum.test(line))
  )
}
