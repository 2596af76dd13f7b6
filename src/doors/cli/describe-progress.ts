/** What a ledger has learnt since it was last kept, as a person reads it. */
import { type SectionName, sectionTitles } from '../../ledger/index.ts'
import { ellipsisCut } from '../../scan/grapheme-cut.ts'
import type { ResumeState, StatedLedger } from '../../types.ts'
import { formatCount, formatNumber, table } from './text-table.ts'

const maxShown = 3
const maxLabelLength = 60

interface ShownRow {
  readonly section: string
  readonly key: string
  readonly state: string
  readonly value: string
  readonly last: number
}

export function describeProgress(
  before: ResumeState,
  after: ResumeState | undefined,
  messages: number,
): string {
  const now = after?.ledger ?? before.ledger
  const known = new Map(rowsOf(before.ledger).map(row => [nameOf(row), row]))
  const fresh = rowsOf(now).filter(row => {
    const old = known.get(nameOf(row))
    return old === undefined || old.state !== row.state || old.last !== row.last
  })
  const sections = Map.groupBy(fresh, ({ section }) => section)
  const folded = formatNumber(now.turns - before.ledger.turns)
  return [
    `resumed after message ${before.ledger.turns - 1}; ${folded} since then are in the ledger now, of ${formatCount(messages, 'message')}\n`,
    table(
      Array.from(sections, ([section, rows]) => [
        titleOf(section),
        { right: `${formatNumber(rows.length)} new` },
        rows.toReversed().slice(0, maxShown).map(labelOf).join('; ') + (rows.length > maxShown ? '; …' : ''),
      ]),
    ),
  ].join('')
}

function rowsOf({ rows }: StatedLedger): readonly ShownRow[] {
  return (rows as readonly ShownRow[]).filter(({ state }) => state !== 'hidden')
}

function nameOf({ section, key }: ShownRow): string {
  return `${section} ${key}`
}

function titleOf(section: string): string {
  return Object.hasOwn(sectionTitles, section) ? sectionTitles[section as SectionName] : section
}

/** A file and a command are known by their name, everything else by what was said. */
function labelOf({ section, key, value }: ShownRow): string {
  const label = section === 'files' || section === 'commands' || value === '' ? key : value
  return ellipsisCut(label.slice(0, 400).replace(/\s+/g, ' ').trim(), maxLabelLength)
}
