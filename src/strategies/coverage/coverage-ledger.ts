/** The ledger at the head of a view by coverage: what must not fade, before what may be needed. */
import type { Ledger, Row } from '../../ledger/ledger.ts'
import { commonRoot } from '../../ledger/markdown/common-root.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { transcriptText } from '../../measure/transcript-text.ts'
import type { DigestSpan } from '../../view/digests.ts'
import { type SessionLedger, sessionLedger } from '../../view/session-ledger.ts'
import type { ViewContext } from '../../view/view-context.ts'

export interface LedgerHead {
  /** The digest that it stands in. */
  readonly digest: number
  readonly text: string
}

/** With less room a ledger tells nothing that the digest does not. */
const minTokens = 250
/** It takes no more than this of what it tells of. */
const mostOfDigest = 0.25

/** In the first digest that is long enough for it; `undefined` where there is no room. `isKept` tells the messages that stay. */
export function coverageLedger(
  context: ViewContext,
  digests: readonly DigestSpan[],
  isKept: (message: number) => boolean,
  room: number,
): LedgerHead | undefined {
  const last = digests.at(-1)
  if (room < minTokens || last === undefined) return undefined
  const digest = digests.findIndex(({ source }) => source.tokens * mostOfDigest > room)
  if (digest < 0) return undefined
  const { conversation, known } = context
  const session = sessionLedger(conversation, { views: known.earlier ?? [], isFresh: false })
  const whole = session.before(last.last + 1)
  const ledger = {
    ...whole,
    rows: saidOnce(
      whole.rows,
      [
        transcriptText(conversation.messages.filter((_, message) => isKept(message))),
        ...digests.flatMap(({ instructions }) => instructions.map(({ text }) => text)),
      ].join('\n'),
    ),
  }
  const { text, isWithin } = renderLedger(
    numberedFrom(ledger, digests[digest] as DigestSpan, session.messageAt),
    {
      counter: conversation.counters.counter,
      tokens: Math.floor(room),
      caps: {},
      root: commonRoot(ledger.rows),
      isBrief: true,
    },
  )
  return isWithin ? { digest, text: text.trimEnd() } : undefined
}

/** What stays in the view needs no second mention, nor a next step that is the current state; deeds are not said by a name alone. */
function saidOnce(rows: readonly Row[], kept: string): readonly Row[] {
  const states = new Set(rows.filter(({ section }) => section === 'state').map(({ value }) => value))
  return rows.filter(
    ({ section, value }) =>
      // The digest shows the user's messages themselves.
      section !== 'talk' &&
      (value === '' ||
        section === 'files' ||
        section === 'commands' ||
        !(kept.includes(value) || (section === 'next' && states.has(value)))),
  )
}

/** Messages are counted as the digest counts them: its first is #1, and those behind an earlier digest have its number. */
function numberedFrom(ledger: Ledger, { first }: DigestSpan, messageAt: SessionLedger['messageAt']): Ledger {
  const numberOf = (turn: number): number => messageAt(turn) - first
  const rows = ledger.rows.map(row => ({
    ...row,
    first: numberOf(row.first),
    last: numberOf(row.last),
    ...(row.supersededBy !== undefined && { supersededBy: numberOf(row.supersededBy) }),
  }))
  return { ...ledger, rows }
}
