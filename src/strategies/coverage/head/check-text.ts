/** The text about one check, and about changes after it. */
import { withoutErrors } from '../../../ledger/facts/run-facts.ts'
import type { Row } from '../../../ledger/ledger.ts'
import { pastedMark } from '../../../ledger/markdown/row-line.ts'
import { readCheckNote } from '../../../ledger/settle/check-note.ts'
import { isDocumentation } from '../../../ledger/settle/documentation.ts'
import { lastEditKey } from '../../../ledger/settle/turn-rows.ts'
import { echoedScript } from '../../../scan/actions/echoed-script.ts'
import { isProjectTask } from '../../../scan/actions/shell/check-kind.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { nameFrom } from '../facts/common-root.ts'
import { cutLine } from './cut-line.ts'
import { failedCheckText } from './failed-check-text.ts'
import { isChangedAfter } from './is-changed-after.ts'

interface CheckForm {
  readonly number: string
  /** The number of the message in which it passed before, where it failed since. */
  readonly passed: string | undefined
  /** Whether it is shown what a failed one printed. */
  readonly showsFailure: boolean
}

/** What is shown of a check, and of a failed one what is shown where room is short. */
interface CheckText {
  readonly text: string
  readonly short?: string
}

/** `npm test failed #12 (last passed #7): 3 failed`, `npm test passed #12: 24 tests` */
export function checkText(
  { key, state, value, by, facts, last }: Row,
  { number, passed, showsFailure }: CheckForm,
): CheckText {
  const written = value.split('\n')
  const lines = written.filter(line => echoedScript(line) === undefined)
  const fact = facts.findLast(({ turn }) => turn === last)
  const said =
    state === 'failed'
      ? showsFailure
        ? cutLine(failedCheckText(lines, fact?.tests ?? []), maxFailure)
        : ''
      : state === 'passed'
        ? // If the check passed, a count is enough.
          cutLine(lines.find(line => count.test(line) && !logged.test(line)) ?? '', 60)
        : cutLine(lines.join(' | '), 200)
  const result = said === '' ? '' : `: ${said.replace(/[.:;,]$/, '')}`
  // What an earlier run printed of its task says what the task runs.
  const before = facts.map(({ text = '' }) => text.split('\n', 1)[0] as string).toReversed()
  const ran = [...written, ...(isProjectTask(key) ? before : [])]
    .map(echoedScript)
    .find(command => command !== undefined && !key.includes(command))
  const called = ran === undefined ? '' : ` (${ran})`
  const command = facts.find(({ turn }) => turn === last)?.typed ?? key
  const pasted = by === 'user' ? pastedMark : ''
  const outcome = states[state] ?? state
  const since = passed === undefined ? '' : ` (last passed ${passed})`
  const short = `\`${commandText(command)}\`${called} ${outcome} ${number}${since}${pasted}`
  return { text: short + result, ...(state === 'failed' && result !== '' && { short }) }
}

const states: Readonly<Record<string, string>> = {
  unknown: 'outcome unknown',
  [withoutErrors]: `ended, ${withoutErrors}`,
}

const maxCommand = 100

/** A long chain is cut around its checks: `… && npm test && …`. */
function commandText(command: string): string {
  const { checks } = readCheck(command)
  const start = command.indexOf(checks[0] ?? '')
  const last = checks.at(-1) ?? ''
  const end = command.lastIndexOf(last) + last.length
  if (command.length <= maxCommand || checks.length === 0 || start < 0 || end <= start)
    return cutLine(command, maxCommand)
  const own = cutLine(command.slice(start, end), maxCommand)
  // A joint is a word of its own.
  const before = start === 0 ? '' : `… ${command.slice(command.lastIndexOf(' ', start - 2) + 1, start)}`
  const joint = /^ \S{1,2}(?= )/.exec(command.slice(end))?.[0]
  return `${before}${own}${joint === undefined || own.endsWith('…') ? '' : `${joint} …`}`
}

const maxFailure = 240

