/** The ledger of a session up to a message: what earlier rounds recorded, and the new messages, each read once. */
import type { Ledger } from '../ledger/ledger.ts'
import { ledgerOfMessages } from '../ledger/ledger-of-messages.ts'
import { mergeLedgers } from '../ledger/merge-ledgers.ts'
import type { LedgerSpan } from '../ledger/stored-ledger.ts'
import type { Message, Note } from '../types.ts'
import type { Conversation } from './conversation.ts'
import { coveredUntil, type EarlierView, isRecordOfState, sessionTurns } from './earlier-view.ts'

export interface SessionLedger {
  /** The number in the session of a message of this conversation, or of the one that would come next. */
  readonly turnOf: (message: number) => number
  /** Up to which message of the session a message of this view reaches. */
  readonly coveredUntil: number
  /** Up to which message of the session nothing needs to be read. */
  readonly parsedUntil: number
  /** Whether a message replaces earlier ones, and whether it holds their ledger. */
  readonly isView: (message: number) => boolean
  readonly showsLedger: (message: number) => boolean
  /** Whether it also holds messages of the session. */
  readonly hasWords: (message: number) => boolean
  /** Tokens of the messages that a message replaces, where it says so. */
  readonly tokensBehind: (message: number) => number | undefined
  /** Where earlier rounds have stored messages. */
  readonly spans: readonly LedgerSpan[]
  /** What the messages before this one add up to, with all that was known before. */
  readonly before: (message: number) => Ledger
  /** The messages before this one as they were said, as far as they are at hand. */
  readonly saidBefore: (message: number) => readonly Message[]
  /** Messages that cover others which cannot be read any more: their content is only there. */
  readonly irreplaceable: ReadonlySet<number>
  /** About messages that could not be read. */
  readonly notesBefore: (message: number) => readonly Note[]
}

interface SessionKnowledge {
  readonly views: readonly EarlierView[]
  /** A ledger of the caller's that begins where this conversation begins, and how many of its messages it covers. */
  readonly state?: { readonly ledger: Ledger; readonly seen: number } | undefined
  /** Whether everything is read again from the originals where they are available. */
  readonly isFresh: boolean
}

export function sessionLedger(
  { messages }: Conversation,
  { views, state, isFresh }: SessionKnowledge,
): SessionLedger {
  const turns = sessionTurns(messages.length, views)
  const viewAt = new Map(views.map(view => [view.message, view]))
  const placed = views.flatMap(({ ledger, originals }) =>
    ledger === undefined || (isFresh && originals !== undefined) ? [] : [ledger],
  )
  const known = [...placed, ...(state === undefined ? [] : [state.ledger])].reduce<Ledger | undefined>(
    (sum, next) => (sum === undefined ? next : mergeLedgers(sum, next)),
    undefined,
  )
  const parsedUntil = Math.max(0, ...placed.map(ledger => ledger.turns), state?.seen ?? 0)
  const unread = views.filter(
    ({ message, ledger, originals }) =>
      ledger === undefined && originals === undefined && (turns[message] as number) >= parsedUntil,
  )
  const read = (slice: readonly Message[], from: number): Ledger => ledgerOfMessages(slice, { from })
  const before = (cut: number): Ledger => {
    let ledger = known
    const add = (next: Ledger): void => {
      ledger = ledger === undefined ? next : mergeLedgers(ledger, next)
    }
    for (let index = 0; index < cut; index += 1) {
      const turn = turns[index] as number
      const view = viewAt.get(index)
      if (view !== undefined) {
        // Some of what it was joined with may be newer than what it covers.
        const unread =
          view.originals?.slice(Math.max(0, Math.min(parsedUntil, turn + view.messageCount) - turn)) ?? []
        if (turn + view.messageCount > parsedUntil && unread.length > 0)
          add(read(unread, turn + (view.originals?.length ?? 0) - unread.length))
        continue
      }
      if (turn < parsedUntil) continue
      const first = index
      while (index + 1 < cut && !viewAt.has(index + 1)) index += 1
      // What was read of the whole list is known by the list.
      const isAll = first === 0 && index + 1 === messages.length
      add(read(isAll ? messages : messages.slice(first, index + 1), turn))
    }
    const whole = ledger ?? read([], 0)
    return { ...whole, turns: Math.max(whole.turns, turns[cut] as number) }
  }
  return {
    turnOf: message => turns[message] as number,
    coveredUntil: coveredUntil(views),
    parsedUntil,
    isView: message => viewAt.has(message),
    showsLedger: message => isRecordOfState(viewAt.get(message) ?? { form: 'line' }),
    hasWords: message => viewAt.get(message)?.hasWords === true,
    tokensBehind: message => viewAt.get(message)?.tokens,
    spans: views.flatMap(({ spans = [] }) => spans),
    before,
    saidBefore: cut =>
      messages.slice(0, cut).flatMap((message, index) => {
        const view = viewAt.get(index)
        return view === undefined ? [message] : (view.originals ?? [])
      }),
    irreplaceable: new Set(unread.filter(isRecordOfState).map(({ message }) => message)),
    notesBefore: cut =>
      unread
        .filter(({ message }) => message < cut)
        .map(({ message, messageCount }) => ({
          code: 'earlier-not-read',
          message: `Message ${message} replaces ${messageCount} earlier messages that are not available: the ledger does not cover them.`,
        })),
  }
}
