/** Two views line by line: what one has and the other has not. */
import { lineChanges } from '../../src/reduce/change/line-changes.ts'
import type { PageMessage, PageView } from '../../src/tools/show/session-page.ts'

interface ViewLine {
  readonly text: string
  readonly message?: number
}

export function linesOfView(view: PageView, messages: readonly PageMessage[]): readonly ViewLine[] {
  return view.rows.flatMap((row): readonly ViewLine[] => {
    if (row.type === 'same')
      return (messages[row.message]?.blocks ?? []).flatMap(({ text }) =>
        text === '' ? [] : text.split('\n').map(line => ({ text: line, message: row.message })),
      )
    if (row.type !== 'text') return []
    const { message } = row
    return row.text
      .split('\n')
      .map(line => (message === undefined ? { text: line } : { text: line, message }))
  })
}

export type DiffRow =
  | { readonly type: 'line'; readonly key: string; readonly side: 'one' | 'other'; readonly line: ViewLine }
  | {
      readonly type: 'same'
      readonly key: string
      readonly lines: readonly ViewLine[]
      readonly isOpen: boolean
    }

interface ViewDiff {
  readonly rows: readonly DiffRow[]
  /** Lines that only one of the two has. */
  readonly one: number
  readonly other: number
  readonly same: number
}

/** Up to so many equal lines are shown without being unfolded. */
const shortRun = 2

export function diffOfViews(
  one: readonly ViewLine[],
  other: readonly ViewLine[],
  open: ReadonlySet<string>,
): ViewDiff {
  const rows: DiffRow[] = []
  const counts = { one: 0, other: 0, same: 0 }
  const addSame = (lines: readonly ViewLine[], at: number): void => {
    if (lines.length === 0) return
    counts.same += lines.length
    const key = `=${at}`
    rows.push({ type: 'same', key, lines, isOpen: lines.length <= shortRun || open.has(key) })
  }
  let shown = 0
  const changes = lineChanges(
    one.map(({ text }) => text.trim()),
    other.map(({ text }) => text.trim()),
  )
  for (const { from, to, at, end } of changes) {
    addSame(one.slice(shown, from), shown)
    for (let index = from; index < to; index += 1)
      rows.push({ type: 'line', key: `-${index}`, side: 'one', line: one[index] as ViewLine })
    for (let index = at; index < end; index += 1)
      rows.push({ type: 'line', key: `+${index}`, side: 'other', line: other[index] as ViewLine })
    counts.one += to - from
    counts.other += end - at
    shown = to
  }
  addSame(one.slice(shown), shown)
  return { rows, ...counts }
}
