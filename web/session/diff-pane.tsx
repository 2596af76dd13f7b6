/** What one view shows and another does not. */
import type { RefObject } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { PageMessage, PageView } from '../../src/tools/show/session-page.ts'
import { formatCount, formatNumber } from '../parts/numbers.ts'
import { type ListHandle, VirtualList } from '../parts/virtual-list.tsx'
import { visibleText } from '../parts/visible-text.ts'
import { type DiffRow, diffOfViews, linesOfView } from './view-lines.ts'

interface DiffPaneProps {
  readonly one: PageView
  readonly other: PageView
  readonly messages: readonly PageMessage[]
  readonly active: number | undefined
  readonly handle: RefObject<ListHandle | null>
  readonly onMessage: (message: number) => void
}

const keyOf = (row: DiffRow): string => row.key
const estimate = (row: DiffRow): number =>
  row.type === 'line' ? 22 : row.isOpen ? row.lines.length * 20 : 34

export function DiffPane({ one, other, messages, active, handle, onMessage }: DiffPaneProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const diff = useMemo(
    () => diffOfViews(linesOfView(one, messages), linesOfView(other, messages), open),
    [one, other, messages, open],
  )
  const link = (message: number | undefined) =>
    message === undefined ? undefined : (
      <button type="button" class="number" onClick={() => onMessage(message)}>
        #{message + 1}
      </button>
    )
  return (
    <section class="pane" id="pane-view" aria-label="Difference of two views">
      <header class="pane-head">
        <h2>Difference</h2>
        <p>
          <span class="only-one">
            − only in “{one.title}” ({formatCount(diff.one, 'line')})
          </span>
          ,{' '}
          <span class="only-other">
            + only in “{other.title}” ({formatCount(diff.other, 'line')})
          </span>
          , {formatNumber(diff.same)} in both
        </p>
      </header>
      <VirtualList rows={diff.rows} keyOf={keyOf} estimate={estimate} label="Difference" handle={handle}>
        {row => {
          if (row.type === 'line') {
            const { side, line } = row
            return (
              <div
                class={`line ${side}${line.message !== undefined && line.message === active ? ' active' : ''}`}
              >
                <span class="sign">{side === 'one' ? '−' : '+'}</span>
                <span class="unseen">{side === 'one' ? 'only in the first: ' : 'only in the second: '}</span>
                {link(line.message)}
                <pre>{visibleText(line.text)}</pre>
              </div>
            )
          }
          if (!row.isOpen)
            return (
              <button
                type="button"
                class="band"
                aria-expanded={false}
                onClick={() => setOpen(known => new Set([...known, row.key]))}
              >
                <span aria-hidden="true">▸</span> {formatCount(row.lines.length, 'line')} in both
              </button>
            )
          return (
            <div class="line both">
              <pre>{visibleText(row.lines.map(({ text }) => text).join('\n'))}</pre>
            </div>
          )
        }}
      </VirtualList>
    </section>
  )
}
