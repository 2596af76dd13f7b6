/** How one provider's conversation carries tools: what differs between them, in one place each. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Addition } from '../../../session/session.ts'
import type { FormatName } from '../../../types.ts'
import type { UpstreamFailure } from '../transport/upstream-failure.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'

/** A call of one of our tools. */
export interface LookupCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** One finished answer of the model. */
export interface Turn {
  /** By which the provider knows it, where a later request may name it. */
  readonly id?: string
  /** As it is sent back: content blocks, one message, or output items, our calls included. */
  readonly items: readonly RawRecord[]
  readonly calls: readonly LookupCall[]
  /** It calls tools of the client too, which only the client can answer. */
  readonly isMixed: boolean
  /** The provider ended it to have its calls answered. */
  readonly wantsAnswers: boolean
}

export interface LookupResult {
  readonly call: LookupCall
  readonly text: string
  readonly isError: boolean
}

/** A turn of ours in a conversation: what the model said, and what it was answered. */
export interface Round {
  readonly turn: Turn
  readonly results: readonly LookupResult[]
}

/** One answer of several rounds. */
export interface HiddenRounds {
  /** The items of it that the client sees, as it sends them back. */
  readonly seen: readonly RawRecord[]
  /** What the client does not see, each at one of these items; plain JSON. */
  readonly hidden: readonly { readonly at: number; readonly value: RawRecord }[]
}

export interface RestoredItems {
  readonly items: readonly unknown[]
  /** Where they differ from those of the client. */
  readonly added: readonly Addition[]
}

/** Makes one answer of several: what the client sees of the events of each. */
export interface StreamEditor {
  /** What to send on now; the very text that came wherever nothing had to change. */
  read(event: ServerSentEvent): string
  /** The turn that has just ended; `undefined` where the stream broke off. Whatever is read next begins another. */
  endTurn(): Turn | undefined
  /** The end of the last turn, which was held back, with what all turns cost. */
  close(): string
}

export interface Dialect {
  readonly format: FormatName
  /** Our tools as this provider declares them; none where the request cannot have them. */
  ourTools(body: RawRecord): readonly RawRecord[]
  /** Messages or input items. */
  itemsOf(body: RawRecord): readonly unknown[]
  withItems(body: RawRecord, items: readonly unknown[]): RawRecord
  streamEditor(): StreamEditor
  readTurn(answer: RawRecord): Turn | undefined
  /** What a round adds to the request that it answers. */
  sentBack(round: Round, body: RawRecord): readonly RawRecord[]
  /** The answers of all turns as the one that the client sees. */
  merge(answers: readonly RawRecord[], turns: readonly Turn[]): RawRecord
  /** An error in the midst of a stream, as the provider would send it. */
  errorEvent(failure: UpstreamFailure): string

  /** What an item says, by which it is known again; `undefined` for one that a client may leave out. */
  contentOf(item: unknown): unknown
  /** The name that the provider gave it, where the client says it: separates items with the same content. */
  idOf?(item: unknown): string | undefined
  /** `last` has results where its calls stay. */
  hidden(rounds: readonly Round[], last: Round): HiddenRounds
  /** The items with what was hidden, as the provider saw it: by the index of the item at which it was. */
  restore(items: readonly unknown[], found: ReadonlyMap<number, RawRecord>): RestoredItems
  /** For requests that name the answer before them instead of repeating it. */
  readonly byName?: NamedAnswers
}

interface NamedAnswers {
  /** The name in a request. */
  of(body: RawRecord): string | undefined
  /** What the client did not see of an answer, under the name by which it knows it. */
  hidden(
    rounds: readonly Round[],
    last: Round,
  ): { readonly name: string; readonly value: RawRecord } | undefined
  restore(body: RawRecord, value: RawRecord): { readonly body: RawRecord } & Pick<RestoredItems, 'added'>
}
