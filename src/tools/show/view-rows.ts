/** The rows of a view: each part with its source message, and the gaps between them. */
import type { Receipt } from '../../receipt.ts'
import { isSpanEnd } from '../../scan/marker.ts'
import type { Message, TokenCounter } from '../../types.ts'
import { pageSpeakerOf, shownTexts } from './page-messages.ts'
import type { PageMessage, PageView, TextRange, ViewRow } from './session-page.ts'
import { shownRanges } from './shown-ranges.ts'

interface ViewInput {
  /** The messages as the page shows them. */
  readonly messages: readonly PageMessage[]
  /** The messages of the view, as read. */
  readonly view: readonly Message[]
  /** Without it, equal messages at both ends are aligned, and the others count as replaced. */
  readonly receipt?: Pick<Receipt, 'changes' | 'joined'>
  readonly counter: TokenCounter
}

type TextRow = Extract<ViewRow, { readonly type: 'text' }>

export function viewRows(input: ViewInput): Pick<PageView, 'rows' | 'shown'> {
  const { messages, view, counter } = input
  const rows: ViewRow[] = []
  const shown: Record<string, readonly (readonly TextRange[])[]> = {}
  for (const [index, [first, last]] of runsOf(input).entries()) {
    const message = view[index] as Message
    const original = messages[first]
    rows.push({ type: 'message', role: message.role })
    if (first === last && original !== undefined && isSame(message, original)) {
      rows.push({ type: 'same', message: first })
      continue
    }
    const texts =
      first === last ? ownTexts(message, first) : textsOfRun(message, messages.slice(0, last + 1), first)
    const byMessage = Map.groupBy(texts, row => row.message)
    for (const [from, group] of byMessage)
      if (from !== undefined)
        shown[from] = shownRanges(
          group.map(({ text }) => text),
          messages[from]?.blocks ?? [],
        )
    rows.push(...withGaps(texts, first, last, gapTokens))
  }
  return { rows, shown }

  function gapTokens(from: number, to: number): number {
    let tokens = 0
    for (let index = from; index <= to; index += 1) {
      const ranges = shown[index]
      for (const [block, { text, tokens: whole }] of (messages[index]?.blocks ?? []).entries()) {
        const parts = ranges?.[block] ?? []
        const said = parts.reduce((sum, [start, end]) => sum + counter.count(text.slice(start, end)), 0)
        const isWhole = parts.length === 1 && parts[0]?.[0] === 0 && parts[0]?.[1] === text.length
        tokens += isWhole ? 0 : Math.max(0, whole - said)
      }
    }
    return tokens
  }
}

/** For each message of the view, the range of its source messages. */
function runsOf({ messages, view, receipt }: ViewInput): readonly TextRange[] {
  if (receipt === undefined) return alignedRuns(messages, view)
  const merged = receipt.changes.flatMap(({ message, merged = [] }): TextRange[] =>
    merged.length === 0 ? [] : [[message, Math.max(message, ...merged)]],
  )
  const joined = (receipt.joined ?? []).map(({ first, last }): TextRange => [first, last])
  const wide: [number, number][] = []
  for (const [first, last] of [...merged, ...joined].sort(([one], [other]) => one - other)) {
    const before = wide.at(-1)
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last)
    else wide.push([first, last])
  }
  const runs: TextRange[] = []
  let next = 0
  for (let index = 0; index < messages.length; index += 1) {
    const run = wide[next]
    if (run?.[0] !== index) runs.push([index, index])
    else {
      runs.push(run)
      index = run[1]
      next += 1
    }
  }
  if (runs.length === view.length) return runs
  // The view does not have the shape that the receipt describes.
  return alignedRuns(messages, view)
}

