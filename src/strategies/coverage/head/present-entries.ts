/** Entries about the state of the work, one for each row of the ledger that matters now. */
import type { Row } from '../../../ledger/ledger.ts'
import { onBranch } from '../../../ledger/markdown/row-line.ts'
import { isAsBefore } from '../../../ledger/settle/file-rows.ts'
import { directoriesAbove } from '../../../scan/actions/shell/join-path.ts'
import { nameFrom, pathFromRoot, titleBelowRoot } from '../facts/common-root.ts'
import type { EditPlace } from '../facts/edit-places.ts'
import { isDocumentFile, isTestFile } from '../facts/program-file.ts'
import { changeMark, namesOf } from './changed-file-text.ts'
import { changesWithPlaces } from './changes-with-places.ts'
import { changesAfterCheck, changesAfterError, checkText } from './check-text.ts'
import { cutLine } from './cut-line.ts'
import type { Entry } from './entry.ts'
import { allChanged, gitCount, gitText, gitWorth } from './git-text.ts'
import { isChangedAfter } from './is-changed-after.ts'
import { isChangedFile } from './is-changed-file.ts'
import { isRequest } from './is-request.ts'
import { lastPassed } from './last-passed.ts'
import { missingIn, missingPrograms } from './missing-programs.ts'
import { namedUnchanged } from './named-unchanged.ts'
import { countedCommits, oldCommits } from './old-commits.ts'
import { presentRows, scratch } from './present-rows.ts'
import { nothingRead, type ReadSince, readSince } from './read-since.ts'
import { isDeleted, type SharedFacts, sharedFacts } from './shared-facts.ts'
import { hasRunSince, unrunChecks } from './unrun-checks.ts'

export interface EntryInput {
  readonly rows: readonly Row[]
  /** The number that a message is shown with. */
  readonly numberOf: (turn: number) => number
  readonly root: string | undefined
  /** Whether files that were only read are named. */
  readonly withReads: boolean
  /** Whether files that were changed are shown with the names in them. */
  readonly withNames: boolean
  /** What the edits of a message are in. */
  readonly placesAt: (turn: number) => readonly EditPlace[]
  /** What a person sent with a message, also what they pasted; empty where it is not known. */
  readonly requestAt: (turn: number) => string
  /** Whether the last request has calls and no answer yet. */
  readonly isAtWork: boolean
  /** Whether a call after this turn may have run a check that nothing recognises, or have changed a file. */
  readonly mayHaveChecked: (since: number) => boolean
}

export function presentEntries(input: EntryInput): readonly Entry[] {
  // Committed files are in the order of their commits.
  const rows = presentRows(input.rows).toSorted(
    (one, other) => (one.committedAt ?? -1) - (other.committedAt ?? -1),
  )
  const shared = sharedFacts(rows, input.root, input.requestAt)
  const looked = input.isAtWork ? readSince(rows, shared.lastRequest) : nothingRead
  const own = new Map(
    rows.map(row => [
      row,
      looked.files.has(row) && !isChangedFile(row)
        ? []
        : entryOf(row, input.numberOf(row.last), input, shared),
    ]),
  )
  const shown = rows.filter(row => own.get(row)?.length !== 0)
  const counts = countedCommits(oldCommits(shown, shared), input.numberOf)
  const entries = shown.flatMap(row => counts.get(row) ?? own.get(row) ?? [])
  entries.push(...lookedAt(looked, input))
  const unrun = unrunText(input)
  const unchecked = unrun === '' && isUnchecked(input) ? 'no call ran one' : unrun
  if (unchecked !== '') entries.push({ line: 'checks', worth: 8, text: unchecked, count: 0 })
  entries.push(...unchangedEntries(input))
  if (isUnchanged(input)) entries.push({ line: 'files', worth: 4, text: 'no call changed one', count: 0 })
  const missing = missingPrograms(input.rows, input.numberOf)
  if (missing !== '') entries.push({ line: 'errors', worth: 7, text: missing })
  return entries
}

/** `plan.md (#230)` */
function lookedAt({ files, others }: ReadSince, { numberOf, root }: EntryInput): readonly Entry[] {
  const entries = Array.from(files, ([{ key }, turn]): Entry => {
    const path = pathFromRoot(key, root)
    const text = `${path} (#${numberOf(turn)})`
    return { line: 'looked', worth: 3.4 + turn / 1e9, text, isRooted: path !== key }
  })
  return others === 0 ? entries : [...entries, { line: 'looked', worth: 0, text: '', count: others }]
}

