/** The rows of a ledger of which a view says something: without those that others say better. */
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { isProjectTask, isWithin } from '../../../scan/actions/shell/check-kind.ts'
import { checksIn } from '../../../scan/actions/shell/command-check.ts'
import { withoutPackage } from '../../../scan/actions/test-results.ts'
import { isChangedFile } from './is-changed-file.ts'

export function presentRows(rows: readonly Row[]): readonly Row[] {
  return withoutScratch(
    withoutRepeatedErrors(withoutCoveredErrors(withoutOldChecks(withoutParts(withoutOtherChecks(rows))))),
  )
}

/** Files for a trial say little where others were changed. */
function withoutScratch(rows: readonly Row[]): readonly Row[] {
  const isWork = rows.some(row => isChangedFile(row) && !scratch.test(row.key))
  return isWork ? rows.filter(row => !(row.section === 'files' && scratch.test(row.key))) : rows
}

/** Where files for a trial are. */
export const scratch: RegExp = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/|\\AppData\\Local\\Temp\\/

/** What did not fail on another branch says little where something was checked on the one of now. */
function withoutOtherChecks(rows: readonly Row[]): readonly Row[] {
  const isChecked = rows.some(
    ({ section, state, branch }) =>
      section === 'checks' && branch === undefined && (state === 'passed' || state === 'failed'),
  )
  if (!isChecked) return rows
  return rows.filter(
    ({ section, state, branch }) => section !== 'checks' || branch === undefined || state === 'failed',
  )
}

/** A part of what passed says nothing beside the whole, unless only the part passed since files were changed. */
function withoutParts(rows: readonly Row[]): readonly Row[] {
  const passed = rows.filter(({ section, state }) => section === 'checks' && state === 'passed')
  const tasks = passed.filter(({ key }) => isProjectTask(key))
  if (tasks.length === 0) return rows
  const isPart = ({ key, last }: Row): boolean =>
    checksIn(key).every(part =>
      tasks.some(task => (task.note === undefined || task.last >= last) && isWithin(part, task.key)),
    )
  const parts = new Set(passed.filter(isPart))
  return parts.size === 0 ? rows : rows.filter(row => !parts.has(row))
}

/** What passed before files were changed says little where the same program passed again since. */
function withoutOldChecks(rows: readonly Row[]): readonly Row[] {
  const isPassed = ({ section, state }: Row): boolean => section === 'checks' && state === 'passed'
  const last = new Map<string, number>()
  for (const row of rows)
    if (isPassed(row)) {
      const program = programOf(row.key)
      last.set(program, Math.max(last.get(program) ?? 0, row.last))
    }
  return rows.filter(
    row => !isPassed(row) || row.note === undefined || row.last >= (last.get(programOf(row.key)) as number),
  )
}

/** What a check ended with says nothing where later checks say how all of it came out. */
function withoutCoveredErrors(rows: readonly Row[]): readonly Row[] {
  const runsOf = (some: readonly Row[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ facts, last }) => facts.flatMap(fact => (fact.turn === last ? runOf(fact) : []))))
  const checks = rows.filter(({ section }) => section === 'checks')
  const covered = runsOf(checks.filter(({ state }) => state === 'hidden'))
  if (covered.size === 0) return rows
  const shown = runsOf(checks.filter(({ state }) => state !== 'hidden'))
  return rows.filter(({ section, state, facts }) => {
    const last = facts.at(-1)
    const [run = ''] = section === 'errors' && state === 'open' && last?.kind === 'failed' ? runOf(last) : []
    return !covered.has(run) || shown.has(run)
  })
}

/** The answer that a fact was read in. */
function runOf({ turn, source }: Fact): readonly string[] {
  return source === undefined ? [] : [`${turn} ${source.block}`]
}

/** An error that came back is shown once, where it came last; one that a check which failed shows is shown there. */
function withoutRepeatedErrors(rows: readonly Row[]): readonly Row[] {
  const isOpen = ({ section, state }: Row): boolean => section === 'errors' && state === 'open'
  const failed = rows.filter(({ section, state }) => section === 'checks' && state === 'failed')
  const ofChecks = new Set(failed.flatMap(({ value }) => value.split('\n')))
  // `--- FAIL: TestA (0.2s)`: how long a test took is another time each time.
  const namesTests = ({ facts, value, last: turn }: Row): boolean => {
    const tests = facts.at(-1)?.tests?.map(withoutPackage) ?? []
    const isNamed = (test: string): boolean =>
      failed.some(check => check.last >= turn && check.value.includes(`${test} `))
    return tests.some(test => value.includes(test)) && tests.every(isNamed)
  }
  const last = new Map<string, Row>()
  for (const row of rows)
    if (isOpen(row) && row.last >= (last.get(row.value)?.last ?? 0)) last.set(row.value, row)
  return rows.filter(
    row =>
      !isOpen(row) ||
      (last.get(row.value) === row &&
        !row.value.split('\n').every(line => ofChecks.has(line)) &&
        !namesTests(row)),
  )
}

/** `go test ./pkg/... -run TestA` → `go test`, `mise run lint` → `mise run lint`. */
function programOf(command: string): string {
  return command.match(/^\w[\w:-]{0,40}(?: [a-z][\w:-]{0,40}){0,3}(?= |$)/)?.[0] ?? command
}
