/** The map of the system: messages, formats by name, strategies, receipts and results. Read this first. */

// ── Messages ────────────────────────────────────────────────────────────────

/** The listed names, for completion, or any other name that a registry knows. */
export type OpenName<Known extends string> = Known | (string & Record<never, never>)

export type FormatName = OpenName<
  'plain' | 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ai-sdk'
>

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

/** Steps from a raw message down to one value inside it: `['content', 0, 'text']`. */
export type Path = readonly (string | number)[]

/**
 * How a block's `text` is held in its raw message.
 * `text`: it is the very string the provider sees. `json`: it is `JSON.stringify` of the value at `path`.
 */
export type Media = 'text' | 'json'

/** What an original is: the text of a block, the JSON of its value, or the JSON of whole raw messages. */
export type OriginalMedia = Media | 'messages'

/** One provider message in the neutral model; message `i` always describes raw message `i`. */
export interface Message {
  readonly role: Role
  readonly blocks: readonly Block[]
  /** The identifier that the raw message carries, if it carries one. */
  readonly id?: string
}

export type Block = TextBlock | ToolCallBlock | ToolResultBlock | OpaqueBlock

interface Located {
  /** The value that an edit of this block replaces. Absent: this block is never edited. */
  readonly path?: Path
}

export interface TextBlock extends Located {
  readonly type: 'text'
  readonly text: string
  readonly media: 'text'
}

export interface ToolCallBlock extends Located {
  readonly type: 'toolCall'
  readonly callId: string
  readonly name: string
  /** The arguments as JSON text (or as the raw text of a free-form tool). */
  readonly text: string
  readonly media: Media
}

/** One text of a tool's answer; an answer of several parts is several blocks with one `callId`. */
export interface ToolResultBlock extends Located {
  readonly type: 'toolResult'
  readonly callId: string
  readonly name?: string
  readonly text: string
  readonly media: Media
  readonly isError?: boolean
}

export type OpaqueKind =
  | 'reasoning'
  | 'image'
  | 'document'
  | 'audio'
  | 'video'
  | 'refusal'
  | 'serverTool'
  | 'compaction'
  | 'unknown'

/** Whatever is passed through byte for byte: counted, never changed. */
export interface OpaqueBlock {
  readonly type: 'opaque'
  readonly kind: OpaqueKind
  /** The raw part, by reference. */
  readonly value: unknown
  /** Set where the part belongs to a tool's answer. */
  readonly callId?: string
}

// ── Formats ─────────────────────────────────────────────────────────────────

/** Tokens that a provider adds around content. */
export interface Framing {
  readonly message: number
  readonly toolCall: number
  readonly toolResult: number
  /** Once a request, for the start of the reply. */
  readonly reply: number
}

// ── Transcripts ─────────────────────────────────────────────────────────────

export type AgentName = OpenName<
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'copilot-cli'
  | 'pi'
  | 'cline'
  | 'swe-agent'
  | 'mini-swe-agent'
  | 'openhands'
  | 'tau-bench'
  | 'messages'
>

// ── Measuring ───────────────────────────────────────────────────────────────

/** Counts tokens of text. Contract: pure, never throws, linear in the length of the text. */
export interface TokenCounter {
  readonly name: string
  /** Whether `count` is what the model's own tokenizer would say. */
  readonly exact: boolean
  count(text: string): number
}

export type ContentKind = OpenName<
  | 'prose'
  | 'markdown'
  | 'code'
  | 'json'
  | 'diff'
  | 'log'
  | 'test-run'
  | 'build'
  | 'search'
  | 'listing'
  | 'stack-trace'
  | 'html'
  | 'table'
  | 'encoded'
  | 'reasoning'
  | 'media'
  | 'other'
>

// ── Planning and reducing ───────────────────────────────────────────────────

export type StrategyName = OpenName<
  /** Chosen by how full the window is and by what the session is about. */
  | 'auto'
  | 'cap'
  | 'rules'
  | 'partition'
  | 'coverage'
  | 'window'
  | 'importance'
  | 'anchored'
  | 'hybrid'
  | 'regenerative'
  | 'opaque'
>

export interface Target {
  readonly message: number
  readonly block: number
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

/** The last text that an earlier round has seen, by what it says: the first, second … text of this hash. */
export interface Anchor {
  readonly hash: string
  readonly occurrence: number
}

export type ReducerName =
  | 'duplicate'
  | 'excerpt'
  | 'summary'
  | 'code-split'
  | 'repeated'
  | 'near-duplicate'
  | 'superseded'
  | 'truncated'
  | 'file-pointer'
  | 'conversation-summary'
  | 'command-excerpt'
  | 'result-reference'
  | 'change'
  | 'lossless-form'
  | 'session-summary'
  | 'binding-lines'
  | SpanFormName

/** Texts in place of messages, written for a request as a whole. */
export type SpanFormName = 'digest' | 'earlier-line' | 'ledger' | 'opaque-line'

/** How much of the original the view still says. */
export type Loss = 'lossless' | 'recoverable' | 'lossy'

// ── Results ─────────────────────────────────────────────────────────────────

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

export interface Note {
  readonly code: string
  readonly message: string
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
  /** Absent where nobody knows how large the window is. */
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

/** `on`: what a view must still answer is raised within the budget. `strict`: or the request stays as it was. */
export type GateMode = 'off' | 'on' | 'strict'

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

/** A decision as it turned out. */
export interface TracedDecision extends Target {
  readonly action: 'keep' | 'reduce' | 'reference' | 'merge'
  readonly reducer?: ReducerName
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** Originals by the hash of the text that replaces them in a view; maps of several rounds merge by spreading. */
export type OriginalsByHash = Readonly<Record<string, OriginalEntry>>

export interface OriginalEntry {
  readonly handle: string
  readonly text: string
  readonly media: OriginalMedia
}

export interface CompressResult<Message> {
  /** The very array that was passed in where nothing changed. */
  readonly messages: Message[]
  readonly receipt: Receipt
  readonly originalsByHash: OriginalsByHash
  /** Of the strategies that keep a ledger: hand it back as `state`, and the next round reads only what is new. */
  readonly state?: ResumeState
}

/** How far a ledger has been kept. Plain JSON, to go on from in another process. */
export interface ResumeState {
  readonly version: 1
  readonly strategy: StrategyName
  /** The last text that the ledger covers. */
  readonly anchor: Anchor
  readonly ledger: StatedLedger
  /** SHA-256 of the text that shows it in the view; absent where none does. */
  readonly view?: string
}

/** A ledger as it is written down; whoever reads one back checks it. */
export interface StatedLedger {
  readonly version: 2
  /** Number of the message that comes next. */
  readonly turns: number
  readonly rows: readonly object[]
  readonly custom: readonly string[]
  readonly omitted: Readonly<Record<string, number>>
}
