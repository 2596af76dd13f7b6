/** What `compress` returns, and the receipt in it: what was done, why, and what could not be done. */
import type {
  Anchor,
  FormatName,
  Note,
  OriginalsByHash,
  ReducerName,
  ResumeState,
  StrategyName,
  Target,
} from './types.ts'

export interface CompressResult<Message> {
  /** The same array that was passed in where nothing changed. */
  readonly messages: Message[]
  readonly receipt: Receipt
  readonly originalsByHash: OriginalsByHash
  /** From strategies with a ledger: pass it as `state`, and the next round reads only new messages. */
  readonly state?: ResumeState
}

/** Plain JSON: what was done, why, and what could not be done. */
export interface Receipt {
  /** Version 1 called `systemAndToolTokens` of the pressure `beside`; a store returns it as version 2. */
  readonly version: 2
  readonly format?: FormatName
  /** The strategy that was applied; `none` where the messages came back unchanged because of an error. */
  readonly strategy: StrategyName
  readonly tokens: { readonly before: TokenCount; readonly after: TokenCount; readonly counter: string }
  /** after / before. */
  readonly keptRatio: number
  readonly budget?: {
    readonly tokens: number
    readonly met: boolean
    readonly floor?: Floor
    /** If the budget was given as a share such as `'30%'`. */
    readonly share?: BudgetShare
  }
  readonly changes: readonly Change[]
  /** The number of changes by loss. */
  readonly losses: Readonly<Record<Loss, number>>
  readonly notes: readonly Note[]
  /** Runs of messages that are one message in the view: a summary is joined with its neighbours of the same role. */
  readonly joined?: readonly { readonly first: number; readonly last: number }[]
  /** What was decided about every block, if a trace was requested. */
  readonly decisions?: readonly TracedDecision[]
  /** The results of a partition. */
  readonly metrics?: PartitionMetrics
  /** What the view still answers about removed messages, if a gate was used. */
  readonly gate?: GateReport
  /** The result of asking for a note, if there is a writer and something to write about. */
  readonly note?: NoteReport
  /** How full the window is and what was chosen for that, if a window or the strategy `auto` was requested. */
  readonly auto?: AutoReport
}

export interface Change extends Target {
  /** The messages that were merged into this one. */
  readonly merged?: readonly number[]
  readonly reducer: ReducerName
  readonly reason: string
  readonly loss: Loss
  /** Hash and handle of the original. */
  readonly original: string
  readonly handle: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** How much of the original the view still shows. */
export type Loss = 'lossless' | 'recoverable' | 'lossy'

/** A decision, with its result. */
export interface TracedDecision extends Target {
  readonly action: 'keep' | 'reduce' | 'reference' | 'merge'
  readonly reducer?: ReducerName
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** A number of tokens, and whether the model's own tokenizer would give the same. */
export interface TokenCount {
  readonly tokens: number
  readonly exact: boolean
}

/** What makes a budget impossible, in tokens. */
export interface Floor {
  readonly tokens: number
  /** Tokens that must not be changed, by reason. */
  readonly parts: Readonly<Record<string, number>>
}

/** `tokens` of the budget = `part` × `compressible` + `systemAndToolTokens`. */
export interface BudgetShare {
  /** 0.3 for `'30%'`. */
  readonly part: number
  /** Tokens of the messages without system text: what may be compressed. */
  readonly compressible: number
  /** Tokens of the system text and the tools, which stay as they are. */
  readonly systemAndToolTokens: number
}

export interface NoteReport {
  /** `written`: the note is in the view. Otherwise the view has no note, and a note of the receipt gives the reason. */
  readonly outcome: 'written' | 'rejected' | 'failed' | 'timed-out' | 'aborted' | 'over-cap' | 'no-room'
  /** Calls made for this view; 0 where the same note was already written. */
  readonly calls: number
  /** Tokens of the call: as the writer reports them, else counted. */
  readonly input: number
  readonly output: number
  /** In the currency of `writerPrices`. */
  readonly cost?: number
  /** Tokens of the note in the view. */
  readonly tokens: number
  /** Invalid sentences that were left out. */
  readonly cut: number
  /** Handles of its sources: the larger view, and the messages that it covers. */
  readonly from?: { readonly view: string; readonly originals: readonly string[] }
}

export interface AutoReport {
  /** Absent where the request was left as it is. */
  readonly strategy?: StrategyName
  /** In the order in which they were checked. */
  readonly reasons: readonly string[]
  /** Absent where the size of the window is unknown. */
  readonly pressure?: ContextPressure
}

/** How full a window is. */
export interface ContextPressure {
  readonly model?: string
  readonly window: number
  /** Tokens reserved for the answer. */
  readonly reserve: number
  /** Tokens of the system text and the tools. */
  readonly systemAndToolTokens: number
  /** Tokens left for the messages; 0 where the others take all. */
  readonly usable: number
  /** Tokens of the messages. */
  readonly tokens: number
  /** tokens / usable: above 1 the request does not fit. */
  readonly share: number
}

/** Questions about what was removed, and whether the view answers them. */
export interface GateReport {
  /**
   * `passed`: at once. `raised`: after more was shown. `missed`: some critical answers are missing. `kept`: the request stays
   * unchanged.
   */
  readonly outcome: 'passed' | 'raised' | 'missed' | 'kept'
  readonly probes: number
  readonly visible: number
  /** visible / probes; 1 if there was nothing to ask. */
  readonly score: number
  readonly critical: number
  readonly criticalVisible: number
  /** Critical questions that the first view did not answer. */
  readonly missedBefore: number
  /** Questions that the view does not answer, the critical ones first; at most 20. */
  readonly misses: readonly GateMiss[]
}

export interface GateMiss {
  readonly type: string
  readonly question: string
  /** The view would need all of them. In lower case. */
  readonly keywords: readonly string[]
  readonly critical: boolean
  /** The message that answers it. */
  readonly message: number
}

/** The measured value, its target, and whether the target was met. */
export interface Metric {
  readonly value: number
  readonly target: number
  readonly met: boolean
}

export interface PartitionMetrics {
  /** after / before, at most 0.60. */
  readonly keptRatio: Metric
  /** 1 - keptRatio, at least 0.40, with the tokens saved. */
  readonly reduction: Metric & { readonly tokens: number }
  /** The share of key facts in changed texts that the view still shows word for word; at least 0.95. */
  readonly information: Metric & { readonly preserved: number; readonly facts: number }
  /** The share of originals that are restored with the right hash; above 0.99. */
  readonly recovery: Metric & { readonly restored: number; readonly attempts: number }
  /** In seconds, below 5; only if the caller passes a clock. */
  readonly time?: Metric
  readonly zones?: Zones
  /** Pass it as `partition.since`, and the next round compresses only new messages. */
  readonly anchor?: Anchor
}

/** Tokens of the blocks of a request, by zone. The first three add up to the whole. */
export interface Zones {
  /** In the preservation zone. */
  readonly preserved: number
  /** In neither zone: roles, pins, calls, texts compressed before. */
  readonly untouchable: number
  /** In the compression zone. */
  readonly compressible: number
  /** The target for all blocks, and what the plan expects. */
  readonly target: number
  readonly expected: number
  /** How full the window is, where it is known. */
  readonly pressure?: number
}
