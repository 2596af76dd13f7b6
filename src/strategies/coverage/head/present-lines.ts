/** The state of the work, in a few lines: tasks, checks, git, changed files and open issues. */
import { counted } from '../../../reduce/pieces/counted.ts'
import type { TokenCounter } from '../../../types.ts'
import { isChangedAfter } from './is-changed-after.ts'
import { isRequest } from './is-request.ts'
import {
  type Entry,
  type EntryInput,
  type PresentLine,
  presentEntries,
  taskMarks,
} from './present-entries.ts'

/** In the order in which they are shown, with what each lists; git has entries of different kinds. */
const titles: Readonly<Record<PresentLine, readonly [title: string, thing?: string]>> = {
  tasks: ['Tasks', 'task'],
  checks: ['Checks', 'check'],
  git: ['Git'],
  created: ['Created', 'item'],
  files: ['Changed files', 'file'],
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
  const kept = new Set<Entry>()
  const begun = new Set<string>()
  let left = room
  for (const entry of entries.toSorted((one, other) => other.worth - one.worth)) {
    const heads = [titles[entry.line][0], ...(entry.group === undefined ? [] : [entry.group])]
    const missing = heads.filter(head => !begun.has(head)).map(head => counter.count(`${head}: `))
    const cost = missing.reduce((sum, tokens) => sum + tokens, counter.count(`${entry.text}; `))
    if (cost > left) continue
    kept.add(entry)
    for (const head of heads) begun.add(head)
    left -= cost
  }
  // All files are named before any of their details.
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
    const shown = own.filter(entry => kept.has(entry)).map(entry => ({ ...entry, text: textOf(entry) }))
    if (shown.length === 0) return []
    const unsaid = own.filter(entry => !kept.has(entry))
    const [title, thing] = titles[line]
    const rest = restText(unsaid, thing)
    if (line === 'checks') return checkLines(title, shown, rest)
    const dated = line === 'tasks' || line === 'git' ? ofEarlierRequest(input, line) : ''
    return [`${title}${dated}: ${inGroups(shown).join('; ')}${rest}`]
  })
  return {
    lines,
    checkedBy: new Set([...kept].flatMap(({ checkedBy }) => checkedBy ?? [])),
    isRooted: [...kept].some(({ isRooted }) => isRooted === true),
  }
}

/** `; and 2 more files`, `; and 2 more tasks, done`; empty where the line is not a list of things. */
function restText(unsaid: readonly Entry[], thing: string | undefined): string {
  if (unsaid.length === 0 || thing === undefined) return ''
  const isDone = unsaid.every(({ text }) => text.startsWith(`${taskMarks.done} `))
  const total = unsaid.reduce((sum, { count = 1 }) => sum + count, 0)
  return `; and ${counted(total, `more ${thing}`)}${isDone ? ', done' : ''}`
}

/** Those that hold come first, then those before the last changes: `Checks before a.ts changed #12: npm test passed #5; tsc passed #7`. */
function checkLines(title: string, entries: readonly Entry[], rest: string): readonly string[] {
  const groups = [...Map.groupBy(entries, ({ group = '' }) => group)]
  const ageOf = ([group, own]: (typeof groups)[number]): number =>
    group === '' ? Number.POSITIVE_INFINITY : Math.max(...own.map(({ checkedBy = 0 }) => checkedBy))
  const lines = groups
    .toSorted((one, other) => ageOf(other) - ageOf(one))
    .map(([group, own]) => {
      const texts = own.toSorted((one, other) => Math.floor(other.worth) - Math.floor(one.worth))
      return `${title}${group === '' ? '' : ` ${group}`}: ${texts.map(({ text }) => text).join('; ')}`
    })
  return lines.map((text, at) => (at === lines.length - 1 ? text + rest : text))
}

/** Entries without a group come first. `committed #57: a.ts; b.ts` */
function inGroups(entries: readonly Entry[]): readonly string[] {
  const groups = Map.groupBy(entries, ({ group = '' }) => group)
  const ungrouped = groups.get('') ?? []
  groups.delete('')
  const grouped = Array.from(groups, ([group, own]) => `${group}: ${own.map(({ text }) => text).join('; ')}`)
  return [...ungrouped.map(({ text }) => text), ...grouped]
}

/**
 * ` of an earlier request, as of #46` where the tasks were not updated since the last request; ` as of #46` for what git said
 * before it.
 */
function ofEarlierRequest({ rows, numberOf }: PresentInput, line: 'tasks' | 'git'): string {
  // That no call made a commit is true until the end, and so is what was created.
  const own = rows.filter(
    ({ section, key, state }) =>
      section === line &&
      state !== 'hidden' &&
      (line === 'tasks' || !(key === 'commits' || key === 'created')),
  )
  const last = own.reduce((latest, row) => Math.max(latest, row.last), -1)
  if (own.length === 0) return ''
  const isEarlier = rows.some(row => isRequest(row) && row.last > last)
  // The list may be older than the work.
  const isWorkedOn = line === 'tasks' && rows.some(row => isChangedAfter(row, last))
  if (!(isEarlier || isWorkedOn)) return ''
  return `${isEarlier && line === 'tasks' ? ' of an earlier request,' : ''} as of #${numberOf(last)}`
}
