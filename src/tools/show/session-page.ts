/** The data of a page that shows a session beside its views: plain JSON, all that the page knows. */
import type { AgentName, FormatName, StrategyName } from '../../types.ts'

export interface SessionPage {
  readonly page: 'session'
  readonly version: 1
  readonly name: string
  readonly agent: AgentName
  readonly format: FormatName
  readonly model?: string
  /** What counted the tokens; those of parts are estimated. */
  readonly counter: string
  /** Of all messages together. */
  readonly tokens: number
  readonly messages: readonly PageMessage[]
  readonly marks: readonly PageMark[]
  readonly views: readonly PageView[]
  readonly ledger: readonly LedgerSection[]
  /** What a reader should know of the whole: lines that were skipped, rounds that are not embedded. */
  readonly notes: readonly string[]
  /** What the server that serves the page can make views by; absent in a file. */
  readonly served?: ServedPage
}

export interface ServedPage {
  readonly strategies: readonly StrategyName[]
}

/** Who wrote a block, as the strip over time adds them up. */
export const speakers = ['user', 'agent', 'call', 'result', 'system'] as const
export type PageSpeaker = (typeof speakers)[number]

export interface PageMessage {
  readonly blocks: readonly PageBlock[]
  /** As the session says it. */
  readonly time?: string
}

export interface PageBlock {
  readonly by: PageSpeaker
  readonly tokens: number
  readonly text: string
  /** The tool that was called or that answered, or what replaces a text: an image, reasoning. */
  readonly name?: string
  readonly isError?: true
}

/** Before message `at`. */
export interface PageMark {
  readonly kind: 'compaction' | 'epoch'
  readonly at: number
  readonly tooltip: string
}

/** From a start up to and without an end, in UTF-16 units of a block's text. */
export type TextRange = readonly [start: number, end: number]

export interface PageView {
  /** Unlike that of every other view of the page. */
  readonly id: string
  readonly title: string
  /** `agent`: the summary that the agent's own compaction left. */
  readonly author: 'fovea' | 'agent'
  readonly strategy?: StrategyName
  /** Messages that it was made of: from `first` up to and without `end`. */
  readonly first: number
  readonly end: number
  readonly tokens: { readonly before: number; readonly after: number }
  readonly rows: readonly ViewRow[]
  /** By message that is not whole in the view: which parts of its blocks are there to the letter. */
  readonly shown: Readonly<Record<string, readonly (readonly TextRange[])[]>>
  /** The receipt in sentences. */
  readonly receipt: readonly string[]
}

/** A view from its beginning to its end. */
export type ViewRow =
  /** A message of the view begins. */
  | { readonly type: 'message'; readonly role: string }
  /** A message of the session as it was. */
  | { readonly type: 'same'; readonly message: number }
  /** A text of the view, and the message that it comes from; `links` are those that its lines name or quote. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly by: PageSpeaker
      readonly message?: number
      readonly links?: readonly LineLink[]
    }
  /** What of the messages `first` to `last` is not in the view. */
  | {
      readonly type: 'gap'
      readonly first: number
      readonly last: number
      readonly tokens: number
    }

/** Line `line` of a text comes from this message. */
export interface LineLink {
  readonly line: number
  readonly message: number
}

export interface LedgerSection {
  readonly title: string
  readonly rows: readonly LedgerRow[]
}

export interface LedgerRow {
  readonly text: string
  readonly state?: string
  readonly note?: string
  /** In order, each once. */
  readonly messages: readonly number[]
  readonly isSuperseded?: true
}
