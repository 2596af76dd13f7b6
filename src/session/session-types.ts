/** The types of a live session: options, requests, and the receipt of each step. */
import type { Receipt } from '../receipt.ts'
import type { Store } from '../store/store.ts'
import type { CompressOptions } from '../strategies/options/compress-options.ts'
import type { FormatName, Note, TokenCounter } from '../types.ts'
import type { WriterUse } from './writer-use.ts'

/** Prices as multiples of an uncached input token. */
export interface Prices {
  readonly read: number
  readonly write: number
  /** A prefix that was not used for this long expires; needs a `clock`. @default never */
  readonly ttlSeconds?: number | undefined
  /** The price of a million uncached input tokens, in any currency; receipts then also state money. @default none */
  readonly perMillion?: number | undefined
}

/** What a provider reported for the request of the last step. */
export interface Usage {
  /** All input tokens, including those from the cache. */
  readonly inputTokens: number
  /** Input tokens read from the cache. */
  readonly cachedTokens?: number | undefined
  /** Input tokens written to the cache. */
  readonly writtenTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** The step that it belongs to, if another one may have been taken since. @default the last one */
  readonly step?: number | undefined
}

/** How new tool output is reduced once, before it is first sent. */
export interface ShortenOutputsOptions {
  /** Smaller outputs, in tokens, stay as they are. @default 8000 */
  readonly from?: number | undefined
  /** The target size of an output, in tokens. @default 4000 */
  readonly maxTokens?: number | undefined
  /** Also shortens content of files, which an edit may have to quote exactly. @default false */
  readonly files?: boolean | undefined
  /** Whether texts that look like credentials are shown, or masked. @default as `compress.secrets` */
  readonly secrets?: 'show' | 'mask' | undefined
}

export interface SessionOptions {
  /** The key of the state; a session with the same id in the same store continues it. @default from the first messages */
  readonly id?: string | undefined
  /** @default one in memory, lost with the session */
  readonly store?: Store | undefined
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
  /** Counts tokens: a counter, or the name of the model to count as. @default o200k_base */
  readonly counter?: TokenCounter | string | undefined
  /** @default read 0.1, write 1.25 */
  readonly prices?: Prices | undefined
  /** Tokens of the model's window, including its answer. @default 200000 */
  readonly window?: number | undefined
  /** Tokens of the window that are reserved for the answer. @default a tenth of the window */
  readonly headroom?: number | undefined
  /** The tokens of messages above which an epoch may begin. @default 45000, or 60 % of the room in the window */
  readonly highWater?: number | undefined
  /**
   * The tokens of messages that an epoch leaves, or half of that if the bill does not allow more. In a long history it leaves
   * 16 % of it, and `highWater` rises with it. @default 55 % of `highWater`
   */
  readonly lowWater?: number | undefined
  /** An epoch waits until the session cannot cost more than this share above no compression. @default 0.02 */
  readonly maxExtraCost?: number | undefined
  /** @default outputs above 8000 tokens that no edit depends on; `false`: none */
  readonly shortenOutputs?: ShortenOutputsOptions | false | undefined
  /** How an epoch compresses; its `budget` is the low-water mark. @default coverage */
  readonly compress?: CompressOptions | undefined
  /** Returns the time in milliseconds; without it, expired caches are not detected. @default none */
  readonly clock?: (() => number) | undefined
}

/** Limits for sessions in memory; sessions beyond them continue from the store when they are used again. */
export interface MemoryLimits {
  /** Estimated memory of all sessions together; the latest one stays, however large. @default 64 MiB */
  readonly bytes?: number | undefined
  /** A session that was not used for this long is dropped, in milliseconds. @default 600000 */
  readonly idleMs?: number | undefined
}

export interface SessionsOptions extends SessionOptions {
  readonly memory?: MemoryLimits | undefined
}

