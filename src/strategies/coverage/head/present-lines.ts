/** The state of the work, in a few lines: tasks, checks, git, changed files and open issues. */
import type { Row } from '../../../ledger/ledger.ts'
import { counted } from '../../../reduce/pieces/counted.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import type { TokenCounter } from '../../../types.ts'
import { lastChange } from './check-text.ts'
import type { Entry, PresentLine } from './entry.ts'
import { isInferred } from './git-text.ts'
import { isChangedAfter } from './is-changed-after.ts'
import { isRequest } from './is-request.ts'
import { type EntryInput, failedOutcome, presentEntries, taskMarks } from './present-entries.ts'

/** In the order in which they are shown, with what each lists; git has entries of different kinds. */
const titles: Readonly<Record<PresentLine, readonly [title: string, thing?: string]>> = {
  tasks: ['Tasks', 'task'],
  checks: ['Checks', 'check'],
  git: ['Git'],
  created: ['Created', 'item'],
  files: ['Changed files', 'file'],
  looked: ['Last read', 'file'],
  read: ['Files read', 'file'],
  errors: ['Open errors', 'error'],
  questions: ['Open questions', 'question'],
}

const lineNames = Object.keys(titles) as readonly PresentLine[]

export interface PresentInput extends EntryInput {
  readonly counter: Pick<TokenCounter, 'count'>
  /** Tokens for all lines. */
  readonly room: number
}

export interface PresentLines {
  /** Empty where there is nothing to say or no room for it. */
  readonly lines: readonly string[]
  /** The numbers of the results that show how these checks ended. */
  readonly checkedBy: ReadonlySet<number>
  /** They name files relative to the root. */
  readonly isRooted: boolean
}

export function presentLines(input: PresentInput): PresentLines {
  const { counter, room } = input
  const entries = presentEntries(input)
  const kept = new Map<Entry, string>()
  const begun = new Set<string>()
  // A check that failed is named before all else.
  const reserved = new Map(
    entries.filter(isFailedCheck).map(entry => [entry, counter.count(`${entry.short ?? entry.text}; `)]),
  )
  let left = reserved.values().reduce((rest, tokens) => rest - tokens, room)
  for (const entry of entries.toSorted((one, other) => other.worth - one.worth)) {
    left += reserved.get(entry) ?? 0
    if (entry.text === '') continue
    const heads = [titles[entry.line][0], ...(entry.group === undefined ? [] : [entry.group])]
    const missing = heads.filter(head => !begun.has(head)).map(head => counter.count(`${head}: `))
    const headCost = missing.reduce((sum, tokens) => sum + tokens, 0)
    for (const text of [entry.text, ...(entry.short === undefined ? [] : [entry.short])]) {
      const cost = headCost + counter.count(`${text}; `)
      if (cost > left) continue
      kept.set(entry, text)
      for (const head of heads) begun.add(head)
      left -= cost
      break
    }
  }
  // All files are named before any of their details.
  const whole = new Set<Entry>()
  for (const entry of kept.keys()) {
    const cost = entry.more === undefined ? 0 : counter.count(entry.more)
    if (cost > left) continue
    whole.add(entry)
    left -= cost
  }
  const fits = (text: string): boolean => {
    const cost = counter.count(text)
    if (cost > left) return false
    left -= cost
    return true
  }
  const hasLine = (line: PresentLine): boolean => entries.some(each => each.line === line && kept.has(each))
  for (const entry of kept.keys()) {
    const { refersTo, short } = entry
    if (refersTo !== undefined && short !== undefined && !hasLine(refersTo)) kept.set(entry, short)
  }
  const lines = lineNames.flatMap(line => {
    const own = entries.filter(entry => entry.line === line)
    const shown = own.flatMap(entry => {
      const text = kept.get(entry)
      return text === undefined
        ? []
        : [{ ...entry, text: whole.has(entry) ? text + (entry.more ?? '') : text }]
    })
    const unsaid = own.filter(entry => !kept.has(entry))
    const [title, thing] = titles[line]
    if (line === 'checks') return checkLines(title, shown, unsaid, fits)
    if (shown.length === 0) return unshownLines(line, unsaid).filter(fits)
    const rest = restText(unsaid, thing)
    const dated = line === 'tasks' || line === 'git' ? ofEarlierRequest(input, line) : ''
    return [`${title}${dated}: ${inGroups(shown).join('; ')}${rest}`]
  })
  return {
    lines,
    checkedBy: new Set([...kept.keys()].flatMap(({ checkedBy }) => checkedBy ?? [])),
    isRooted: [...kept.keys()].some(({ isRooted }) => isRooted === true),
  }
}

function isFailedCheck({ line, outcome }: Entry): boolean {
  return line === 'checks' && outcome === failedOutcome
}

/** `; and 2 more files`, `; and 2 more tasks, done`; empty where the line is not a list of things. */
function restText(unsaid: readonly Entry[], thing: string | undefined): string {
  const total = countOf(unsaid)
  if (total === 0 || thing === undefined) return ''
  const isDone = unsaid.every(({ text }) => text.startsWith(`${taskMarks.done} `))
  return `; and ${counted(total, `more ${thing}`)}${isDone ? ', done' : ''}`
}

