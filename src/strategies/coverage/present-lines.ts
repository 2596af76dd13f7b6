/** The state of the work, in a few lines: tasks, checks, git, changed files and what is open. */
import type { Row } from '../../ledger/ledger.ts'
import { onBranch } from '../../ledger/markdown/row-line.ts'
import { isAsBefore } from '../../ledger/settle/file-rows.ts'
import { holds } from '../../measure/probes/atoms.ts'
import { counted } from '../../reduce/content/counted.ts'
import type { TokenCounter } from '../../types.ts'
import { changeMark, namesOf } from './changed-file-text.ts'
import { beforeChange, beforeLaterEdits, checkText } from './check-text.ts'
import { cutLine } from './cut-line.ts'
import { baseName, belowRoot, fromRoot } from './digest/common-root.ts'
import { isDocumentFile, isTestFile } from './digest/program-file.ts'
import { gitText } from './git-text.ts'
import { isChangedFile } from './is-changed-file.ts'
import { missingIn, missingPrograms } from './missing-programs.ts'
import { presentRows, scratch } from './present-rows.ts'

/** One thing to say; of a line those of the least worth are left out first. */
interface Entry {
  readonly line: keyof typeof titles
  readonly worth: number
  readonly text: string
  /** How many things it stands for, where they are several. */
  readonly count?: number
  /** The number of the answer that shows how a check came out. */
  readonly checkedBy?: number
  /** It names a file from the root on. */
  readonly isRooted?: boolean
  /** What is said behind it where room is left for it. */
  readonly more?: string
  /** What holds for it and for those beside it: `committed #57`, `on fix/tax`. */
  readonly group?: string
}

/** In the order in which they are shown. */
const titles = {
  tasks: 'Tasks',
  checks: 'Checks',
  git: 'Git',
  files: 'Changed files',
  read: 'Files read',
  errors: 'Open errors',
  questions: 'Open questions',
} as const

/** What each is a list of; git says things of different kinds. */
const things: Readonly<Partial<Record<keyof typeof titles, string>>> = {
  tasks: 'task',
  checks: 'check',
  files: 'file',
  read: 'file',
  errors: 'error',
  questions: 'question',
}

const lineNames = Object.keys(titles) as readonly (keyof typeof titles)[]

export interface PresentInput {
  readonly rows: readonly Row[]
  /** The number by which a message is shown. */
  readonly numberOf: (turn: number) => number
  readonly counter: Pick<TokenCounter, 'count'>
  /** Tokens for all lines. */
  readonly room: number
  readonly root: string | undefined
  /** Whether files that were only read are named. */
  readonly withReads: boolean
  /** Whether files that were changed are shown with the names in them. */
  readonly withNames: boolean
}

export interface PresentLines {
  /** Empty where there is nothing to say or no room for it. */
  readonly lines: readonly string[]
  /** The numbers of the answers that show how the checks in them came out. */
  readonly checkedBy: ReadonlySet<number>
  /** They name files from the root on. */
  readonly isRooted: boolean
}

export function presentLines(input: PresentInput): PresentLines {
  const { counter, room } = input
  const known = presentRows(input.rows)
  // What was committed comes in the order of the commits.
  const rows = known.toSorted((one, other) => (one.committedAt ?? -1) - (other.committedAt ?? -1))
  const shared = sharedFacts(rows)
  const own = new Map(rows.map(row => [row, entryOf(row, input.numberOf(row.last), input, shared)]))
  const said = rows.filter(row => own.get(row)?.length !== 0)
  const counts = countedCommits(oldCommits(said, shared), input.numberOf)
  const entries = said.flatMap(row => counts.get(row) ?? own.get(row) ?? [])
  if (isUnchecked(input.rows)) entries.push({ line: 'checks', worth: 8, text: 'none was run' })
  const missing = missingPrograms(input.rows, input.numberOf)
  if (missing !== '') entries.push({ line: 'errors', worth: 7, text: missing })
  const kept = new Set<Entry>()
  const begun = new Set<string>()
  let left = room
  for (const entry of entries.toSorted((one, other) => other.worth - one.worth)) {
    const heads = [titles[entry.line], ...(entry.group === undefined ? [] : [entry.group])]
    const missing = heads.filter(head => !begun.has(head)).map(head => counter.count(`${head}: `))
    const cost = missing.reduce((sum, tokens) => sum + tokens, counter.count(`${entry.text}; `))
    if (cost > left) continue
    kept.add(entry)
    for (const head of heads) begun.add(head)
    left -= cost
  }
  // Each file is named before the names in any of them.
  const whole = new Set<Entry>()
  for (const entry of kept) {
    const cost = entry.more === undefined ? 0 : counter.count(entry.more)
    if (cost > left) continue
    whole.add(entry)
    left -= cost
  }
  const textOf = (entry: Entry): string =>
    whole.has(entry) ? `${entry.text}${entry.more ?? ''}` : entry.text
  const lines = lineNames.flatMap(line => {
    const own = entries.filter(entry => entry.line === line)
    const shown = inGroups(
      own.filter(entry => kept.has(entry)).map(entry => ({ ...entry, text: textOf(entry) })),
    )
    if (shown.length === 0) return []
    const unsaid = own.filter(entry => !kept.has(entry))
    const isDated = line === 'tasks' || line === 'git'
    const title = isDated ? titles[line] + ofEarlierRequest(input, line) : titles[line]
    return [`${title}: ${shown.join('; ')}${restText(unsaid, things[line])}`]
  })
  return {
    lines,
    checkedBy: new Set([...kept].flatMap(({ checkedBy }) => checkedBy ?? [])),
    isRooted: [...kept].some(({ isRooted }) => isRooted === true),
  }
}

