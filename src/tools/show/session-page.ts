/** The data of a page that shows a session beside its views: plain JSON, everything that the page knows. */
import type { AgentName, FormatName, StrategyName } from '../../types.ts'

export interface SessionPage {
  readonly page: 'session'
  readonly version: 1
  readonly name: string
  readonly agent: AgentName
  readonly format: FormatName
  readonly model?: string
  /** The counter of the tokens; those of parts are estimated. */
  readonly counter: string
  /** Tokens of all messages together. */
  readonly tokens: number
  readonly messages: readonly PageMessage[]
  readonly marks: readonly PageMark[]
  readonly views: readonly PageView[]
  readonly ledger: readonly LedgerSection[]
  /** Remarks for the reader: skipped lines, rounds that are not embedded. */
  readonly notes: readonly string[]
  /** The options for views that the server of the page can make; absent in a file. */
  readonly served?: ServedPage
}

export interface ServedPage {
  readonly strategies: readonly StrategyName[]
}

/** The speaker of a block; the strip over time adds up their tokens. */
export const speakers = ['user', 'agent', 'call', 'result', 'system'] as const
export type PageSpeaker = (typeof speakers)[number]

export interface PageMessage {
  readonly blocks: readonly PageBlock[]
  /** As written in the session. */
  readonly time?: string
}

export interface PageBlock {
  readonly by: PageSpeaker
  readonly tokens: number
  readonly text: string
  /** The tool that was called or that answered, or the kind of content without text: an image, reasoning. */
  readonly name?: string
  readonly isError?: true
}

/** A mark before message `at`. */
export interface PageMark {
  readonly kind: 'compaction' | 'epoch'
  readonly at: number
  readonly tooltip: string
}

/** From start to end, exclusive, in UTF-16 units of a block's text. */
export type TextRange = readonly [start: number, end: number]

export interface PageView {
  /** Unique among the views of the page. */
  readonly id: string
  readonly title: string
  readonly strategy?: StrategyName
  /** The messages that it was made from: from `first` to `end`, exclusive. */
  readonly first: number
  readonly end: number
  readonly tokens: { readonly before: number; readonly after: number }
  readonly rows: readonly ViewRow[]
  /** For each message that is not whole in the view: the ranges of its blocks that are shown verbatim. */
  readonly shown: Readonly<Record<string, readonly (readonly TextRange[])[]>>
  /** The receipt in sentences. */
  readonly receipt: readonly string[]
}

/** The rows of a view, from beginning to end. */
export type ViewRow =
  /** The start of a message of the view. */
  | { readonly type: 'message'; readonly role: string }
  /** An unchanged message of the session. */
  | { readonly type: 'same'; readonly message: number }
  /** A text of the view, and its source message. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly by: PageSpeaker
      readonly message?: number
    }
  /** The part of the messages `first` to `last` that is not in the view. */
  | {
      readonly type: 'gap'
      readonly first: number
      readonly last: number
      readonly tokens: number
    }

export interface LedgerSection {
  readonly title: string
  readonly rows: readonly LedgerRow[]
}

export interface LedgerRow {
  readonly text: string
  readonly state?: string
  readonly note?: string
  /** In order, without duplicates. */
  readonly messages: readonly number[]
  readonly isSuperseded?: true
}
