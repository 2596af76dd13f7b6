/** The ledger of a session for a page: its rows by section, each with its source messages. */
import { type Ledger, type Row, type SectionName, sectionTitles } from '../../ledger/ledger.ts'
import type { LedgerRow, LedgerSection } from './session-page.ts'

/** Of more rows in a section, the latest are shown. */
const maxRows = 400
const maxText = 2000

export function ledgerSections({ rows }: Ledger): readonly LedgerSection[] {
  const shown = rows.filter(({ state }) => state !== 'hidden')
  return [...Map.groupBy(shown, ({ section }) => section)].map(([section, own]) => ({
    title: sectionTitles[section as SectionName] ?? section,
    rows: own.slice(-maxRows).map(ledgerRow),
  }))
}

const named: ReadonlySet<string> = new Set<SectionName>(['files', 'commands', 'checks', 'git', 'errors'])

function ledgerRow({ section, key, state, value, note, facts, supersededBy }: Row): LedgerRow {
  const text = named.has(section) ? [key, value].filter(part => part !== '').join(': ') : value
  return {
    text: (text === '' ? key : text).slice(0, maxText).toWellFormed(),
    ...(state === '' ? {} : { state }),
    ...(note === undefined ? {} : { note: note.slice(0, maxText).toWellFormed() }),
    messages: [...new Set(facts.map(({ turn }) => turn))].sort((one, other) => one - other),
    ...(supersededBy === undefined ? {} : { isSuperseded: true }),
  }
}
