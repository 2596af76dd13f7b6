/** How a provider's conversation carries our tools. Its upstream and its usage are known beside the dialects. */
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
  /** The provider's identifier, if a later request may name it. */
  readonly id?: string
  /** In the form that is sent back: content blocks, one message, or output items, our calls included. */
  readonly items: readonly RawRecord[]
  readonly calls: readonly LookupCall[]
  /** It also calls tools of the client, which only the client can answer. */
  readonly isMixed: boolean
  /** The provider ended it so that its calls are answered. */
  readonly wantsAnswers: boolean
}

export interface LookupResult {
  readonly call: LookupCall
  readonly text: string
  readonly isError: boolean
}

/** A turn with our calls: what the model said, and our answers. */
export interface Round {
  readonly turn: Turn
  readonly results: readonly LookupResult[]
}

/** One answer to the client that consists of several rounds. */
export interface HiddenRounds {
  /** The items that the client sees, as it sends them back. */
  readonly seen: readonly RawRecord[]
  /** What the client does not see, each with the index of one of these items; plain JSON. */
  readonly hidden: readonly { readonly at: number; readonly value: RawRecord }[]
}

export interface RestoredItems {
  readonly items: readonly unknown[]
  /** Where they differ from the client's items. */
  readonly added: readonly Addition[]
}

/** Combines several streamed answers into one: passes on the part of the events that the client should see. */
export interface StreamEditor {
  /** The text to send now; exactly the text that came if nothing had to change. */
  read(event: ServerSentEvent): string
  /** The turn that has just ended; `undefined` if the stream broke off. The next event begins another turn. */
  endTurn(): Turn | undefined
  /** The end of the last turn, which was held back, with the usage of all turns. */
  close(): string
}

export interface Dialect {
  readonly format: FormatName
  /** Our tools as this provider declares them; empty if the request cannot have them. */
  ourTools(body: RawRecord): readonly RawRecord[]
  /** The messages or input items. */
  itemsOf(body: RawRecord): readonly unknown[]
  withItems(body: RawRecord, items: readonly unknown[]): RawRecord
  streamEditor(): StreamEditor
  readTurn(answer: RawRecord): Turn | undefined
  /** The items that a round adds to its request. */
  sentBack(round: Round, body: RawRecord): readonly RawRecord[]
  /** Combines the answers of all turns into the one that the client sees. */
  merge(answers: readonly RawRecord[], turns: readonly Turn[]): RawRecord
  /** An error in the middle of a stream, as the provider would send it. */
  errorEvent(failure: UpstreamFailure): string

  /** The content that identifies an item; `undefined` for one that a client may leave out. */
  contentOf(item: unknown): unknown
  /** The provider's identifier, if the client sends it: distinguishes items with the same content. */
  idOf?(item: unknown): string | undefined
  /** `last` has results if its calls are kept. */
  hidden(rounds: readonly Round[], last: Round): HiddenRounds
  /** The items with the hidden ones inserted, as the provider saw them; `found` is by index of the item. */
  restore(items: readonly unknown[], found: ReadonlyMap<number, RawRecord>): RestoredItems
  /** For requests that name the previous answer instead of repeating it. */
  readonly byName?: NamedAnswers
}

interface NamedAnswers {
  /** The name of the previous answer in a request. */
  of(body: RawRecord): string | undefined
  /** Whether the provider stores no answer that a later request could name. */
  isForgotten(body: RawRecord): boolean
  /** What the client did not see of an answer, under the name by which the client knows the answer. */
  hidden(
    rounds: readonly Round[],
    last: Round,
  ): { readonly name: string; readonly value: RawRecord } | undefined
  restore(body: RawRecord, value: RawRecord): { readonly body: RawRecord } & Pick<RestoredItems, 'added'>
}