/** The first message that differs replaces all messages that differ. */
function alignedRuns(messages: readonly PageMessage[], view: readonly Message[]): readonly TextRange[] {
  const maxShared = Math.min(messages.length, view.length)
  const isSameAt = (index: number, original: number): boolean =>
    isSame(view[index] as Message, messages[original] as PageMessage)
  let start = 0
  while (start < maxShared && isSameAt(start, start)) start += 1
  let end = 0
  while (end < maxShared - start && isSameAt(view.length - 1 - end, messages.length - 1 - end)) end += 1
  const last = messages.length - 1 - end
  return view.map((_, index): TextRange => {
    if (index < start) return [index, index]
    const fromEnd = view.length - 1 - index
    if (fromEnd < end) return [messages.length - 1 - fromEnd, messages.length - 1 - fromEnd]
    return index === start ? [start, last] : [last + 1, last]
  })
}

function isSame(message: Message, original: PageMessage): boolean {
  const texts = shownTexts(message)
  return (
    texts.length === original.blocks.length &&
    texts.every((text, block) => text === original.blocks[block]?.text)
  )
}

function ownTexts(message: Message, index: number): readonly TextRow[] {
  return shownTexts(message).map((text, block) => ({
    type: 'text',
    text,
    by: byOf(message, block),
    message: index,
  }))
}

function byOf(message: Message, block: number): TextRow['by'] {
  const said = message.blocks[block]
  return said === undefined ? 'system' : pageSpeakerOf(message, said, () => true)
}

/** A message that replaces several: each text is that of a message, or consists of parts that name their messages. */
function textsOfRun(message: Message, messages: readonly PageMessage[], first: number): readonly TextRow[] {
  const known = new Map<string, number>()
  for (let index = messages.length - 1; index >= first; index -= 1)
    for (const { text } of messages[index]?.blocks ?? []) if (text !== '') known.set(text, index)
  return shownTexts(message).flatMap((text, block): readonly TextRow[] => {
    const by = byOf(message, block)
    const same = known.get(text)
    return same === undefined ? partsOf(text, messages, first) : [{ type: 'text', text, by, message: same }]
  })
}

/** `#12 user: …` begins a text of message 12, and the lines that follow continue it. */
function partsOf(text: string, messages: readonly PageMessage[], first: number): readonly TextRow[] {
  const rows: { by: TextRow['by']; lines: string[]; message?: number }[] = []
  let current = first
  for (const line of text.split('\n')) {
    const number = /^#(\d{1,7}) /.exec(line)?.[1]
    const message = number === undefined ? undefined : Number(number) - 1
    const source = message === undefined ? undefined : messages[message]
    if (message !== undefined && source !== undefined && message >= current) {
      const by = labelledBy(line.slice(line.indexOf(' ') + 1), source)
      if (by !== undefined) {
        rows.push({ by, lines: [line], message })
        current = message
        continue
      }
    }
    const last = rows.at(-1)
    if (last === undefined || isSpanEnd(line)) rows.push({ by: 'system', lines: [line] })
    else last.lines.push(line)
  }
  return rows.map(({ by, lines, message }) => ({
    type: 'text',
    text: lines.join('\n'),
    by,
    ...(message === undefined ? {} : { message }),
  }))
}

/** The speaker of a numbered line; `undefined` if the message has no such block, so that the line is a quotation. */
function labelledBy(label: string, { blocks }: PageMessage): TextRow['by'] | undefined {
  if (label.startsWith('→')) return blocks.find(({ by }) => by === 'result')?.by
  const called = blocks.find(({ by, name }) => by === 'call' && name !== undefined && label.startsWith(name))
  if (called !== undefined) return 'call'
  const said = shownRanges([label], blocks).findIndex(ranges => ranges.length > 0)
  return blocks[said]?.by
}

/** The rest of a message follows its last part, together with the messages that have no part. */
function withGaps(
  texts: readonly TextRow[],
  first: number,
  last: number,
  tokensOf: (from: number, to: number) => number,
): readonly ViewRow[] {
  const rows: ViewRow[] = []
  let open = first
  const close = (to: number): void => {
    const tokens = to < open ? 0 : tokensOf(open, to)
    if (tokens > 0) rows.push({ type: 'gap', first: open, last: to, tokens })
  }
  for (const row of texts) {
    const { message = open } = row
    if (message > open) {
      close(message - 1)
      open = message
    }
    rows.push(row)
  }
  close(last)
  return rows
}
