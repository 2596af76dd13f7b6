/** The ledger as markdown: every section in a fixed order, none silently empty, within a budget of tokens. */
import type { TokenCounter } from '../../types.ts'
import { type Ledger, type Row, type SectionName, sectionTitles, shownIfFilled } from '../ledger.ts'
import { sectionOrder } from '../settle/build-ledger.ts'
import { rootLine, usableRoot } from './root-line.ts'
import { rowLine } from './row-line.ts'
import { byPresent, byTurns, byWorth, protectedWorth, worthOf } from './row-worth.ts'

export interface RenderOptions {
  /** The most that it may cost; the rows that are worth least are left out. @default no limit */
  readonly tokens?: number | undefined
  /** Needed for a budget. */
  readonly counter?: TokenCounter | undefined
  /** The most rows of a section, of those that may be left out: `{}` shows all. @default defaultCaps */
  readonly caps?: Readonly<Record<string, number>> | undefined
  /** The directory that most files are in: named once, and left out of their paths. @default none */
  readonly root?: string | undefined
  /** The handle under which the caller stores what is left out; shown with its count. @default none */
  readonly stored?: string | undefined
  /** The state of the work comes before the files that were changed, and no section takes all the room. @default false */
  readonly isPresentFirst?: boolean | undefined
  /** For a little room: sections take turns, and those without a row share one line at the end. @default false */
  readonly isBrief?: boolean | undefined
}

export interface RenderedLedger {
  readonly text: string
  /** Absent without a counter. */
  readonly tokens?: number
  /** The rows that are not in the text. */
  readonly omitted: readonly Row[]
  /** False where even the headings cost more than the budget. */
  readonly isWithin: boolean
}

/** Rules, open errors and changed files have no cap. */
const defaultCaps: Readonly<Record<string, number>> = {
  files: 40,
  commands: 40,
  errors: 20,
  decisions: 60,
  turns: 40,
  subagents: 20,
  tasks: 60,
  doing: 40,
  state: 40,
  questions: 20,
  next: 30,
}

/** Longer texts are shown by their end: the first limit applies where all rows are shown, the second where room is short. */
const maxTextLength = 1600
const maxShortLength = 500

/** Each row that is shown, with its lines. */
type Shown = Map<Row, string>

export function renderLedger(ledger: Ledger, options: RenderOptions = {}): RenderedLedger {
  const { tokens = Number.POSITIVE_INFINITY, counter, caps = defaultCaps } = options
  const rows = ledger.rows.filter(({ state }) => state !== 'hidden')
  const root = usableRoot(options.root, rows)
  const write = (shown: ReadonlyMap<Row, string>): string =>
    written(ledger, rows, shown, { ...options, root })
  const all: Shown = new Map(
    Array.from(withinCaps(rows, caps), row => [row, rowLine(row, root, maxTextLength)]),
  )
  const fitting =
    counter === undefined || tokens === Number.POSITIVE_INFINITY
      ? { shown: all, text: undefined }
      : withinTokens(all, tokens, counter, write, { ...options, root })
  const text = fitting.text ?? write(fitting.shown)
  const count = counter?.count(text)
  return {
    text,
    ...(count === undefined ? {} : { tokens: count }),
    omitted: rows.filter(row => !fitting.shown.has(row)),
    isWithin: count === undefined || count <= tokens,
  }
}

function withinCaps(rows: readonly Row[], caps: Readonly<Record<string, number>>): ReadonlySet<Row> {
  const shown = new Set(rows)
  const sections = Map.groupBy(
    rows.filter(row => Object.hasOwn(caps, row.section) && worthOf(row) < protectedWorth),
    ({ section }) => section,
  )
  for (const [section, own] of sections) {
    const over = Math.max(0, own.length - (caps[section] as number))
    if (over > 0) for (const row of byWorth(own).slice(0, over)) shown.delete(row)
  }
  return shown
}

interface Fitting {
  readonly shown: ReadonlyMap<Row, string>
  readonly text: string
}