/** `; and 2 more files`, `; and 2 more tasks, done`; nothing where what is left is no list of things. */
function restText(unsaid: readonly Entry[], thing: string | undefined): string {
  if (unsaid.length === 0 || thing === undefined) return ''
  const isDone = unsaid.every(({ text }) => text.startsWith(`${marks.done} `))
  const total = unsaid.reduce((sum, { count = 1 }) => sum + count, 0)
  return `; and ${counted(total, `more ${thing}`)}${isDone ? ', done' : ''}`
}

/** Those of no group first; a group is named once, before the first of it. */
function inGroups(entries: readonly Entry[]): readonly string[] {
  const groups = Map.groupBy(entries, ({ group = '' }) => group)
  const alone = groups.get('') ?? []
  groups.delete('')
  const named = Array.from(groups, ([group, own]) =>
    own.map(({ text }, at) => (at === 0 ? `${group}: ${text}` : text)),
  )
  return [...alone.map(({ text }) => text), ...named.flat()]
}

/** Whether a program was changed and no command at all came after. */
function isUnchecked(rows: readonly Row[]): boolean {
  const isOfProgram = ({ key }: Row): boolean =>
    !isDocumentFile(key) && !scratch.test(key) && !ofGit.test(key)
  const changes = rows.filter(row => isChangedFile(row) && isOfProgram(row))
  const first = changes.reduce((least, { first: turn }) => Math.min(least, turn), Number.POSITIVE_INFINITY)
  return (
    changes.length > 0 &&
    !rows.some(({ section, last }) => section === 'checks' || (section === 'commands' && last > first))
  )
}

/** ` of an earlier request, as of #46` where nobody came back to the list since the last one; ` as of #46` of what git said before it. */
function ofEarlierRequest({ rows, numberOf }: PresentInput, line: 'tasks' | 'git'): string {
  // That no call shows a commit holds until the end.
  const own = rows.filter(({ section, key }) => section === line && (line === 'tasks' || key !== 'commits'))
  const last = own.reduce((latest, row) => Math.max(latest, row.last), -1)
  if (own.length === 0) return ''
  const isEarlier = rows.some(row => isRequest(row) && row.last > last)
  // The list may lag behind the work.
  const isWorkedOn = line === 'tasks' && rows.some(row => isChangedFile(row) && row.last > last)
  if (!(isEarlier || isWorkedOn)) return ''
  return `${isEarlier && line === 'tasks' ? ' of an earlier request,' : ''} as of #${numberOf(last)}`
}

/** What a person typed, or the prompt of a command that they called. */
function isRequest({ section, state, key }: Row): boolean {
  return (section === 'talk' && state === 'typed') || (section === 'intent' && key === 'prompted')
}

const marks: Readonly<Record<string, string>> = { done: '[x]', active: '[in progress]', pending: '[ ]' }

