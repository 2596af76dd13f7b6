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
  /** The very array that was passed in where nothing changed. */
  readonly messages: Message[]
  readonly receipt: Receipt
  readonly originalsByHash: OriginalsByHash
  /** Of the strategies that keep a ledger: hand it back as `state`, and the next round reads only what is new. */
  readonly state?: ResumeState
}

/** Plain JSON: what was done, why, and what could not be done. */
export interface Receipt {
  /** 1 called `systemAndToolTokens` of the pressure `beside`; a store hands it out as 2. */
  readonly version: 2
  readonly format?: FormatName
  readonly strategy: StrategyName
  readonly tokens: { readonly before: TokenCount; readonly after: TokenCount; readonly counter: string }
  /** after / before. */
  readonly keptRatio: number
  readonly budget?: {
    readonly tokens: number
    readonly met: boolean
    readonly floor?: Floor
    /** Where the budget was given as a share such as `'30%'`. */
    readonly share?: BudgetShare
  }
  readonly changes: readonly Change[]
  /** How many changes lose how much. */
  readonly losses: Readonly<Record<Loss, number>>
  readonly notes: readonly Note[]
  /** Runs of messages that are one message in the view: a summary joins its neighbours of the same role. */
  readonly joined?: readonly { readonly first: number; readonly last: number }[]
  /** What was decided about every block, where a trace was asked for. */
  readonly decisions?: readonly TracedDecision[]
  /** How a partition came out. */
  readonly metrics?: PartitionMetrics
  /** What the view still answers about what was removed, where a gate asked. */
  readonly gate?: GateReport
  /** What came of asking for a note, where there is a writer and something to write about. */
  readonly note?: NoteReport
  /** How full the window is and what was chosen for that, where a window or the strategy `auto` was asked for. */
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

/** How much of the original the view still says. */
export type Loss = 'lossless' | 'recoverable' | 'lossy'

/** A decision as it turned out. */
export interface TracedDecision extends Target {
  readonly action: 'keep' | 'reduce' | 'reference' | 'merge'
  readonly reducer?: ReducerName
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** A number of tokens that says whether the model's own tokenizer would say the same. */
export interface TokenCount {
  readonly tokens: number
  readonly exact: boolean
}

/** What makes a budget impossible, in tokens. */
export interface Floor {
  readonly tokens: number
  /** Tokens that may not be touched, by the reason why. */
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
  /** `written`: the note is in the view. Else the view is the one without it, and a note of the receipt says why. */
  readonly outcome: 'written' | 'rejected' | 'failed' | 'timed-out' | 'aborted' | 'over-cap' | 'no-room'
  /** Calls made for this view; 0 where the same note was written before. */
  readonly calls: number
  /** Tokens of the call: as the writer reports them, else counted. */
  readonly input: number
  readonly output: number
  /** In the currency of `writerPrices`. */
  readonly cost?: number
  /** Of the note in the view. */
  readonly tokens: number
  /** Sentences that did not hold and were left out. */
  readonly cut: number
  /** Handles of what it was written from: the larger view, and the messages that it covers. */
  readonly from?: { readonly view: string; readonly originals: readonly string[] }
}

export interface AutoReport {
  /** Absent where the request was left as it is. */
  readonly strategy?: StrategyName
  /** In the order of the questions that led to it. */
  readonly reasons: readonly string[]
  /** Absent where the size of the window is unknown. */
  readonly pressure?: ContextPressure
}

/** How full a window is. */
export interface ContextPressure {
  readonly model?: string
  readonly window: number
  /** Left free for the answer. */
  readonly reserve: number
  /** Taken by the system text and the tools. */
  readonly systemAndToolTokens: number
  /** What is left for the messages; 0 where the others take it all. */
  readonly usable: number
  /** Of the messages. */
  readonly tokens: number
  /** tokens / usable: above 1 the request does not fit. */
  readonly share: number
}

/** Questions about what was removed, and whether the view answers them. */
export interface GateReport {
  /** `passed`: at once. `raised`: after more was shown. `missed`: not all that is critical. `kept`: the request stays whole. */
  readonly outcome: 'passed' | 'raised' | 'missed' | 'kept'
  readonly probes: number
  readonly visible: number
  /** visible / probes; 1 where there was nothing to ask. */
  readonly score: number
  readonly critical: number
  readonly criticalVisible: number
  /** Critical questions that the first view could not answer. */
  readonly missedBefore: number
  /** What the view does not answer, the critical first; at most 20. */
  readonly misses: readonly GateMiss[]
}

export interface GateMiss {
  readonly type: string
  readonly question: string
  /** All of them would have to be in the view. In lower case. */
  readonly keywords: readonly string[]
  readonly critical: boolean
  /** The message that answers it. */
  readonly message: number
}

/** What was measured, what was aimed at, and whether it was reached. */
export interface Metric {
  readonly value: number
  readonly target: number
  readonly met: boolean
}

export interface PartitionMetrics {
  /** after / before, at most 0.60. */
  readonly keptRatio: Metric
  /** 1 - keptRatio, at least 0.40, and the tokens that it means. */
  readonly reduction: Metric & { readonly tokens: number }
  /** Of the key facts in the texts that changed, the share that the view still says word for word; at least 0.95. */
  readonly information: Metric & { readonly preserved: number; readonly facts: number }
  /** Of the originals, the share that comes back with its hash; above 0.99. */
  readonly recovery: Metric & { readonly restored: number; readonly attempts: number }
  /** In seconds, below 5; only where the caller passes a clock. */
  readonly time?: Metric
  readonly zones?: Zones
  /** Hand it back as `partition.since`, and the next round works on what is new. */
  readonly anchor?: Anchor
}

/** Tokens of the blocks of a request, by what becomes of them. The first three add up to the whole. */
export interface Zones {
  /** In the preservation zone. */
  readonly preserved: number
  /** Neither zone may touch them: roles, pins, calls, what was compressed before. */
  readonly untouchable: number
  /** In the compression zone. */
  readonly compressible: number
  /** The most that should stay of all blocks, and what the plan expects to stay. */
  readonly target: number
  readonly expected: number
  /** How full the window is, where it is known. */
  readonly pressure?: number
}
