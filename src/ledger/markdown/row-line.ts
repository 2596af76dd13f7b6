/** One row as it is shown. What this writes, `lineFacts` reads back. */
import { endingOf } from '../ending-of.ts'
import type { Fact, Row } from '../ledger.ts'
import { lastEditKey } from '../settle/turn-rows.ts'
import { writtenState } from '../settle/written-rows.ts'
import { asLines, quoted, quotedCommand } from './line-text.ts'
import { belowRoot } from './root-line.ts'

/** `maxLength`: of a text that is longer only the end is shown. */
export function rowLine(row: Row, root?: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  switch (row.section) {
    case 'files':
      return fileLine(row, root)
    case 'commands':
      return `- ran ${quotedCommand(row.key)} → ${row.state} ${messageRange(row)}${after(row.value)}`
    case 'checks':
      return `- ${row.state} ${messageRange(row)}${row.by === 'user' ? pastedMark : ''}${onBranch(row)} ${quotedCommand(row.key)}${inBrackets(checkNote(row))}${after(row.value)}`
    case 'git':
      return `- ${row.key} ${messageRange(row)}: ${asLines(row.value)}`
    case 'errors':
      return errorLine(row)
    default:
      return sentenceLine(row, maxLength)
  }
}

/** For a check whose output the user pasted. */
export const pastedMark = ' pasted by the user'

/** `#3`, `#3–#40`: the messages that it comes from. */
export function messageRange({ first, last }: Pick<Row, 'first' | 'last'>): string {
  return first === last ? numbered(first) : `${numbered(first)}–${numbered(last)}`
}

/** ` on fix/tax` */
export function onBranch({ branch }: Pick<Row, 'branch'>): string {
  if (branch === undefined) return ''
  return branch === '' ? ` ${onAnother}` : ` on ${quoted(branch, true)}`
}

/** Where no call shows its name. */
const onAnother = 'on another branch'

/** Messages are shown by their number from 1 on, as views do. */
export function numbered(turn: number): string {
  return `#${turn + 1}`
}

function after(value: string): string {
  return value === '' ? '' : `: ${asLines(value)}`
}

function inBrackets(note: string | undefined): string {
  return note === undefined ? '' : ` (${JSON.stringify(note).slice(1, -1)})`
}

/** `rebase since` → `rebase #12 since` */
function checkNote({ note, amendedBy }: Row): string | undefined {
  return amendedBy === undefined ? note : note?.replace(' ', ` ${numbered(amendedBy)} `)
}

function fileLine(row: Row, root: string | undefined): string {
  const { key, state, value, committedAt } = row
  const committed = committedAt === undefined ? '' : `; committed ${numbered(committedAt)}${onBranch(row)}`
  return `- ${quoted(belowRoot(key, root), true)} (${state}; ${messageRange(row)}${committed})${after(value)}`
}

function errorLine(row: Row): string {
  const { kind, about } = row.facts.at(-1) as Fact
  const verb = kind === 'failed' ? 'ran' : kind === 'reported' ? `${row.by} reported` : kind
  const what = kind === 'reported' ? '' : ` ${quotedCommand(about)}`
  const before = row.state === 'unverified' ? 'changed since:' : 'after'
  const note = inBrackets(row.note === undefined ? undefined : `${before} ${row.note}`)
  return `- ${row.state} ${messageRange(row)} ${verb}${what}${note}: ${asLines(row.value)}`
}

function sentenceLine(row: Row, maxLength: number): string {
  const { isCut, isEnd, task, list } = row.facts.at(-1) as Fact
  const value = endingOf(row.value, maxLength)
  const state = row.key === lastEditKey ? `${lastEditKey} ${row.state}` : row.state
  const head = [
    state === '' ? [] : [state],
    [messageRange(row)],
    // Items are the agent's own, and a model's note has no speaker; any other speaker is named.
    isItem(row) || row.state === writtenState ? [] : [row.by],
  ].flat()
  const rest = [
    isCut === true ? ', beginning' : '',
    isEnd === true || value !== row.value ? ', end' : '',
    row.supersededBy === undefined ? '' : `, replaced by ${numbered(row.supersededBy)}`,
    row.amendedBy === undefined ? '' : `, amended by ${numbered(row.amendedBy)}`,
    task === undefined ? '' : ` (task ${task})`,
    list === undefined ? '' : ` (list ${quoted(list, true)})`,
  ]
  const why = row.note === undefined ? '' : `\n  ${noteLabel(row)}: ${asLines(row.note)}`
  const said = value === '' ? '' : ` ${asLines(value)}`
  return `- ${head.join(' ')}${rest.join('')}:${said}${why}`
}

/** What the note of a row says: `Asked`, `Sent`, `Call`, `Task` or `Why`. */
export function noteLabel({ section, state, by, note }: Row): string {
  if (section === 'talk') return talkLabels[state] ?? 'Why'
  if (section === 'subagents') return 'Task'
  return by === 'tool' || note?.endsWith('?') ? 'Asked' : 'Why'
}

const talkLabels: Readonly<Record<string, string>> = { typed: 'Sent', chose: 'Asked', rejected: 'Call' }

const itemStates: ReadonlySet<string> = new Set(['pending', 'active', 'done'])

/** Sections that items of a list are or were shown in. */
const itemSections: ReadonlySet<string> = new Set(['tasks', 'state', 'next'])

export function isItem({ section, state }: Pick<Row, 'section' | 'state'>): boolean {
  return itemSections.has(section) && itemStates.has(state)
}
