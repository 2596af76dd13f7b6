/** The rows of the two panes: long texts in slices, so that no row is much higher than a window. */
import type {
  PageBlock,
  PageMessage,
  PageSpeaker,
  PageView,
  TextRange,
  ViewRow,
} from '../../src/tools/show/session-page.ts'

/** A slice of a text: of a block of message `message`, or of a text of the view. */
export interface TextSlice {
  readonly type: 'text'
  readonly key: string
  readonly text: string
  readonly by: PageSpeaker
  readonly start: number
  readonly end: number
  readonly message?: number
  /** Of the block in its message; absent for a text of the view. */
  readonly block?: number
  /** Whether the text is one that the view leaves out, which was unfolded. */
  readonly isUnfolded?: boolean
  readonly isFirst: boolean
}

export type PaneRow =
  | TextSlice
  | { readonly type: 'head'; readonly key: string; readonly message: number; readonly isUnfolded?: boolean }
  | { readonly type: 'role'; readonly key: string; readonly role: string; readonly number: number }
  | {
      readonly type: 'gap'
      readonly key: string
      readonly first: number
      readonly last: number
      readonly tokens: number
      readonly isOpen: boolean
    }

const maxLines = 40
const maxLength = 4000

/** In order and without gaps; cut at the end of a line where there is one. */
function slicesOf(text: string, from = 0, to: number = text.length): readonly TextRange[] {
  const slices: [number, number][] = []
  let start = from
  while (start < to) {
    let end = start
    for (let lines = 0; lines < maxLines && end < to; lines += 1) {
      const next = text.indexOf('\n', end)
      const stop = next < 0 || next >= to ? to : next + 1
      if (stop - start > maxLength) {
        if (end === start) end = cutAt(text, Math.min(to, start + maxLength))
        break
      }
      end = stop
    }
    slices.push([start, end])
    start = end
  }
  return slices
}

/** Not inside a surrogate pair. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}

export function originalRows(messages: readonly PageMessage[]): readonly PaneRow[] {
  return messages.flatMap((message, index) => [
    { type: 'head', key: `m${index}`, message: index },
    ...message.blocks.flatMap((block, at) => blockRows(block, index, at, `m${index}`)),
  ])
}

function blockRows(block: PageBlock, message: number, at: number, prefix: string): readonly TextSlice[] {
  const { text, by } = block
  const slices = text === '' ? [[0, 0] as const] : slicesOf(text)
  return slices.map(([start, end], part) => ({
    type: 'text',
    key: `${prefix}.${at}.${part}`,
    text,
    by,
    start,
    end,
    message,
    block: at,
    isFirst: part === 0,
  }))
}

/** `open`: keys of the bands that are unfolded. */
export function viewRows(
  view: PageView,
  messages: readonly PageMessage[],
  open: ReadonlySet<string>,
): readonly PaneRow[] {
  let number = 0
  return view.rows.flatMap((row, index): readonly PaneRow[] => {
    const key = `${view.id}:${index}`
    if (row.type === 'text') return textRows(row, key)
    if (row.type === 'message') {
      number += 1
      return [{ type: 'role', key, role: row.role, number }]
    }
    if (row.type === 'same') {
      const { message } = row
      const blocks = messages[message]?.blocks ?? []
      return [
        { type: 'head', key, message },
        ...blocks.flatMap((block, at) => blockRows(block, message, at, key)),
      ]
    }
    const { first, last, tokens } = row
    const isOpen = open.has(key)
    return [
      { type: 'gap', key, first, last, tokens, isOpen },
      ...(isOpen ? unfolded(row, view, messages, key) : []),
    ]
  })
}

function textRows(row: Extract<ViewRow, { readonly type: 'text' }>, key: string): readonly TextSlice[] {
  const { text, by, message } = row
  return slicesOf(text).map(([start, end], part) => ({
    type: 'text',
    key: `${key}.${part}`,
    text,
    by,
    start,
    end,
    ...(message === undefined ? {} : { message }),
    isFirst: part === 0,
  }))
}

/** What of these messages the view does not show. */
function unfolded(
  { first, last }: { readonly first: number; readonly last: number },
  { shown }: PageView,
  messages: readonly PageMessage[],
  key: string,
): readonly PaneRow[] {
  return messages.slice(first, last + 1).flatMap((message, offset): readonly PaneRow[] => {
    const index = first + offset
    const prefix = `${key}+${index}`
    const texts = message.blocks.flatMap(({ text, by }, block) =>
      leftOut(text, shown[index]?.[block] ?? []).flatMap(([from, to]) =>
        slicesOf(text, from, to).map(
          ([start, end], part): TextSlice => ({
            type: 'text',
            key: `${prefix}.${block}.${start}`,
            text,
            by,
            start,
            end,
            message: index,
            block,
            isUnfolded: true,
            isFirst: part === 0,
          }),
        ),
      ),
    )
    return texts.length === 0
      ? []
      : [{ type: 'head', key: prefix, message: index, isUnfolded: true }, ...texts]
  })
}

/** The stretches of a text that are not among these; those of white space alone are none. */
function leftOut(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const left: TextRange[] = []
  let at = 0
  for (const [start, end] of [...ranges, [text.length, text.length] as const]) {
    if (start > at && text.slice(at, start).trim() !== '') left.push([at, start])
    at = Math.max(at, end)
  }
  return left
}

const lineHeight = 19
const characterWidth = 7.3

/** About how high a row will be. */
export function estimateRow(row: PaneRow, width: number): number {
  if (row.type === 'gap') return 34
  if (row.type !== 'text') return 36
  const length = row.end - row.start
  let lines = 1
  for (
    let at = row.text.indexOf('\n', row.start);
    at >= 0 && at < row.end;
    at = row.text.indexOf('\n', at + 1)
  )
    lines += 1
  const wrapped = length / Math.max(20, (width - 40) / characterWidth)
  return Math.max(lines, wrapped) * lineHeight + (row.isFirst ? 26 : 0)
}
