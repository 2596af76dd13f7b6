/** A session and its views side by side. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageView, SessionPage } from '../../src/tools/show/session-page.ts'
import { formatNumber, formatShare } from '../parts/numbers.ts'
import type { ListHandle } from '../parts/virtual-list.tsx'
import { visibleText } from '../parts/visible-text.ts'
import { DiffPane } from './diff-pane.tsx'
import { LedgerPane } from './ledger-pane.tsx'
import { Pane, wholeMessages } from './pane.tsx'
import { originalRows, type PaneRow, viewRows } from './pane-rows.ts'
import { patternOf } from './search.ts'
import { useServedSession, ViewMaker } from './served-session.tsx'
import { Strip } from './strip.tsx'

const panes = ['original', 'view', 'ledger'] as const
type PaneName = (typeof panes)[number]
const paneNames: Readonly<Record<PaneName, string>> = { original: 'Original', view: 'View', ledger: 'Ledger' }

export function SessionPageView({ data: first }: { readonly data: SessionPage }) {
  const { data, addView, state } = useServedSession(first)
  const { messages, views, marks } = data
  const [chosen, setChosen] = useState(views[0]?.id)
  const [compared, setCompared] = useState('')
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<number>()
  // Keys may come faster than the page is drawn.
  const latest = useRef(0)
  const [at, setAt] = useState(0)
  const [pane, setPane] = useState<PaneName>('view')
  const [hasLedger, setHasLedger] = useState(true)
  const left = useRef<ListHandle>(null)
  const right = useRef<ListHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const view = views.find(({ id }) => id === chosen) ?? views[0]
  const other = views.find(({ id }) => id === compared)
  const pattern = useMemo(() => patternOf(query), [query])
  const original = useMemo(() => originalRows(messages), [messages])
  const shownRows = useMemo(
    () => (view === undefined ? [] : viewRows(view, messages, open)),
    [view, messages, open],
  )
  const heads = useMemo(() => headsOf(original), [original])
  const kept = useMemo(() => keptBy(view), [view])

  const goTo = useCallback(
    (message: number, towards?: PaneName): void => {
      setActive(message)
      setAt(message)
      latest.current = message
      if (towards !== undefined) setPane(towards)
      left.current?.show(heads.get(message) ?? 0)
      const place = rowFor(shownRows, message)
      if (place >= 0) right.current?.show(place)
    },
    [heads, shownRows],
  )
  // Where only one pane is visible, a link switches to the other.
  const toOriginal = (message: number): void => goTo(message, 'original')
  const toView = (message: number): void => goTo(message, 'view')
  const fold = useCallback((key: string): void => {
    setOpen(known => {
      const next = new Set(known)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  const onSeen = useCallback(
    (first: number, last: number): void => {
      // The last messages never reach the top.
      const chosen = heads.get(latest.current) ?? first
      const row = original[chosen >= first && chosen <= last ? chosen : first]
      if (row !== undefined && 'message' in row && row.message !== undefined) setAt(row.message)
    },
    [original, heads],
  )

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
      if (event.key === 'Escape' && isTyping) (event.target as HTMLElement).blur()
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const step = (by: number): void => goTo(Math.min(messages.length - 1, Math.max(0, latest.current + by)))
      const actions: Readonly<Record<string, () => void>> = {
        '/': () => search.current?.focus(),
        j: () => step(1),
        k: () => step(-1),
        v: () =>
          setChosen(known => views[(views.findIndex(({ id }) => id === known) + 1) % views.length]?.id),
        l: () => setHasLedger(known => !known),
      }
      const action = actions[event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [goTo, messages.length, views])

  if (view === undefined) return <p class="nothing">This page holds no view.</p>
  return (
    <div class={`session-page pane-${pane}${hasLedger ? ' with-ledger' : ''}`}>
      <header class="bar">
        <h1>{visibleText(data.name)}</h1>
        <p class="quiet">
          {data.agent}
          {data.model === undefined ? '' : ` · ${visibleText(data.model)}`} · {formatNumber(messages.length)}{' '}
          messages · {formatNumber(data.tokens)} tokens
          {state === undefined ? '' : ` · ${state}`}
        </p>
        <div class="controls" role="toolbar" aria-label="Views and search">
          <label>
            View
            <select value={view.id} onChange={event => setChosen(event.currentTarget.value)}>
              {views.map(each => (
                <option key={each.id} value={each.id}>
                  {`${each.title} (${formatNumber(each.tokens.after)} tokens)`}
                </option>
              ))}
            </select>
          </label>
          <label>
            Compare with
            <select value={compared} onChange={event => setCompared(event.currentTarget.value)}>
              <option value="">nothing</option>
              {views.flatMap(each =>
                each.id === view.id
                  ? []
                  : [
                      <option key={each.id} value={each.id}>
                        {each.title}
                      </option>,
                    ],
              )}
            </select>
          </label>
          <label>
            Search
            <input
              ref={search}
              type="search"
              value={query}
              placeholder="in both"
              onInput={event => setQuery(event.currentTarget.value)}
              onKeyDown={event => {
                if (event.key === 'Enter')
                  for (const button of document.querySelectorAll<HTMLButtonElement>('.find-next'))
                    button.click()
              }}
            />
          </label>
          <button
            type="button"
            class="ledger-switch"
            aria-pressed={hasLedger}
            onClick={() => setHasLedger(known => !known)}
          >
            Ledger
          </button>
          {data.served === undefined ? undefined : (
            <ViewMaker
              served={data.served}
              onView={made => {
                addView(made)
                setChosen(made.id)
              }}
            />
          )}
        </div>
        <Strip messages={messages} marks={marks} kept={kept} at={at} onMessage={goTo} />
        <details class="receipt">
          <summary>{view.receipt[0]}</summary>
          <ul>
            {[...view.receipt.slice(1), ...data.notes].map(sentence => (
              <li key={sentence}>{visibleText(sentence)}</li>
            ))}
            <li>
              Tokens of parts are estimated with {data.counter}. Keys: / searches, j and k go to the next and
              the previous message, v to the next view, l shows the ledger.
            </li>
          </ul>
        </details>
      </header>
      <div
        class="tabs"
        role="tablist"
        aria-label="What is shown"
        onKeyDown={event => {
          const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          const next = by === undefined ? undefined : panes.at((panes.indexOf(pane) + by) % panes.length)
          if (next === undefined) return
          setPane(next)
          document.getElementById(`tab-${next}`)?.focus()
        }}
      >
        {panes.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            tabIndex={pane === name ? 0 : -1}
            aria-selected={pane === name}
            aria-controls={`pane-${name}`}
            onClick={() => setPane(name)}
          >
            {paneNames[name]}
          </button>
        ))}
      </div>
      <main class="panes">
        <Pane
          id="original"
          title="Original"
          about={`${formatNumber(messages.length)} messages; what the view leaves out is pale`}
          rows={original}
          messages={messages}
          view={view}
          pattern={pattern}
          active={active}
          handle={left}
          onMessage={toView}
          onSeen={onSeen}
        />
        {other === undefined ? (
          <Pane
            id="view"
            title="View"
            about={`${view.title}: ${formatNumber(view.tokens.after)} tokens, ${formatShare(view.tokens.after, view.tokens.before)}`}
            rows={shownRows}
            messages={messages}
            pattern={pattern}
            active={active}
            handle={right}
            onMessage={toOriginal}
            onFold={fold}
          />
        ) : (
          <DiffPane
            one={view}
            other={other}
            messages={messages}
            active={active}
            handle={right}
            onMessage={toOriginal}
          />
        )}
        <LedgerPane sections={data.ledger} active={active} onMessage={toOriginal} />
      </main>
      <p class="unseen" role="status">
        {active === undefined ? '' : `Message ${active + 1}`}
      </p>
    </div>
  )
}

/** By message: the row that begins it. */
function headsOf(rows: readonly PaneRow[]): ReadonlyMap<number, number> {
  return new Map(rows.flatMap((row, index) => (row.type === 'head' ? [[row.message, index] as const] : [])))
}

/** The first row of a message in the view, or the band that holds it; -1 where it is in neither. */
function rowFor(rows: readonly PaneRow[], message: number): number {
  const own = rows.findIndex(row => (row.type === 'head' || row.type === 'text') && row.message === message)
  return own >= 0
    ? own
    : rows.findIndex(row => row.type === 'gap' && row.first <= message && message <= row.last)
}

function keptBy(view: PageView | undefined): (message: number) => 'whole' | 'part' | 'none' {
  if (view === undefined) return () => 'none'
  const whole = wholeMessages(view.rows)
  return message => (whole.has(message) ? 'whole' : view.shown[message] === undefined ? 'none' : 'part')
}
