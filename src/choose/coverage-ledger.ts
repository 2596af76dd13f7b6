/** The ledger at the head of a view by coverage: what must not fade, before what may be needed. */

import type { Ledger } from '../ledger/ledger.ts'
import { renderLedger } from '../ledger/markdown/render-ledger.ts'
import type { DigestSpan } from './digests.ts'
import { sessionLedger } from './session-ledger.ts'
import type { SpanDesk } from './span-views.ts'

export interface LedgerHead {
  /** The digest that it stands in. */
  readonly digest: number
  readonly text: string
}

/** With less room a ledger tells nothing that the digest does not. */
const leastTokens = 300
/** It takes no more than this of what it tells of. */
const mostOfDigest = 0.25

/** In the first digest that is long enough for it; `undefined` where there is no room. */
export function coverageLedger(
  desk: SpanDesk,
  digests: readonly DigestSpan[],
  room: number,
): LedgerHead | undefined {
  const last = digests.at(-1)
  if (room < leastTokens || last === undefined) return undefined
  const digest = digests.findIndex(({ source }) => source.tokens * mostOfDigest > room)
  if (digest < 0) return undefined
  const { conversation, known } = desk
  const session = sessionLedger(conversation, { views: known.earlier ?? [], isFresh: false })
  const ledger = session.before(last.last + 1)
  const { text, isWithin } = renderLedger(
    numberedFrom(ledger, digests[digest] as DigestSpan, session.turnOf),
    {
      counter: conversation.counters.counter,
      tokens: Math.floor(room),
      caps: {},
    },
  )
  return isWithin ? { digest, text: withoutEmpty(text) } : undefined
}

/** Messages are counted as the digest counts them: its first is #1. */
function numberedFrom(ledger: Ledger, { first }: DigestSpan, turnOf: (message: number) => number): Ledger {
  const shift = 1 - turnOf(first)
  const rows = ledger.rows.map(row => ({
    ...row,
    first: row.first + shift,
    last: row.last + shift,
    ...(row.supersededBy !== undefined && { supersededBy: row.supersededBy + shift }),
  }))
  return { ...ledger, rows }
}

/** What is empty is said by a ledger of its own, not by one at the head of something else. */
function withoutEmpty(text: string): string {
  return text.replaceAll(/^## [^\n]+\nnone\n\n?/gm, '').trimEnd()
}
