/** A ledger as a person reads it in a terminal: the requests at the top, open and next steps at the bottom. */
import { styleText } from 'node:util'
import { endingOf } from '../../ledger/ending-of.ts'
import { type Ledger, type Row, type SectionName, sectionTitles, shownIfFilled } from '../../ledger/ledger.ts'
import type { RenderedLedger } from '../../ledger/markdown/render-ledger.ts'
import { belowRoot, usableRoot } from '../../ledger/markdown/root-line.ts'
import { messageRange, noteLabel, numbered, onBranch } from '../../ledger/markdown/row-line.ts'
import { sectionOrder } from '../../ledger/settle/build-ledger.ts'
import { lastEditKey } from '../../ledger/settle/turn-rows.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { terminalLine } from './text-table.ts'

interface DescribedLedger {
  readonly name: string
  readonly transcript: Pick<Transcript, 'agent' | 'cwd'>
  readonly ledger: Ledger
  readonly rendered: RenderedLedger
  readonly width: number
  /** Whether the terminal shows colours. */
  readonly hasColours: boolean
}

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

interface Page {
  readonly paint: Paint
  readonly width: number
  readonly root: string | undefined
}

/** Maximum lines of a long request. */
const maxIntentLines = 6

export function describeLedger(described: DescribedLedger): string {
  const { name, transcript, ledger, rendered, hasColours, width } = described
  // The caller decides about colours, not the environment of the process.
  const paint: Paint = (style, text) =>
    hasColours ? styleText(style, text, { validateStream: false }) : text
  const omitted = new Set(rendered.omitted)
  const rows = ledger.rows.filter(({ state }) => state !== 'hidden')
  const page: Page = { paint, width, root: usableRoot(transcript.cwd, rows) }
  const sections = sectionOrder(ledger.custom).flatMap(section => {
    const own = inReadingOrder(rows.filter(row => row.section === section))
    if (own.length === 0 && shownIfFilled.has(section)) return []
    const shown = own.filter(row => !omitted.has(row))
    const title = paint(['bold', 'cyan'], sectionTitles[section as SectionName] ?? section)
    const more = own.length - shown.length
    const lines =
      shown.length === 0 && more === 0
        ? [paint('dim', '  none')]
        : shown.flatMap(row => (rowLines[row.section] ?? sentenceLines)(row, page))
    const rest = more > 0 ? [paint('dim', `  … and ${formatNumber(more)} more (--all)`)] : []
    return [[`${title}${countsOf(section, own, paint)}`, ...lines, ...rest].join('\n')]
  })
  const facts = [
    transcript.agent,
    formatCount(ledger.turns, 'message'),
    ...(rendered.tokens === undefined ? [] : [`${formatNumber(rendered.tokens)} tokens as markdown`]),
  ]
  return `${paint('bold', name)}\n${paint('dim', facts.join(' · '))}\n\n${sections.join('\n\n')}\n`
}

/** Open rows come before closed ones, and changed files before files that were only read. */
function inReadingOrder(rows: readonly Row[]): readonly Row[] {
  const rank = ({ section, state }: Row): number =>
    section === 'files'
      ? Number(!changedState.test(state))
      : section === 'errors'
        ? Number(state !== 'open')
        : 0
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

const changedState = /created|modified|deleted/

function countsOf(section: string, rows: readonly Row[], paint: Paint): string {
  const count = (word: RegExp): number => rows.filter(({ state }) => word.test(state)).length
  const parts =
    section === 'files'
      ? [`${formatNumber(count(changedState))} changed`, `${formatNumber(rows.length)} touched`]
      : section === 'errors'
        ? [`${formatNumber(count(/^open$/))} open`, `${formatNumber(count(/^resolved$/))} resolved`]
        : []
  return rows.length === 0 || parts.length === 0 ? '' : paint('dim', `  ${parts.join(', ')}`)
}

/** A change is not shown with less room than this, in characters. */
const minRoom = 12

function fileLines(row: Row, { paint, root, width }: Page): readonly string[] {
  const { state, key, value, committedAt } = row
  const [sign, style]: readonly [string, Style] = /deleted$/.test(state)
    ? ['-', 'red']
    : /created/.test(state)
      ? ['+', 'green']
      : /modified/.test(state)
        ? ['~', 'yellow']
        : [' ', 'dim']
  const path = terminalLine(belowRoot(key, root), width)
  const committed = committedAt === undefined ? '' : `, committed ${numbered(committedAt)}${onBranch(row)}`
  const operations = ` (${state}, ${messageRange(row)}${committed})`
  const room = width - 6 - path.length - operations.length
  const changes = value === '' || room < minRoom ? '' : `: ${terminalLine(value, room)}`
  const head = `  ${paint(style, sign)} ${style === 'dim' ? paint('dim', path) : path}`
  return [`${head}${paint('dim', `${operations}${changes}`)}`]
}

const commandSigns: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  ok: ['✓', 'green'],
  finished: ['·', 'dim'],
  rejected: ['–', 'yellow'],
  unknown: ['?', 'dim'],
  passed: ['✓', 'green'],
}