/** `Changed files: 3, not named here`: nothing of the line has room, but it is not empty. */
function unshownLines(line: PresentLine, unsaid: readonly Entry[]): readonly string[] {
  const total = countOf(unsaid)
  const isList = titles[line][1] !== undefined && line !== 'read' && line !== 'looked'
  return total > 0 && isList ? [`${titles[line][0]}: ${total}, not named here`] : []
}

function countOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { count = 1 }) => sum + count, 0)
}

/**
 * Those that hold come first, then those before the last changes: `Checks not run again since a.ts changed (#12): npm test passed #5;
 * and 2 more that passed`.
 */
function checkLines(
  title: string,
  shown: readonly Entry[],
  unsaid: readonly Entry[],
  fits: (text: string) => boolean,
): readonly string[] {
  const groups = [...Map.groupBy(shown, groupOf)]
  const ageOf = ([group, own]: (typeof groups)[number]): number =>
    group === '' ? Number.POSITIVE_INFINITY : Math.max(...own.map(({ checkedBy = 0 }) => checkedBy))
  const more = Map.groupBy(unsaid.filter(isCheck), groupOf)
  const lines = groups
    .toSorted((one, other) => ageOf(other) - ageOf(one))
    .map(([group, own]) => {
      const texts = own.toSorted((one, other) => Math.floor(other.worth) - Math.floor(one.worth))
      const rest = more.get(group)
      more.delete(group)
      const counts = rest === undefined ? [] : [`and ${outcomesText(rest, 'more ')}`]
      return `${title}${group === '' ? '' : ` ${group}`}: ${[...texts.map(({ text }) => text), ...counts].join('; ')}`
    })
  const current = more.get('') ?? []
  const earlier = [...more].flatMap(([group, own]) => (group === '' ? [] : own))
  const counts = (name: string, own: readonly Entry[]): readonly string[] =>
    own.length === 0 ? [] : [`${name}: ${outcomesText(own)}`].filter(fits)
  return [...counts(title, current), ...lines, ...counts(`Earlier ${title.toLowerCase()}`, earlier)]
}

function groupOf({ group = '' }: Entry): string {
  return group
}

function isCheck({ outcome }: Entry): boolean {
  return outcome !== undefined
}

/** `2 more that passed, 1 that failed` */
function outcomesText(checks: readonly Entry[], more = ''): string {
  const counts = [...Map.groupBy(checks, ({ outcome }) => outcome)].map(
    ([outcome, own], at) => `${own.length} ${at === 0 ? more : ''}${outcome}`,
  )
  return counts.join(', ')
}

/** Entries without a group come first. `committed #57: a.ts; b.ts` */
function inGroups(entries: readonly Entry[]): readonly string[] {
  const groups = Map.groupBy(entries, groupOf)
  const ungrouped = groups.get('') ?? []
  groups.delete('')
  const grouped = Array.from(groups, ([group, own]) => `${group}: ${own.map(({ text }) => text).join('; ')}`)
  return [...ungrouped.map(({ text }) => text), ...grouped]
}

/** Which pull request it is stays true, and so does what follows from the calls alone. */
function isLasting(row: Row, rows: readonly Row[]): boolean {
  return row.key === 'pull request' || row.key === 'issue' || isInferred(row, rows)
}

/**
 * ` of an earlier request, as of #46` where the tasks were not updated since the last request; ` as of #46, before a.ts changed (#50)`
 * where they may be done since; ` as of #46` for what git said before it.
 */
function ofEarlierRequest({ rows, numberOf }: PresentInput, line: 'tasks' | 'git'): string {
  // That no call made a commit is true until the end, and so is what was created.
  const own = rows.filter(
    ({ section, key, state }) =>
      section === line &&
      state !== 'hidden' &&
      (line === 'tasks' || !(key === 'commits' || key === 'created')),
  )
  if (line === 'git' && own.every(row => isLasting(row, rows))) return ''
  const last = own.reduce((latest, row) => Math.max(latest, row.last), -1)
  if (own.length === 0) return ''
  const isEarlier = rows.some(row => isRequest(row) && row.last > last)
  const asOf = ` as of #${numberOf(last)}`
  if (line === 'git') return isEarlier ? asOf : ''
  if (isEarlier) return ` of an earlier request,${asOf}`
  // The list may be older than the work.
  const changed = rows.filter(row => isChangedAfter(row, last))
  return changed.length === 0 ? '' : `${asOf}, before ${changesText(changed, numberOf)}`
}

/** `a.ts changed (#50)`, `2 files changed (last #50)` */
function changesText(files: readonly Row[], numberOf: PresentInput['numberOf']): string {
  const [file] = files
  const turns = files.flatMap(file => lastChange(file) ?? [])
  const last = turns.length === 0 ? '' : `#${numberOf(Math.max(...turns))}`
  const isOne = files.length === 1 && file !== undefined
  const place = last === '' ? '' : ` (${isOne ? '' : 'last '}${last})`
  return `${isOne ? fileName(file.key) : `${files.length} files`} changed${place}`
}
