/** Where the messages are that a ledger tells of: those that go now, and those that went before. */
import type { LedgerSpan } from '../../ledger/stored-ledger.ts'
import type { DigestSpan } from '../../view/digests.ts'
import type { SessionLedger } from '../../view/session-ledger.ts'

/** Earlier ones first: of two places that a number may lead to, the earlier is the right one. */
export function storedSpans(spans: readonly DigestSpan[], session: SessionLedger): readonly LedgerSpan[] {
  return [...session.spans, ...spans.flatMap(span => placeOf(span, session))]
}

/** Messages behind an earlier text are counted from where they would stand; where nobody knows them, not at all. */
function placeOf(
  { first, last, source, original }: DigestSpan,
  session: SessionLedger,
): readonly LedgerSpan[] {
  let from = first
  for (let index = first; index <= last; index += 1) if (session.isView(index)) from = index + 1
  const isSure = from === first || (from <= last && session.spans.length > 0)
  return isSure
    ? [
        {
          first: session.turnOf(from) - (from - first),
          messages: source.messages,
          handle: original.handle,
        },
      ]
    : []
}
