/** The texts that replace messages: a line, a ledger, a line of state. */
import type { Ledger } from '../../ledger/ledger.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { oneLineFields } from '../../ledger/one-line-fields.ts'
import { oneLineSpan, type SpanMark, spanHead } from '../../scan/marker.ts'
import { handleOf } from '../../tokens/handle.ts'
import type { TokenCounter } from '../../types.ts'
import type { DigestSpan } from '../../view/digest-spans.ts'
import type { SummaryForm } from '../../view/earlier-view.ts'
import type { SessionLedger } from '../../view/session-ledger.ts'

/** The numbers that a text gives about the messages that it replaces. An earlier view counts as the messages that it replaced. */
export function markOf(
  { first, last, source, original }: DigestSpan,
  session: SessionLedger,
  messageTokens: readonly number[],
): SpanMark {
  let tokens = source.tokens
  for (let index = first; index <= last; index += 1) {
    const behind = session.tokensBehind(index)
    if (behind !== undefined) tokens += behind - (messageTokens[index] as number)
  }
  const messages = session.turnOf(last + 1) - session.turnOf(first)
  return { messages, tokens, hash: original.hash, handle: source.handle }
}

export function lineText(mark: SpanMark): string {
  return spanHead('line', mark)
}

/** Upper bound for the tokens of a line: alternating letters and digits need the most. */
export function maxLineTokens(counter: TokenCounter): number {
  const hash = 'a1b2c3d4e5f6a7b8'.repeat(4)
  const longest = { messages: 999_999, tokens: 99_999_999, hash, handle: handleOf(hash, 16) }
  return counter.count(lineText(longest))
}

interface SummaryRoom {
  readonly counter: TokenCounter
  readonly tokens: number
  /** Without a budget the ledger limits itself by its own caps. */
  readonly isBudget: boolean
}

/** `undefined` where there is no room for more than a line. */
export function ledgerText(
  form: SummaryForm,
  ledger: Ledger,
  mark: SpanMark,
  { counter, tokens, isBudget }: SummaryRoom,
): string | undefined {
  // Where a line does not pay off, nothing longer does: a second round must decide the same.
  if (tokens < counter.count(lineText({ ...mark, ledger: undefined }))) return undefined
  if (form === 'state-line') {
    const bare = counter.count(oneLineSpan(['S:'], mark))
    const fields = oneLineFields(ledger, tokens - bare, counter)
    return fields.length === 0 ? undefined : oneLineSpan(fields, mark)
  }
  const head = spanHead('ledger', mark)
  const maxTokens = tokens - counter.count(`${head}\n`)
  const { text, isWithin } = renderLedger(ledger, {
    counter,
    tokens: maxTokens,
    ...(isBudget ? { caps: {} } : {}),
  })
  return isWithin ? `${head}\n${text.trimEnd()}` : undefined
}