/** Plain JSON: what a step sent, and its cost compared with sending everything unchanged. Tokens are corrected by usage. */
export interface StepReceipt {
  readonly version: 2
  readonly session: string
  /** Steps so far, this one included. */
  readonly step: number
  /** Rewrites so far, this one included. */
  readonly epoch: number
  readonly format?: FormatName
  /**
   * `append`: the view so far with new messages. `epoch`: a new view was chosen. `rewind`: a known history continues from an
   * earlier point. `untouched`: the request was sent unchanged.
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
    /** Tokens left in the window, without the answer; negative if the request does not fit. Absent if nothing was counted. */
    readonly room?: number
  }
  /** In uncached input tokens, by the prices. */
  readonly cost: {
    /** The cost of this step without compression. */
    readonly given: number
    readonly sent: number
    /** given - sent: negative if a rewrite is paid for. */
    readonly saved: number
    /** All steps so far. */
    readonly total: { readonly given: number; readonly sent: number; readonly saved: number }
    /** `saved` of this step and of all steps in the currency of the prices. */
    readonly money?: { readonly saved: number; readonly total: number }
  }
  /**
   * What the writer of notes used since the previous step, and in total: billed separately from `cost`. Absent until it was
   * asked.
   */
  readonly writer?: WriterUse & { readonly total: WriterUse }
  /** New outputs that were reduced before they were sent. */
  readonly shortened: readonly ShortenedOutput[]
  /** The receipt of the compression, if there was an epoch. */
  readonly receipt?: Receipt
  /** The usage that the provider reported for the previous step. */
  readonly usage?: Usage
  readonly notes: readonly Note[]
}

/** The parts of a receipt that change if its request is sent again. */
export type CountedStep = Pick<StepReceipt, 'session' | 'format' | 'tokens' | 'cost'>

export interface ShortenedOutput {
  readonly message: number
  readonly block: number
  readonly handle: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface Step<Request> {
  /** The same object that was passed in if nothing changed. */
  readonly request: Request
  readonly receipt: StepReceipt
  /** It does not count as sent: it was a dry run, or `isWanted` returned `false`. */
  readonly isUnsent?: true
}

export interface StepOptions {
  /** Only computes what the step would send and cost, for example to count tokens. @default false */
  readonly dryRun?: boolean | undefined
  /**
   * Messages of the request that its author did not write, such as answered lookups: sent and billed, but not given. @default
   * none
   */
  readonly added?: readonly Addition[] | undefined
  /** Definitions of tools that follow handles: added after those of the request if the view contains a handle. @default none */
  readonly tools?: readonly object[] | undefined
  /** The provider refused the last step: this one replaces it on the bill. @default false */
  readonly again?: boolean | undefined
  /**
   * Maximum time to compute a view, in milliseconds. After that the view in use is sent with new messages unchanged, and the
   * computed one is kept for a later step. @default no limit
   */
  readonly timeoutMs?: number | undefined
  /**
   * The reason why nothing may be computed: the view in use is sent with new messages unchanged, without waiting for steps that
   * are being computed. @default none
   */
  readonly keepView?: Note | undefined
  /**
   * Called when everything is computed, before the step counts as sent. If it returns `false`, the step does not count, and its
   * view is kept for a later one. `room`: tokens left in the window, negative if the request does not fit. @default always
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
  /** Empty until the first step, unless the caller gave one. */
  readonly id: string
  /**
   * The request to send in place of this one. Never throws: a request that cannot be read is returned as it is, with a note.
   */
  step<Request extends object>(request: Request, options?: StepOptions): Promise<Step<Request>>
  /** Takes the usage that the provider reported for the last step, which corrects the estimate of tokens. */
  usage(usage: Usage): void
  /**
   * The request of a step was sent again with these messages appended: returns its receipt with the added cost. Never throws.
   */
  extend<Receipt extends CountedStep>(receipt: Receipt, messages: readonly unknown[]): Promise<Receipt>
  /** Computes the next epoch ahead of need, if one is near, so that its step does not wait. Never throws. */
  prepare(): Promise<void>
  /** The latest receipts, in order. */
  receipts(): readonly StepReceipt[]
}

export interface Sessions {
  /** Each request finds its session by the messages that it begins with. */
  step<Request extends object>(
    request: Request,
    options?: StepOptions,
  ): Promise<Step<Request> & { readonly session: string }>
  usage(session: string, usage: Usage): void
  /** As that of a session; returns the same receipt if the session is unknown here. */
  extend<Receipt extends CountedStep>(receipt: Receipt, messages: readonly unknown[]): Promise<Receipt>
  /** As that of a session; does nothing if the session is unknown here. */
  prepare(session: string): Promise<void>
  /** The latest receipts of all sessions, in order. */
  receipts(): readonly StepReceipt[]
}
