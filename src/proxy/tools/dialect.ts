/** How one provider's conversation carries tools: what differs between them, in one place each. */
import type { RawRecord } from '../../formats/raw-value.ts'
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

/** What the client never saw, under a name that its next request will tell. */
export interface HiddenRounds {
  readonly key: string
  readonly value: RawRecord
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
  /** The body with our tools; the very body where it cannot have them. */
  withTools(body: RawRecord): RawRecord
  streamEditor(): StreamEditor
  readTurn(answer: RawRecord): Turn | undefined
  /** The request that answers a turn. */
  next(body: RawRecord, round: Round): RawRecord
  /** The answers of all turns as the one that the client sees. */
  merge(answers: readonly RawRecord[], turns: readonly Turn[]): RawRecord
  /** An error in the midst of a stream, as the provider would tell it. */
  errorEvent(message: string): string
  /** What the client did not see of these rounds and of the last, which has results where its calls stay. */
  hidden(rounds: readonly Round[], last: Round, session: string): readonly HiddenRounds[]
  /** Names under which something may be hidden in a request. */
  keys(body: RawRecord, session: string): readonly string[]
  /** The body with what was hidden, as the provider saw it. */
  restore(body: RawRecord, found: ReadonlyMap<string, RawRecord>, session: string): RawRecord
}
