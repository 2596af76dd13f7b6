/** A history as it came with one request: known again message by message, and measured where it is new. */
import type { Format, Store } from '../types.ts'
import { type BirthRecord, birthsOf } from './births.ts'
import { type Epoch, type EpochView, viewUnder } from './epoch.ts'
import type { KeptState } from './kept-state.ts'
import type { LiveRequest } from './live-request.ts'
import type { Identified } from './message-identity.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Birth } from './session-types.ts'
import type { BookedMessage, TokenBook } from './token-book.ts'

export interface SessionHistory extends Identified {
  readonly messages: readonly unknown[]
  readonly format: Format
  readonly besideHash: string
  /** Tokens beside the messages. */
  readonly beside: number
  /** `sizes[n]`: tokens of the first n messages as they came. */
  readonly sizes: readonly number[]
  /** Tokens that a turn of the agent adds, on the average: what it says, and what is said to that. */
  readonly growth: number
  /** Of messages that no step before has seen. */
  readonly births: readonly Birth[]
  /** As it is sent in an epoch. */
  under(epoch: Epoch): EpochView
  /** For the next epoch: older messages as they came, since none of them stays; the newest as they were sent. */
  forEpoch(newestTokens: number): readonly unknown[]
}

export type HistoryReader = (
  request: LiveRequest<unknown>,
  identified: Identified,
  state: KeptState,
  session: string,
  /** Nothing is remembered of it. */
  isDry: boolean,
) => Promise<SessionHistory>

/** Reads history after history of one session: what was seen before costs no more than a look. */
export function historyReader(birth: SessionSettings['birth'], store: Store, book: TokenBook): HistoryReader {
  /** By the hash of the message; `undefined` where it stays as it came. */
  const remembered = new Map<string, BirthRecord | undefined>()
  return async (request, identified, state, session, isDry) => {
    const known = isDry ? new Map(remembered) : remembered
    const { messages, format, besideHash } = request
    const { hashes } = identified
    const births: Birth[] = []
    const first = hashes.findIndex(hash => !known.has(hash))
    if (first >= 0 && birth !== undefined) {
      // The call that a new answer belongs to may have come with the request before.
      const from = Math.max(0, first - 1)
      const context = { format, counter: book.counter, settings: birth, store, session }
      for (const [at, record] of await birthsOf(messages.slice(from), first - from, context)) {
        const hash = hashes[from + at] as string
        if (known.has(hash)) continue
        known.set(hash, isDry ? record : await state.addBirth(hash, record))
        births.push(...record.births.map(each => ({ message: from + at, ...each })))
      }
    }
    for (const hash of hashes) if (!known.has(hash)) known.set(hash, undefined)

    const recordAt = (index: number): BirthRecord | undefined => known.get(hashes[index] as string)
    const messageAt = (index: number): unknown => {
      const record = recordAt(index)
      return record === undefined ? messages[index] : written(messages[index], record, format)
    }
    const entryAt = (index: number): BookedMessage =>
      book.entryOf(hashes[index] as string, messages[index], format)
    const tokensAt = (index: number): number => recordAt(index)?.tokens ?? entryAt(index).tokens
    const tokensOf = (message: unknown): number => book.tokensOfOwn(message, format)
    const sizes = [0]
    const turns: number[] = []
    for (const index of messages.keys()) {
      const { tokens, isOfAgent } = entryAt(index)
      if (isOfAgent && !(index > 0 && entryAt(index - 1).isOfAgent)) turns.push(index)
      sizes.push((sizes[index] as number) + tokens)
    }
    const atFirst = sizes[turns[0] ?? 0] as number
    return {
      ...identified,
      messages,
      format,
      besideHash,
      beside: book.beside(request),
      sizes,
      growth: turns.length === 0 ? 0 : ((sizes.at(-1) as number) - atFirst) / turns.length,
      births,
      under: epoch => viewUnder(epoch, messages, { messageAt, tokensAt, tokensOf }),
      forEpoch(newestTokens) {
        let left = newestTokens
        return messages
          .map((message, index) => ({ message, index }))
          .reverse()
          .map(({ message, index }) => {
            left -= tokensAt(index)
            return left < 0 ? message : messageAt(index)
          })
          .reverse()
      },
    }
  }
}

/** With the marks that the message carries in this request. */
function written(message: unknown, { edits }: BirthRecord, format: Format): unknown {
  return format.write(
    [message],
    edits.map(edit => ({ ...edit, message: 0 })),
  )[0]
}
