/** The words of a live session: what goes in, what comes out, and the receipt of each step. */
import type { Receipt } from '../receipt.ts'
import type { Store } from '../store/store.ts'
import type { CompressOptions } from '../strategies/compress-options.ts'
import type { FormatName, Note, TokenCounter } from '../types.ts'
import type { WriterUse } from './writer-use.ts'

/** Prices as multiples of an uncached input token. */
export interface Prices {
  readonly read: number
  readonly write: number
  /** A prefix that was not used for so long is forgotten; needs a `clock`. @default never */
  readonly ttlSeconds?: number | undefined
  /** What a million uncached input tokens cost, in any currency; the receipts then refer to money too. @default none */
  readonly perMillion?: number | undefined
}

/** What a provider reported for the request of the last step. */
export interface Usage {
  /** All input tokens, those from the cache included. */
  readonly inputTokens: number
  /** Input tokens read from the cache. */
  readonly cachedTokens?: number | undefined
  /** Input tokens written to the cache. */
  readonly writtenTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** The step that it is of, where another may have been taken since. @default the last one */
  readonly step?: number | undefined
}

/** How new tool output is reduced once, before it is ever sent. */
export interface ShortenOutputsOptions {
  /** Smaller outputs stay as they are, in tokens. @default 8000 */
  readonly from?: number | undefined
  /** What an output is reduced to, in tokens. @default 4000 */
  readonly maxTokens?: number | undefined
  /** Also what a file shows, which an edit may have to quote exactly. @default false */
  readonly files?: boolean | undefined
  /** Whether what is shaped like a credential is shown, or masked. @default as `compress.secrets` */
  readonly secrets?: 'show' | 'mask' | undefined
}

export interface SessionOptions {
  /** The key of the state; a session with the same id in the same store continues where it was. @default by the first messages */
  readonly id?: string | undefined
  /** @default one in memory, gone with the session */
  readonly store?: Store | undefined
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
  /** Counts tokens: a counter, or the name of the model to count as. @default o200k_base */
  readonly counter?: TokenCounter | string | undefined
  /** @default read 0.1, write 1.25 */
  readonly prices?: Prices | undefined
  /** Tokens that the model can take in, its answer included. @default 200000 */
  readonly window?: number | undefined
  /** Tokens of the window that are left free for the answer. @default a tenth of the window */
  readonly headroom?: number | undefined
  /** Above so many tokens of messages an epoch may begin. @default 45000, or 60 % of what the window has room for */
  readonly highWater?: number | undefined
  /**
   * An epoch goes down to so many tokens of messages, or half of that where the bill does not allow for more. In a long
   * history to 16 % of it, and `highWater` rises with it. @default 55 % of `highWater`
   */
  readonly lowWater?: number | undefined
  /** An epoch waits until the session cannot cost more than this share above no compression. @default 0.02 */
  readonly maxExtraCost?: number | undefined
  /** @default outputs above 8000 tokens that no edit depends on; `false`: none */
  readonly shortenOutputs?: ShortenOutputsOptions | false | undefined
  /** How an epoch compresses; its `budget` is the low-water mark. @default coverage */
  readonly compress?: CompressOptions | undefined
  /** Returns the time in milliseconds; without it nothing is known of a cache that grew cold. @default none */
  readonly clock?: (() => number) | undefined
}

/** Limits for sessions in memory; sessions beyond them continue from the store when they are used again. */
export interface MemoryLimits {
  /** Estimated memory of all sessions together; the latest one stays, however large. @default 64 MiB */
  readonly bytes?: number | undefined
  /** A session that was not used for so long leaves. @default 600000 */
  readonly idleMs?: number | undefined
}

export interface SessionsOptions extends SessionOptions {
  readonly memory?: MemoryLimits | undefined
}