interface Naming {
  readonly root: string | undefined
  /** The number that a message is shown with. */
  readonly numberOf: (turn: number) => number
}

/**
 * `1 file changed since: a.ts` → `src/a.ts changed (#31)`; for several files, or where the file is ambiguous, their number:
 * `3 files changed (last #31)`; `the rebase (#41)` where git replaced the code. Empty where nothing was changed; an edit without
 * an answer may have changed something.
 */
export function changesAfterCheck(check: Row, rows: readonly Row[], { root, numberOf }: Naming): string {
  if (check.note === undefined) return openEdit(check, rows, { root, numberOf })
  const { rewrite, changed } = readCheckNote(check.note)
  const files = changed === '' ? '' : notedEdits(changed, check, rows, { root, numberOf })
  if (rewrite === undefined || check.amendedBy === undefined) return files
  const place = `the ${rewrite} (#${numberOf(check.amendedBy)})`
  return files === '' ? place : `${place} and ${files}`
}

/** `Edit /w/src/a.ts, /w/src/b.ts`, which has no answer → `a.ts, b.ts perhaps changed #12` */
function openEdit(
  { last }: Row,
  rows: readonly Row[],
  { root, numberOf }: Partial<Pick<Naming, 'numberOf'>> & Pick<Naming, 'root'>,
): string {
  const edit = rows.find(row => isOpenEdit(row) && row.last > last)
  const paths = edit?.value.slice(edit.value.indexOf(' ') + 1).split(', ')
  if (edit === undefined || paths === undefined) return ''
  const names = paths.map(path => nameFrom(path, root)).join(', ')
  return `${names} perhaps changed${numberOf === undefined ? '' : ` (#${numberOf(edit.last)})`}`
}

/** `said`: `1 file changed since: a.ts`. */
function notedEdits(said: string, check: Row, rows: readonly Row[], { root, numberOf }: Naming): string {
  const [note = '', name = ''] = said.split(': ', 2)
  const counted = note.replace(/ since$/, '')
  const changed = rows.filter(row => isChangedAfter(row, check.last))
  const lastOf = (some: readonly Row[], mark: string): string => {
    const turns = some.flatMap(row => lastChange(row) ?? [])
    return turns.length === 0 ? '' : ` (${mark}#${numberOf(Math.max(...turns))})`
  }
  const all = `${counted}${lastOf(changed, 'last ')}`
  if (!note.startsWith('1 ') || name === '') return all
  const files = changed.filter(row => fileName(row.key) === fileName(name))
  const [file] = files
  if (file === undefined) return `${fileName(name)} changed`
  return files.length === 1 ? `${nameFrom(file.key, root)} changed${lastOf(files, '')}` : all
}

/** The turn of the last certain change. */
export function lastChange({ facts }: Row): number | undefined {
  return facts.findLast(({ kind, isDoubtful }) => kind !== 'read' && isDoubtful !== true)?.turn
}

/** The same for the error that a command ended with. */
export function changesAfterError(error: Row, rows: readonly Row[], root: string | undefined): string {
  if (error.facts.at(-1)?.kind !== 'failed') return ''
  const files = rows.filter(row => isChangedAfter(row, error.last) && !isDocumentation(row.key))
  const [file] = files
  if (file === undefined) return openEdit(error, rows, { root })
  return `${files.length === 1 ? nameFrom(file.key, root) : `${files.length} files`} changed`
}

/** Whether it is the last edit and has no answer. */
function isOpenEdit({ section, key, state }: Row): boolean {
  return section === 'doing' && key === lastEditKey && state === 'unanswered'
}

/** `2026-03-18 06:42:42 WARN …`: what the tested program writes says nothing of the tests. */
const logged = /^\s{0,8}\d{4}[-/]\d\d[-/]\d\d\b|\b(?:DEBUG|INFO|WARN|WARNING)\b/

const count = /\b\d{1,7} (\w{1,12} )?(?:passed|passing|pass|issues?|errors?|problems?|tests?)(?!\w)/