function commandLines(row: Row, page: Page): readonly string[] {
  return runLines(row, page, row.state === 'ok' ? messageRange(row) : `${row.state}, ${messageRange(row)}`)
}

function checkLines(row: Row, page: Page): readonly string[] {
  return runLines(
    row,
    page,
    [row.state, `${messageRange(row)}${onBranch(row)}`, ...(row.note === undefined ? [] : [row.note])].join(
      ', ',
    ),
  )
}

/** The command, its outcome, and the output that shows it. */
function runLines({ state, key, value }: Row, { paint, width }: Page, outcome: string): readonly string[] {
  const [sign, style] = commandSigns[state] ?? ['✗', 'red']
  const room = Math.max(20, width - outcome.length - 7)
  return [
    `  ${paint(style, sign)} ${terminalLine(key, room)} ${paint('dim', `(${outcome})`)}`,
    ...(value === '' ? [] : [`    ${paint('dim', terminalLine(value, width - 4))}`]),
  ]
}

function gitLines(row: Row, { paint, width }: Page): readonly string[] {
  const turns = messageRange(row)
  return [
    `  ${row.key}: ${terminalLine(row.value, width - row.key.length - turns.length - 7)} ${paint('dim', `(${turns})`)}`,
  ]
}

const errorSigns: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  open: ['✗', 'red'],
  resolved: ['✓', 'green'],
}

function errorLines(row: Row, { paint, width }: Page): readonly string[] {
  const last = row.facts.at(-1)
  const [sign, style]: readonly [string, Style] = errorSigns[row.state] ?? ['·', 'dim']
  const source = last?.kind === 'reported' ? 'the user' : terminalLine(last?.about ?? '', width - 20)
  const after = row.note === undefined ? '' : ` after ${terminalLine(row.note, width)}`
  const end = row.state === 'unverified' ? `unverified, changed since: ${row.note}` : `${row.state}${after}`
  return [
    `  ${paint(style, sign)} ${terminalLine(row.value, width - 4)}`,
    `    ${paint('dim', `${source} (${end}, ${messageRange(row)})`)}`,
  ]
}

/** Sections of long texts, which are shown by their ends. */
const spoken: ReadonlySet<string> = new Set(['turns', 'subagents', 'doing'])
const maxSpokenLength = 400

const itemSigns: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  done: ['✓', 'green'],
  active: ['▸', 'yellow'],
  pending: ['○', 'dim'],
  blocked: ['✗', 'red'],
  refused: ['✗', 'red'],
  'not seen': ['○', 'dim'],
  running: ['▸', 'yellow'],
  open: ['?', 'yellow'],
}

function sentenceLines(row: Row, { paint, width }: Page): readonly string[] {
  const { state, value, by, note, supersededBy, amendedBy } = row
  const [sign, style] = itemSigns[state] ?? ['•', 'dim']
  const isIntent = row.section === 'intent'
  const said = spoken.has(row.section) ? endingOf(value, maxSpokenLength) : value
  const lines = wrapText(isIntent ? said.replace(/\n{2,}/g, '\n') : terminalLine(said, 2000), width - 4)
  const shown = isIntent && lines.length > maxIntentLines ? [...lines.slice(0, maxIntentLines), '…'] : lines
  const facts = [
    ...(row.key === lastEditKey ? [`${lastEditKey} ${state}`] : []),
    ...(isIntent || row.section === 'talk' || state === 'last' || state === 'not seen' ? [state] : []),
    by,
    messageRange(row),
    ...(supersededBy === undefined ? [] : [`replaced by ${numbered(supersededBy)}`]),
    ...(amendedBy === undefined ? [] : [`amended by ${numbered(amendedBy)}`]),
  ]
  const label = noteLabel(row).toLowerCase()
  return [
    ...shown.map((line, at) => `  ${at === 0 ? paint(style, sign) : ' '} ${safeLine(line)}`),
    ...(note === undefined ? [] : [`    ${paint('dim', `${label}: ${terminalLine(note, width - 10)}`)}`]),
    `    ${paint('dim', facts.join(', '))}`,
  ]
}

/** Rows of other sections are sentences. */
const rowLines: Readonly<Record<string, (row: Row, page: Page) => readonly string[]>> = {
  files: fileLines,
  commands: commandLines,
  checks: checkLines,
  git: gitLines,
  errors: errorLines,
}

/** Keeps the indentation and replaces control characters. */
function safeLine(line: string): string {
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trimEnd()
}

/** Breaks text into lines of limited length, between words where possible. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= width) {
      current = longer
      continue
    }
    if (current !== '') lines.push(current)
    current = word
    for (; current.length > width; current = current.slice(partLength(current, width)))
      lines.push(current.slice(0, partLength(current, width)))
  }
  return [...lines, current]
}

/** No part ends inside a surrogate pair. */
function partLength(word: string, width: number): number {
  const code = word.charCodeAt(width - 1)
  return code >= 0xd800 && code <= 0xdbff ? width - 1 || 2 : width
}
