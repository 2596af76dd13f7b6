/** The ledger: what was asked, done and decided, each row with the messages that it comes from. */
import type { ComponentChild } from 'preact'
import { useState } from 'preact/hooks'
import type { LedgerRow, LedgerSection } from '../../src/tools/show/session-page.ts'
import { visibleText } from '../parts/visible-text.ts'

interface LedgerPaneProps {
  readonly sections: readonly LedgerSection[]
  readonly active: number | undefined
  readonly onMessage: (message: number) => void
}

/** A section with more rows is folded beyond them. */
const inSight = 12
/** More messages of one row are not listed. */
const maxNumbers = 8

export function LedgerPane({ sections, active, onMessage }: LedgerPaneProps) {
  const rowOf = (row: LedgerRow, index: number) => (
    <LedgerItem key={index} row={row} active={active} onMessage={onMessage} />
  )
  return (
    <section class="pane" id="pane-ledger" aria-label="Ledger">
      <header class="pane-head">
        <h2>Ledger</h2>
        <p>what was asked, done and decided</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too. */}
      <div class="ledger" tabIndex={0}>
        {sections.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>{rows.slice(-inSight).map(rowOf)}</ul>
            {rows.length > inSight ? <Earlier rows={rows.slice(0, -inSight)} rowOf={rowOf} /> : undefined}
          </section>
        ))}
      </div>
    </section>
  )
}

interface EarlierProps {
  readonly rows: readonly LedgerRow[]
  readonly rowOf: (row: LedgerRow, index: number) => ComponentChild
}

/** Rows that are in the document once they are asked for. */
function Earlier({ rows, rowOf }: EarlierProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{rows.length} earlier</summary>
      {isOpen ? <ul>{rows.map(rowOf)}</ul> : undefined}
    </details>
  )
}

interface LedgerItemProps {
  readonly row: LedgerRow
  readonly active: number | undefined
  readonly onMessage: (message: number) => void
}

function LedgerItem({ row, active, onMessage }: LedgerItemProps) {
  const { text, state, note, messages, isSuperseded } = row
  const isActive = active !== undefined && messages.includes(active)
  return (
    <li class={`${isActive ? 'active' : ''}${isSuperseded ? ' superseded' : ''}`}>
      {state === undefined ? undefined : <span class="state">{state}</span>}
      {visibleText(text)}
      {note === undefined ? undefined : <span class="note"> {visibleText(note)}</span>}
      <span class="numbers">
        {messages.slice(-maxNumbers).map(message => (
          <button key={message} type="button" class="number" onClick={() => onMessage(message)}>
            #{message + 1}
          </button>
        ))}
      </span>
    </li>
  )
}
