/** Facts about a check that the user ran, and whose output they pasted. */
import { printedVerdict } from '../../scan/actions/check-verdict.ts'
import { pastedRun } from '../../scan/actions/pasted-run.ts'
import { resultLines } from '../../scan/actions/result-lines.ts'
import { testResults } from '../../scan/actions/test-results.ts'
import type { FactBook } from './fact-book.ts'
import type { UserPart } from './user-parts.ts'

/** What such a run is called where nothing says what was run. */
const unnamed = 'tests'

/** `## Verification`, not the package that Go prints. */
const heading = /^#{2,6} \S|^# [A-Z]/m

/** `parts`: of one message, in order. A document may speak of checks to come. */
export function addPastedChecks(book: FactBook, parts: readonly UserPart[]): void {
  const own = parts.filter(({ isAgents, isForProgram }) => isAgents !== true && isForProgram === undefined)
  const [first] = own
  const output = own.map(({ typed }) => typed).join('\n')
  const run = first === undefined || heading.test(output) ? undefined : pastedRun(output)
  const verdict = run === undefined ? undefined : printedVerdict(output)
  if (first === undefined || run === undefined || verdict === undefined) return
  const { passed, failed } = testResults(output)
  const tests = verdict === 'failed' ? failed : passed
  const text = resultLines(output, verdict === 'failed')
  book.add(first.place, {
    section: 'checks',
    kind: verdict,
    about: run.checks.length === 0 ? unnamed : run.checks.join(' && '),
    by: 'user',
    ...(text === '' ? {} : { text }),
    ...(tests.length === 0 ? {} : { tests }),
  })
}
