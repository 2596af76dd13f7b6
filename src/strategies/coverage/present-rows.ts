/** The rows of a ledger of which a view says something: without those that others say better. */
import type { Row } from '../../ledger/ledger.ts'
import { isChangedFile } from './is-changed-file.ts'

export function presentRows(rows: readonly Row[]): readonly Row[] {
  return withoutScratch(withoutRepeatedErrors(withoutOldChecks(withoutOtherChecks(rows))))
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

/** An error that came back is shown once, where it came last; one that a check which failed shows is shown there. */
function withoutRepeatedErrors(rows: readonly Row[]): readonly Row[] {
  const isOpen = ({ section, state }: Row): boolean => section === 'errors' && state === 'open'
  const ofChecks = new Set(
    rows.flatMap(({ section, state, value }) =>
      section === 'checks' && state === 'failed' ? value.split('\n') : [],
    ),
  )
  const last = new Map<string, Row>()
  for (const row of rows)
    if (isOpen(row) && row.last >= (last.get(row.value)?.last ?? 0)) last.set(row.value, row)
  return rows.filter(
    row =>
      !isOpen(row) ||
      (last.get(row.value) === row && !row.value.split('\n').every(line => ofChecks.has(line))),
  )
}

/** `go test ./pkg/... -run TestA` → `go test`, `mise run lint` → `mise run lint`. */
function programOf(command: string): string {
  return command.match(/^\w[\w:-]{0,40}(?: [a-z][\w:-]{0,40}){0,3}(?= |$)/)?.[0] ?? command
}