/** Plain JSON: what a step sent, and what that costs against sending everything as it came. Tokens as corrected by usage. */
export interface StepReceipt {
  /** 1 called `shortened` `births`. */
  readonly version: 2
  readonly session: string
  /** Steps so far, this one included. */
  readonly step: number
  /** Rewrites so far, this one included. */
  readonly epoch: number
  readonly format?: FormatName
  /**
   * `append`: the view so far and what is new. `epoch`: the view was chosen anew. `rewind`: a history seen before goes
   * on from an earlier point. `untouched`: the request went out as it came.
   */
  readonly action: 'append' | 'epoch' | 'rewind' | 'untouched'
  readonly reason: string
  readonly messages: { readonly given: number; readonly sent: number; readonly fresh: number }
  readonly tokens: {
    /** Tokens of the request as it came, system and tools included. */
    readonly given: number
    readonly sent: number
    readonly saved: number
    /** Sent tokens of the prefix that the previous request had too. */
    readonly cached: number
    /** Cached tokens that this step gave up. */
    readonly broken: number
    /** What the window still takes, the answer aside; below 0 where the request does not fit. Absent where nothing was counted. */
    readonly room?: number
  }
  /** In uncached input tokens, as the prices say. */
  readonly cost: {
    /** As the session would have cost without compression: this step. */
    readonly given: number
    readonly sent: number
    /** given - sent: negative where a rewrite is paid for. */
    readonly saved: number
    /** All steps so far. */
    readonly total: { readonly given: number; readonly sent: number; readonly saved: number }
    /** `saved` of this step and of all steps in the currency of the prices. */
    readonly money?: { readonly saved: number; readonly total: number }
  }
  /** What the writer of notes has taken since the step before, and in all: billed beside `cost`. Absent until it was asked. */
  readonly writer?: WriterUse & { readonly total: WriterUse }
  /** New outputs that were reduced before they were sent. */
  readonly shortened: readonly ShortenedOutput[]
  /** The receipt of the compression, where there was an epoch. */
  readonly receipt?: Receipt
  /** What the provider reported for the step before. */
  readonly usage?: Usage
  readonly notes: readonly Note[]
}

/** What of a receipt changes when its request is sent once more. */
export type CountedStep = Pick<StepReceipt, 'session' | 'format' | 'tokens' | 'cost'>

export interface ShortenedOutput {
  readonly message: number
  readonly block: number
  readonly handle: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface Step<Request> {
  /** The same object that was passed in where nothing changed. */
  readonly request: Request
  readonly receipt: StepReceipt
  /** It does not count as sent: it was a dry run, or `isWanted` said no. */
  readonly isUnsent?: true
}

export interface StepOptions {
  /** What the step would send and cost, without taking it: for a count of tokens, say. @default false */
  readonly dryRun?: boolean | undefined
  /** Messages of the request that its author did not write, such as answered lookups: sent and billed, but not given. @default none */
  readonly added?: readonly Addition[] | undefined
  /** Definitions of tools that follow handles: behind those of the request wherever the view holds a handle. @default none */
  readonly tools?: readonly object[] | undefined
  /** The provider refused the last step: this one takes its place in the bill. @default false */
  readonly again?: boolean | undefined
  /**
   * So long a view may be computed, in milliseconds. Then the view in use is sent, with what is new as it came, and the one
   * that is being computed is kept for a later step. @default no limit
   */
  readonly timeoutMs?: number | undefined
  /**
   * Why nothing may be computed: the view in use is sent, with what is new as it came, without waiting for steps that are
   * being computed. @default none
   */
  readonly keepView?: Note | undefined
  /**
   * Asked when everything is computed, before the step counts as sent. After `false` it does not: its view is kept for a
   * later step. `room`: tokens that the window has left, below 0 where the request does not fit. @default always
   */
  readonly isWanted?: ((room: number) => boolean) | undefined
}

/** Plain JSON: messages `first` to `last` of a request, and what its author wrote in their place. */
export interface Addition {
  readonly first: number
  readonly last: number
  readonly messages: readonly unknown[]
}

export interface Session {
  /** Empty until the first step has named it, unless the caller did. */
  readonly id: string
  /** The request to send for the one that was asked for. Never throws: what cannot be read comes back as it is, with a note. */
  step<Request extends object>(request: Request, options?: StepOptions): Promise<Step<Request>>
  /** What the provider reported for the last step: corrects the estimate of tokens. */
  usage(usage: Usage): void
  /** The request of a step was sent once more with these messages behind it: its receipt, with what that cost. Never throws. */
  extend<Receipt extends CountedStep>(receipt: Receipt, messages: readonly unknown[]): Promise<Receipt>
  /** Computes the next epoch ahead of need, where one is near, so that the step that takes it need not wait. Never throws. */
  prepare(): Promise<void>
  /** The latest, in order. */
  receipts(): readonly StepReceipt[]
}

export interface Sessions {
  /** Each request finds its session by the messages that it begins with. */
  step<Request extends object>(
    request: Request,
    options?: StepOptions,
  ): Promise<Step<Request> & { readonly session: string }>
  usage(session: string, usage: Usage): void
  /** As that of a session; the very receipt where the session is not known here. */
  extend<Receipt extends CountedStep>(receipt: Receipt, messages: readonly unknown[]): Promise<Receipt>
  /** As that of a session; nothing where the session is not known here. */
  prepare(session: string): Promise<void>
  /** The latest of all sessions, in order. */
  receipts(): readonly StepReceipt[]
}
