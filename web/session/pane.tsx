/** One side of the page: a heading, what was found in it, and its rows. */
import type { RefObject } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { PageMessage, PageSpeaker, PageView } from '../../src/tools/show/session-page.ts'
import { formatNumber } from '../parts/numbers.ts'
import { type ListHandle, VirtualList } from '../parts/virtual-list.tsx'
import { MarkedText } from './marked-text.tsx'
import { estimateRow, type PaneRow, type TextSlice } from './pane-rows.ts'
import { matchesIn } from './search.ts'

interface PaneProps {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly rows: readonly PaneRow[]
  readonly messages: readonly PageMessage[]
  /** Set on the side of the original: what the view shows of each message. */
  readonly view?: PageView | undefined
  readonly pattern: RegExp | undefined
  readonly active: number | undefined
  readonly handle: RefObject<ListHandle | null>
  readonly onMessage: (message: number) => void
  readonly onFold?: (key: string) => void
  readonly onSeen?: (first: number, last: number) => void
}

const keyOf = (row: PaneRow): string => row.key

export function Pane(props: PaneProps) {
  const { id, title, about, rows, pattern, handle, onSeen } = props
  return (
    <section class="pane" id={`pane-${id}`} aria-label={title}>
      <header class="pane-head">
        <h2>{title}</h2>
        <p>{about}</p>
        <Finder rows={rows} pattern={pattern} handle={handle} where={title} />
      </header>
      <VirtualList
        rows={rows}
        keyOf={keyOf}
        estimate={estimateRow}
        label={title}
        handle={handle}
        onSeen={onSeen}
      >
        {row => <Row row={row} {...props} />}
      </VirtualList>
    </section>
  )
}

interface FinderProps {
  readonly rows: readonly PaneRow[]
  readonly pattern: RegExp | undefined
  readonly handle: RefObject<ListHandle | null>
  readonly where: string
}

/** Steps through what was found. */
function Finder({ rows, pattern, handle, where }: FinderProps) {
  const found = useMemo(() => matchesIn(rows, pattern), [rows, pattern])
  const [at, setAt] = useState(-1)
  useEffect(() => setAt(-1), [pattern])
  if (pattern === undefined) return undefined
  const go = (step: number): void => {
    if (found.length === 0) return
    const next = (at + step + found.length) % found.length
    setAt(next)
    const row = found[next]?.row
    if (row !== undefined) handle.current?.show(row)
  }
  return (
    <p class="finder">
      <span role="status">
        {found.length === 0
          ? 'not found'
          : at < 0
            ? `${formatNumber(found.length)} found`
            : `${formatNumber(at + 1)} of ${formatNumber(found.length)}`}
      </span>
      <button
        type="button"
        disabled={found.length === 0}
        aria-label={`Previous in ${where}`}
        onClick={() => go(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="find-next"
        disabled={found.length === 0}
        aria-label={`Next in ${where}`}
        onClick={() => go(1)}
      >
        ↓
      </button>
    </p>
  )
}

function Row(props: PaneProps & { readonly row: PaneRow }) {
  const { row, messages, active, onMessage, onFold } = props
  switch (row.type) {
    case 'role':
      return (
        <h3 class="role">
          Message {row.number} of the view <span>{row.role}</span>
        </h3>
      )
    case 'head':
      return (
        <MessageHead
          {...row}
          message={row.message}
          messages={messages}
          active={active}
          onMessage={onMessage}
        />
      )
    case 'gap':
      return (
        <button
          type="button"
          class={`band${isBetween(active, row) ? ' active' : ''}`}
          aria-expanded={row.isOpen}
          onClick={() => onFold?.(row.key)}
        >
          <span aria-hidden="true">{row.isOpen ? '▾' : '▸'}</span> {bandText(row)}
        </button>
      )
    case 'text':
      return <Text {...props} row={row} />
  }
}

function isBetween(message: number | undefined, { first, last }: { first: number; last: number }): boolean {
  return message !== undefined && message >= first && message <= last
}

function bandText({ first, last, tokens }: { first: number; last: number; tokens: number }): string {
  const where = first === last ? `of message ${first + 1}` : `of messages ${first + 1} to ${last + 1}`
  return `${formatNumber(tokens)} tokens ${where} left out`
}

interface HeadProps {
  readonly message: number
  readonly messages: readonly PageMessage[]
  readonly active: number | undefined
  readonly isUnfolded?: boolean
  readonly onMessage: (message: number) => void
}

function MessageHead({ message, messages, active, isUnfolded, onMessage }: HeadProps) {
  const { blocks, time } = messages[message] ?? { blocks: [] }
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0)
  return (
    <h3 class={`head${active === message ? ' active' : ''}${isUnfolded ? ' unfolded' : ''}`}>
      <button type="button" aria-current={active === message} onClick={() => onMessage(message)}>
        #{message + 1}
      </button>
      <span>
        {formatNumber(tokens)} tokens{time === undefined ? '' : ` · ${timeText(time)}`}
      </span>
    </h3>
  )
}

/** `2026-03-03T12:40:11.020Z` is `2026-03-03 12:40`. */
function timeText(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

function Text(props: PaneProps & { readonly row: TextSlice }) {
  const { row, messages, view, pattern, active, onMessage } = props
  const { message, block, by, text, start, end, isUnfolded, isFirst } = row
  const shown =
    view === undefined || message === undefined || block === undefined
      ? undefined
      : shownOf(view, message, block)
  const own = message === undefined || block === undefined ? undefined : messages[message]?.blocks[block]
  const isActive = message !== undefined && active === message
  return (
    <div
      class={`text by-${by}${isActive ? ' active' : ''}${isUnfolded ? ' unfolded' : ''}${own?.isError ? ' error' : ''}`}
    >
      {isFirst ? (
        <p class="who">
          {whoText(by, own?.name, own?.isError)}
          {block === undefined && message !== undefined ? (
            <button type="button" class="from" onClick={() => onMessage(message)}>
              from #{message + 1}
            </button>
          ) : undefined}
        </p>
      ) : undefined}
      {text === '' ? (
        <p class="nothing">nothing that is text</p>
      ) : (
        <pre>
          <MarkedText
            text={text}
            start={start}
            end={end}
            shown={isUnfolded ? undefined : shown}
            pattern={pattern}
            messages={messages.length}
            onNumber={block === undefined ? onMessage : undefined}
          />
        </pre>
      )}
    </div>
  )
}

function whoText(by: PageSpeaker, name: string | undefined, isError: boolean | undefined): string {
  const words: Readonly<Record<PageSpeaker, string>> = {
    user: 'user',
    agent: 'agent',
    call: 'calls',
    result: 'result',
    system: 'system',
  }
  return [words[by], ...(name === undefined ? [] : [name]), ...(isError ? ['failed'] : [])].join(' · ')
}

/** `undefined` where the whole message is in the view, or is not one that it was made of. */
function shownOf({ shown, rows, end }: PageView, message: number, block: number) {
  const ranges = shown[message]
  if (ranges !== undefined) return ranges[block] ?? []
  if (message >= end) return undefined
  return wholeMessages(rows).has(message) ? undefined : []
}

const known = new WeakMap<object, ReadonlySet<number>>()

/** Messages that are in the view as they were. */
export function wholeMessages(rows: PageView['rows']): ReadonlySet<number> {
  const found = known.get(rows) ?? new Set(rows.flatMap(row => (row.type === 'same' ? [row.message] : [])))
  known.set(rows, found)
  return found
}
