/** The rows of a ledger that a view shows: without those that other rows make redundant. */
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { isProjectTask, isWithin } from '../../../scan/actions/shell/check-kind.ts'
import { checksIn } from '../../../scan/actions/shell/command-check.ts'
import { onlyFormats } from '../../../scan/actions/shell/only-formats.ts'
import { withoutPackage } from '../../../scan/checks/go.ts'
import { isChangedFile } from './is-changed-file.ts'

export function presentRows(rows: readonly Row[]): readonly Row[] {
  return withoutScratch(
    withoutRepeatedErrors(
      withoutCoveredErrors(withoutOldChecks(withoutParts(withoutOtherChecks(withoutFormatting(rows))))),
    ),
  )
}

/** Formatters that ran well changed files and checked nothing. */
function withoutFormatting(rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    ({ section, state, key }) => !(section === 'checks' && state === 'passed' && onlyFormats(key)),
  )
}

/** Temporary files matter little where other files were changed. */
function withoutScratch(rows: readonly Row[]): readonly Row[] {
  const isWork = rows.some(row => isChangedFile(row) && !scratch.test(row.key))
  return isWork ? rows.filter(row => !(row.section === 'files' && scratch.test(row.key))) : rows
}

/** Directories of temporary files. */
export const scratch: RegExp = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/|\\AppData\\Local\\Temp\\/

/** Checks on another branch that did not fail matter little where checks ran on the current one. */
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

/** A part that passed is redundant beside the whole that passed, unless only the part passed after files were changed. */
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

/**
 * A check that passed before files were changed is redundant where the same program passed again since, or where the same check
 * failed since, which says when it passed last. One that ran before then, and never showed how it ended, says nothing.
 */
function withoutOldChecks(rows: readonly Row[]): readonly Row[] {
  const isPassed = ({ section, state }: Row): boolean => section === 'checks' && state === 'passed'
  const isFailed = ({ section, state, branch }: Row): boolean =>
    section === 'checks' && state === 'failed' && branch === undefined
  const isUnknown = ({ section, state, value }: Row): boolean =>
    section === 'checks' && state === 'unknown' && value === ''
  const last = new Map<string, number>()
  const failed = new Map<string, number>()
  for (const row of rows)
    if (isPassed(row)) {
      const program = programOf(row.key)
      last.set(program, Math.max(last.get(program) ?? 0, row.last))
    } else if (isFailed(row)) failed.set(row.key, row.last)
  return rows.filter(row => {
    if (row.note === undefined) return true
    if (!isPassed(row)) return !isUnknown(row)
    return row.last >= (last.get(programOf(row.key)) as number) && row.last > (failed.get(row.key) ?? -1)
  })
}

/** The error of a check is redundant where later checks report on all of it. */
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

/** The result that a fact was read in. */
function runOf({ turn, source }: Fact): readonly string[] {
  return source === undefined ? [] : [`${turn} ${source.block}`]
}

/** A repeated error is shown once, at its last occurrence; an error that a failed check shows is shown there. */
function withoutRepeatedErrors(rows: readonly Row[]): readonly Row[] {
  const isOpen = ({ section, state }: Row): boolean => section === 'errors' && state === 'open'
  const failed = rows.filter(({ section, state }) => section === 'checks' && state === 'failed')
  const ofChecks = new Set(failed.flatMap(({ value }) => value.split('\n')))
  // `--- FAIL: TestA (0.2s)`: the duration differs each time.
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