/** `asked for in #2 and not run: `npm test``, for the last request, if files were changed for it. */
function unrunText({ rows, numberOf, requestAt }: EntryInput): string {
  const request = rows.findLast(row => row.section === 'talk' && isRequest(row))
  if (request === undefined || !rows.some(row => isChangedAfter(row, request.last))) return ''
  const checks = unrunChecks(request, requestAt(request.last), rows).map(check => `\`${check}\``)
  return checks.length === 0
    ? ''
    : `asked for in #${numberOf(request.last)} and not run: ${checks.join(', ')}`
}

/** `named in #2 and not changed: b.ts`, for the last request. */
function unchangedEntries({ rows, numberOf, requestAt, root }: EntryInput): readonly Entry[] {
  const request = rows.findLast(row => row.section === 'talk' && isRequest(row))
  if (request === undefined) return []
  const said = namedUnchanged(requestAt(request.last), request.last, rows)
  if (said === '') return []
  // Those that were changed are named from the root, too.
  const names = said.split(', ').map(name => nameFrom(name, root))
  const text = `named in #${numberOf(request.last)} and not changed: ${names.join(', ')}`
  return [{ line: 'files', worth: 3.5, text, count: 0, isRooted: names.join(', ') !== said }]
}

/** Whether a program was changed and nothing that may be a check ran after that. */
function isUnchecked({ rows, mayHaveChecked }: EntryInput): boolean {
  const isOfProgram = ({ key }: Row): boolean =>
    !isDocumentFile(key) && !scratch.test(key) && !ofGit.test(key)
  const changes = rows.filter(row => isChangedFile(row) && isOfProgram(row))
  const first = changes.reduce((least, { first: turn }) => Math.min(least, turn), Number.POSITIVE_INFINITY)
  return changes.length > 0 && !rows.some(({ section }) => section === 'checks') && !mayHaveChecked(first)
}

/** Whether files were read, and no call did more than that. */
function isUnchanged({ rows, mayHaveChecked }: EntryInput): boolean {
  return rows.some(({ section }) => section === 'files') && !rows.some(isChangedFile) && !mayHaveChecked(-1)
}

export const taskMarks: Readonly<Record<string, string>> = {
  done: '[x]',
  active: '[in progress]',
  pending: '[ ]',
}