/** No row costs less, so the search ends where less room is left. */
const minRowTokens = 8
/** About the most letters that a token has: a longer row is too large without counting. */
const maxLetters = 8
/** A row that would take more than this of the room that is left is shown in short. */
const maxOfRoom = 0.2
/** Maximum share of the room for the rows of one section; requests and rules are not limited. */
const maxOfSection = 0.35
const boundless: ReadonlySet<string> = new Set(['intent', 'constraints'])

/**
 * Rows are counted one by one, those worth most first, until the room is used up: a long ledger costs what is shown of it.
 * The whole is counted at the end, as tokens may join across lines.
 */
function withinTokens(
  rows: ReadonlyMap<Row, string>,
  tokens: number,
  counter: TokenCounter,
  write: (shown: ReadonlyMap<Row, string>) => string,
  { root, isBrief, isPresentFirst }: Pick<RenderOptions, 'root' | 'isBrief' | 'isPresentFirst'>,
): Fitting {
  const whole = write(rows)
  if (whole.length <= tokens * maxLetters && counter.count(whole) <= tokens)
    return { shown: rows, text: whole }
  const shown: Shown = new Map()
  const headedSections = new Set(isBrief === true ? [] : Array.from(rows.keys(), ({ section }) => section))
  let left = tokens - counter.count(write(shown))
  const ranked = isBrief === true ? byTurns : isPresentFirst === true ? byPresent : byWorth
  const best = ranked(rows.keys()).toReversed()
  const spent = new Map<string, number>()
  // A section of many rows leaves room for the others, and takes what they leave.
  for (const maxTaken of isPresentFirst === true ? [left * maxOfSection, left] : [left])
    for (const row of best) {
      if (left < minRowTokens) break
      const taken = boundless.has(row.section) ? 0 : (spent.get(row.section) ?? 0)
      if (shown.has(row) || taken >= maxTaken) continue
      const heading = headedSections.has(row.section) ? '' : `## ${titleOf(row.section)}\n`
      const costOf = (line: string): number => counter.count(`${heading}${line}\n`)
      let line = rows.get(row) as string
      let cost = costOf(line)
      if (cost > left * maxOfRoom && row.value.length > maxShortLength) {
        line = rowLine(row, root, maxShortLength)
        cost = costOf(line)
      }
      if (cost > left || (taken > 0 && taken + cost > maxTaken)) continue
      left -= cost
      spent.set(row.section, taken + cost)
      shown.set(row, line)
      headedSections.add(row.section)
    }
  for (const least of ranked(shown.keys())) {
    const text = write(shown)
    if (counter.count(text) <= tokens) return { shown, text }
    shown.delete(least)
  }
  return { shown, text: write(shown) }
}

function written(
  ledger: Ledger,
  rows: readonly Row[],
  shown: ReadonlyMap<Row, string>,
  options: RenderOptions,
): string {
  const bySection = Map.groupBy(rows, ({ section }) => section)
  const { root } = options
  const unseen: string[] = []
  const sections = sectionOrder(ledger.custom).flatMap(section => {
    const own = bySection.get(section) ?? []
    const lines = own.flatMap(row => shown.get(row) ?? [])
    const missing = own.length - lines.length + (ledger.omitted[section] ?? 0)
    if (options.isBrief === true && lines.length === 0) {
      if (missing > 0) unseen.push(`${titleOf(section)} ${missing}`)
      return []
    }
    if (lines.length === 0 && missing === 0 && shownIfFilled.has(section)) return []
    if (section === 'files' && lines.length > 0 && root !== undefined) lines.unshift(rootLine(root))
    if (missing > 0) lines.push(moreLine(missing, options.stored))
    return [`## ${titleOf(section)}\n${lines.length === 0 ? 'none' : lines.join('\n')}\n`]
  })
  if (unseen.length > 0) sections.push(`[left out: ${unseen.join(', ')}]\n`)
  return `# Session ledger (${ledger.turns} messages, from #1)\n\n${sections.join('\n')}`
}

function moreLine(missing: number, stored: string | undefined): string {
  return `[${missing} more${stored === undefined ? '' : `, stored: ${stored}`}]`
}

export function titleOf(section: string): string {
  return Object.hasOwn(sectionTitles, section) ? sectionTitles[section as SectionName] : section
}