function entryOf(
  row: Row,
  at: number,
  { root, withReads, withNames, numberOf }: PresentInput,
  { rows, lastRequest, requestBefore, lastTask, uncommitted, isSpokenOf }: SharedFacts,
): readonly Entry[] {
  const { section, state, value, key, supersededBy } = row
  const number = `#${at}`
  // Of equals the latest comes first.
  const recency = row.last / 1e9
  if (state === 'hidden' || supersededBy !== undefined) return []
  switch (section) {
    case 'tasks': {
      const worth = state === 'done' ? 6 : 10
      const { amendedBy } = row
      // What was done long ago is in what came of it.
      if (state === 'done' && amendedBy === undefined && lastTask < requestBefore) return []
      const takenBack = amendedBy === undefined ? '' : ` (its edits were taken back #${numberOf(amendedBy)})`
      return [{ line: 'tasks', worth, text: `${marks[state] ?? `[${state}]`} ${cutLine(value)}${takenBack}` }]
    }
    case 'checks': {
      const worth = (state === 'failed' ? 9 : 8) + recency
      // What no longer holds, or holds elsewhere, comes behind what holds here and now.
      const parts = [
        row.branch === undefined ? '' : onBranch(row).trimStart(),
        beforeChange(row, rows, { root, numberOf }),
      ]
      const group = parts.filter(part => part !== '').join(', ')
      const text = checkText(row, number)
      const isPasted = row.by === 'user'
      return [
        {
          line: 'checks',
          worth,
          text,
          ...(isPasted ? {} : { checkedBy: at }),
          ...(group !== '' && { group }),
        },
      ]
    }
    case 'git': {
      const text = gitText(row, { rows, root, numberOf })
      return text === '' ? [] : [{ line: 'git', worth: 9, text }]
    }
    case 'files': {
      const path = fromRoot(key, root)
      if (ofGit.test(key)) return []
      const isRooted = path !== key
      if (!isChangedFile(row))
        return withReads ? [{ line: 'read', worth: 2 + recency, text: path, isRooted }] : []
      const isGone = /(?<!perhaps )deleted$/.test(state)
      // What was made here and is gone again leaves nothing to know, unless it was committed.
      if (isGone && state.startsWith('created') && !uncommitted.has(key)) return []
      const names =
        isGone || !withNames || isAsBefore(row)
          ? ''
          : namesOf(row, { isOfNow: row.last > lastRequest, isSpokenOf })
      const text = `${path}${changeMark(row, names === '', numberOf)}`
      const more = names === '' ? {} : { more: names }
      const { committedAt } = row
      const group =
        committedAt === undefined ? {} : { group: `committed #${numberOf(committedAt)}${onBranch(row)}` }
      // What was committed for an earlier request gives way to what was changed since.
      const isOld = committedAt !== undefined && lastRequest > committedAt
      // A test says less of the work than what it tests.
      const worth = (isOld ? 3 : 4) - (isTestFile(key) ? 0.5 : 0) + recency
      return [{ line: 'files', worth, text, isRooted, ...more, ...group }]
    }
    case 'errors': {
      if (state !== 'open' || missingIn(row) !== undefined) return []
      const group = beforeLaterEdits(row, rows, root)
      const text = `${errorText(row, root)} (${number})`
      return [{ line: 'errors', worth: 7, text, ...(group !== '' && { group }) }]
    }
    case 'questions':
      return [{ line: 'questions', worth: 7, text: `${cutLine(value, 240)} (${number})` }]
    default:
      return []
  }
}

/** Files that were committed two requests ago or on another branch, several of a branch: their number says enough. */
function oldCommits(
  rows: readonly Row[],
  { requestBefore, isSpokenOf }: SharedFacts,
): readonly (readonly Row[])[] {
  const old = rows.filter(
    row =>
      isChangedFile(row) &&
      row.committedAt !== undefined &&
      (row.branch !== undefined || row.committedAt < requestBefore) &&
      !isSpokenOf(baseName(row.key)),
  )
  return [...Map.groupBy(old, onBranch).values()].filter(({ length }) => length > 1)
}

/** `committed #41 to #80 on fix/tax: 4 files` in the place of the first of them, nothing in that of the others. */
function countedCommits(
  branches: readonly (readonly Row[])[],
  numberOf: (turn: number) => number,
): ReadonlyMap<Row, readonly Entry[]> {
  const entriesOf = (own: readonly Row[]): readonly Entry[] => {
    const turns = own.map(({ committedAt = 0 }) => numberOf(committedAt))
    const [first, last] = [Math.min(...turns), Math.max(...turns)]
    const when = first === last ? `#${first}` : `#${first} to #${last}`
    const group = `committed ${when}${onBranch(own[0] as Row)}`
    const { length: count } = own
    return [{ line: 'files', worth: 3, text: counted(count, 'file'), count, group }]
  }
  return new Map(
    branches.flatMap(own => own.map((row, at) => [row, at === 0 ? entriesOf(own) : []] as const)),
  )
}

/** What is asked of all rows for many of them. */
interface SharedFacts {
  readonly rows: readonly Row[]
  readonly lastRequest: number
  readonly requestBefore: number
  /** The latest word on any task. */
  readonly lastTask: number
  /** Files that git sees a change of. */
  readonly uncommitted: ReadonlySet<string>
  /** Whether the last request, a check that failed or an open error names it. */
  readonly isSpokenOf: (name: string) => boolean
}

function sharedFacts(rows: readonly Row[]): SharedFacts {
  const changes = rows.find(({ section, key }) => section === 'git' && key === 'uncommitted')
  const lastOf = (is: (row: Row) => boolean): number =>
    rows.filter(is).reduce((latest, { last }) => Math.max(latest, last), -1)
  const lastRequest = lastOf(isRequest)
  const requestBefore = lastOf(row => isRequest(row) && row.last < lastRequest)
  const spoken = rows
    .filter(
      row =>
        (row.section === 'checks' && row.state === 'failed') ||
        (row.section === 'errors' && row.state === 'open') ||
        (isRequest(row) && row.last === lastRequest),
    )
    .map(({ value }) => value)
    .join('\n')
  return {
    rows,
    lastRequest,
    requestBefore,
    lastTask: lastOf(({ section }) => section === 'tasks'),
    uncommitted: new Set(changes?.value.split(', ')),
    isSpokenOf: name => holds(spoken, name),
  }
}

/** What was refused is said with what refused it: `Edit src/a.ts: String to replace not found`. */
function errorText({ key, value, facts }: Row, root: string | undefined): string {
  const said = value.replace(/^<\w{1,40}>/, '')
  const isRefused = facts.at(-1)?.kind === 'refused'
  return cutLine(isRefused ? `${belowRoot(key, root)}: ${said}` : said)
}

/** `.git/index.lock` */
const ofGit = /(?:^|\/)\.git\//