function entryOf(
  row: Row,
  at: number,
  { rows: allRows, root, withReads, withNames, numberOf, placesAt }: EntryInput,
  shared: SharedFacts,
): readonly Entry[] {
  const { rows, lastRequest, requestBefore, lastTask, isSpokenOf, isNamed } = shared
  const { removed, changed, namesakes, isBuilt, uncommitted } = shared
  const { section, state, value, key, supersededBy } = row
  const number = `#${at}`
  // Among equals the latest comes first.
  const recency = row.last / 1e9
  if (state === 'hidden' || supersededBy !== undefined) return []
  switch (section) {
    case 'tasks': {
      const worth = state === 'done' ? 6 : 10
      const { amendedBy } = row
      // Results show the tasks that were done long ago.
      if (state === 'done' && amendedBy === undefined && lastTask < requestBefore) return []
      const takenBack = amendedBy === undefined ? '' : ` (its edits were taken back #${numberOf(amendedBy)})`
      return [
        { line: 'tasks', worth, text: `${taskMarks[state] ?? `[${state}]`} ${cutLine(value)}${takenBack}` },
      ]
    }
    case 'checks': {
      const worth = (state === 'failed' ? 9 : 8) + recency
      // Checks that no longer apply, or apply to another branch, come after current ones.
      const changes = changesAfterCheck(row, rows, { root, numberOf })
      const since =
        changes === ''
          ? ''
          : ` ${hasRunSince(row, allRows) ? 'without a new result' : 'not run again'} since ${changes}`
      const when = `${row.branch === undefined ? '' : onBranch(row)}${since}`
      // How other code failed two requests ago matters no more.
      const showsFailure = when === '' || row.last > requestBefore
      const passedAt = lastPassed(row, allRows)
      const passed = passedAt === undefined ? undefined : `#${numberOf(passedAt)}`
      const isPasted = row.by === 'user'
      return [
        {
          line: 'checks',
          worth,
          ...checkText(row, { number, passed, showsFailure }),
          outcome: outcomes[state] ?? 'with an unknown outcome',
          ...(isPasted ? {} : { checkedBy: at }),
          ...(when !== '' && { group: when.trimStart() }),
        },
      ]
    }
    case 'git': {
      if (key === 'created') return [createdEntry(row, number, row.last >= requestBefore)]
      const isEarlier = key === 'earlier commits'
      if (isEarlier && row.last < requestBefore) return []
      const text = gitText(row, { rows, root, numberOf, lastRequest })
      const isRooted =
        root !== undefined && text !== gitText(row, { rows, root: undefined, numberOf, lastRequest })
      const short = gitCount(row)
      const worth = isEarlier ? 5 : gitWorth(key)
      return text === ''
        ? []
        : [
            {
              line: 'git',
              worth,
              text,
              isRooted,
              ...(short !== undefined && { short }),
              ...(text.includes(allChanged) && { refersTo: 'files' as const }),
            },
          ]
    }
    case 'files': {
      const path = pathFromRoot(key, root)
      if (ofGit.test(key)) return []
      const isRooted = path !== key
      if (!isChangedFile(row))
        return withReads ? [{ line: 'read', worth: 2 + recency, text: path, isRooted }] : []
      const isGone = isDeleted(row)
      // The deletion of a directory includes its files.
      if (isGone && directoriesAbove(path).some(directory => removed.has(directory))) return []
      // An uncertain edit is shown only for the path that it names.
      if (!isGone && uncertainChange.test(state) && endsIn(row, changed)) return []
      if (state === 'deleted' && isBuilt(row)) return []
      // A file that was created here and deleted again matters only if it was committed.
      if (isGone && state.startsWith('created') && !uncommitted.has(key)) return []
      const names =
        isGone || !withNames || isAsBefore(row)
          ? ''
          : namesOf(
              { ...row, changes: changesWithPlaces(row, placesAt) },
              { isOfCurrentRequest: row.last > lastRequest, isSpokenOf, isNamed },
            )
      // `hooks.go` next to `agent/hooks.go` reads as the same file.
      const name = isRooted && !path.includes('/') && namesakes.has(path) ? `./${path}` : path
      const text = `${name}${changeMark(row, { numberOf, root })}`
      const more = names === '' ? {} : { more: names }
      const { committedAt } = row
      const committed =
        committedAt === undefined ? {} : { group: `committed #${numberOf(committedAt)}${onBranch(row)}` }
      // They are listed only where no other file was changed.
      const group = scratch.test(key) ? { group: 'only in temporary directories' } : committed
      // Files that were committed for an earlier request come after those changed since.
      const isOld = committedAt !== undefined && lastRequest > committedAt
      const isUncertain = uncertainChange.test(state)
      // A test says less about the work than the code that it tests; what may have changed comes after what has.
      const worth = (isOld ? 3 : 4) - (isTestFile(key) ? 0.5 : 0) - (isUncertain ? 0.75 : 0) + recency
      return [{ line: 'files', worth, text, isRooted, ...more, ...group }]
    }
    case 'errors': {
      if (state !== 'open' || missingIn(row) !== undefined) return []
      const changes = changesAfterError(row, rows, root)
      const text = `${errorText(row, root)} (${number})`
      return [{ line: 'errors', worth: 7, text, ...(changes !== '' && { group: `from before ${changes}` }) }]
    }
    case 'questions':
      return [{ line: 'questions', worth: 7, text: `${cutLine(value, 240)} (${number})` }]
    default:
      return []
  }
}

export const failedOutcome = 'that failed'
const outcomes: Readonly<Record<string, string>> = { passed: 'that passed', failed: failedOutcome }

/** `PROJ-12 (#40)`, with its title where room is left for it. */
function createdEntry({ value, last }: Row, number: string, isRecent: boolean): Entry {
  const [name = '', ...title] = value.split(' ')
  const more = title.length === 0 ? {} : { more: `: ${cutLine(title.join(' '))}` }
  return { line: 'created', worth: (isRecent ? 5 : 2.5) + last / 1e9, text: `${name} (${number})`, ...more }
}

/** `read, perhaps modified` */
const uncertainChange = /^(?:read, )?perhaps \w+$/

/** Whether a file was only read, and its path ends with a changed path. */
function endsIn({ key, facts }: Row, changed: ReadonlySet<string>): boolean {
  if (facts.some(({ kind }) => kind !== 'read')) return false
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1))
    if (changed.has(key.slice(at + 1))) return true
  return false
}

/** A refused call is named before the error: `Edit src/a.ts: String to replace not found`. */
function errorText({ key, value, facts }: Row, root: string | undefined): string {
  const said = value.replace(/^<\w{1,40}>/, '')
  const isRefused = facts.at(-1)?.kind === 'refused'
  return cutLine(isRefused ? `${titleBelowRoot(key, root)}: ${said}` : said)
}

/** `.git/index.lock` */
const ofGit = /(?:^|\/)\.git\//
