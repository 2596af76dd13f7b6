/** The map of the system: every public word of the design as a type. Read this first. */

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
 * How a block's `text` stands in its raw message.
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

/** How one raw message fits a format. `own`: only this format writes it so. `shared`: others read it too. */
export type Fit = { readonly fits: 'own' | 'shared' } | { readonly fits: 'no'; readonly why: string }

/** Replace the value at `path` of one raw message: by `text`, or by what `text` parses to when `media` is `json`. */
export interface Edit {
  readonly message: number
  readonly path: Path
  readonly text: string
  readonly media: Media
}

/** Something a provider would reject. */
export interface Problem {
  readonly message: number
  readonly code:
    | 'unpaired-call'
    | 'unpaired-result'
    | 'wrong-order'
    | 'illegal-role'
    | 'empty-content'
    | 'broken-reasoning'
    | 'malformed'
  readonly why: string
}

/** Where a whole request body of a format keeps its parts. */
export interface RequestShape {
  readonly messages: string
  /** Top-level keys that hold system text beside the messages. */
  readonly system: readonly string[]
  readonly tools: readonly string[]
  /** Whether the other keys of a body are those of this format alone. */
  readonly isOwn?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Assumed for a body that no format recognises as its own. */
  readonly isDefault?: true
  /** Requests of the provider's API that carry a conversation, by the end of their path. */
  readonly routes?: readonly RequestRoute[]
}

export interface RequestRoute {
  readonly path: RegExp
  /** `count`: asks only how many tokens the request has. */
  readonly purpose: 'answer' | 'count'
}

/** Tokens that a provider adds around content. */
export interface Framing {
  readonly message: number
  readonly toolCall: number
  readonly toolResult: number
  /** Once a request, for the start of the reply. */
  readonly reply: number
}

/** Which messages a summary stands for, kept in `metadata._cce_original`. */
export interface Provenance {
  readonly ids: readonly string[]
  readonly summary_id: string
  /** Summaries among the sources. */
  readonly parent_ids?: readonly string[]
  readonly version: number
}

/** Everything about one provider's message shape, in one place. */
export interface Format {
  readonly name: FormatName
  /** What its users call it. */
  readonly title: string
  readonly request: RequestShape
  readonly framing: Framing
  /** Every `type` that a content part can have, where parts have one. */
  readonly partTypes?: readonly string[]
  /** Its messages may hold byte arrays. */
  readonly holdsBytes?: true
  /** Judges one raw message against the other known formats. Never throws. */
  detect(message: unknown, known: readonly Format[]): Fit
  /** One `Message` for each raw message, in order. Never mutates. Call only with messages that `detect` accepts. */
  read(messages: readonly unknown[]): readonly Message[]
  /** The same array with no edits; otherwise only edited messages are new objects, and only their edited values differ. */
  write(messages: readonly unknown[], edits: readonly Edit[]): readonly unknown[]
  /** What the provider would reject, by its documented rules; empty when it would accept. */
  check(messages: readonly unknown[]): readonly Problem[]
  /** The message with a word on where its text came from; `undefined` where the message has no room for that. */
  annotate?(message: unknown, provenance: Provenance): unknown
  /**
   * Messages of one role as one message, with the content of all in order. Fields beside the content are those of the
   * latest that has them. `undefined`: they cannot be one message.
   */
  join(messages: readonly unknown[]): unknown
  /** Fresh raw messages from neutral ones, for conversion. Opaque blocks that this format cannot say are left out. */
  create(messages: readonly Message[]): readonly unknown[]
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

/** A session file as an agent wrote it, brought into one provider format. */
export interface Transcript {
  readonly agent: AgentName
  readonly format: FormatName
  /** Raw messages of `format`, in the order the model saw them. */
  readonly messages: readonly unknown[]
  /** `origins[i]` says where `messages[i]` came from. */
  readonly origins: readonly Origin[]
  readonly events: readonly TranscriptEvent[]
  /** Conversations of sub-agents, told apart from the main one. */
  readonly sidechains: readonly Sidechain[]
  readonly problems: readonly LineProblem[]
  readonly session?: string
  readonly model?: string
  readonly cwd?: string
  /** System text that the log keeps outside the messages. */
  readonly system?: string
  /** The whole request body, where the file is one; `messages` are its messages. */
  readonly request?: Readonly<Record<string, unknown>>
}

export interface Sidechain {
  readonly name: string
  readonly messages: readonly unknown[]
  readonly origins: readonly Origin[]
}

export interface Origin {
  /** First line of the file (1-based) that speaks of this message. */
  readonly line: number
  readonly timestamp?: string
  readonly cwd?: string
  readonly id?: string
}

export type TranscriptEvent =
  | {
      readonly type: 'compaction'
      readonly line: number
      /** The event stands before `messages[at]`. */
      readonly at: number
      readonly summary?: string
      readonly tokensBefore?: number
      readonly trigger?: string
      readonly timestamp?: string
    }
  | {
      readonly type: 'usage'
      readonly line: number
      readonly at: number
      readonly inputTokens: number
      readonly outputTokens: number
      readonly cachedTokens?: number
    }

export interface LineProblem {
  readonly line: number
  readonly why: string
}

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

/** What a model is told beside the text. */
export interface AskContext {
  /** Who said the text. */
  readonly role: Role
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Words that must not be lost: a summary keeps them letter for letter. */
  readonly preserveTerms?: readonly string[]
}

export interface SummaryContext extends AskContext {
  /** How long the summary should be at most. */
  readonly maxTokens: number
}

/**
 * Contract: may answer at once or later, may throw, may be slow, may be wrong. Its answer is a proposal: it is used
 * only if it is shorter in tokens and quotes truthfully, and whatever else happens costs nothing but its time.
 */
export type Summarizer = (text: string, context: SummaryContext) => string | Promise<string>

/** Whether a text is better kept as it is. */
export interface Classification {
  readonly decision: 'preserve' | 'compress'
  /** From 0 to 1. @default 1 */
  readonly confidence?: number | undefined
  /** A few words for the trace. */
  readonly reason?: string | undefined
}

/** Contract: as that of a summarizer. What the rules protect is never asked about; without a sound answer they decide. */
export type Classifier = (text: string, context: AskContext) => Classification | Promise<Classification>

/** `hybrid`: asked about what the rules would tell shorter as a whole. `full`: about every text that nothing protects. */
export type ClassifierMode = 'hybrid' | 'full'

/** What a model may write of a session: prose, which nobody is said to have spoken. */
export interface LedgerProse {
  readonly intent?: string
  readonly state?: string
  readonly next: readonly string[]
  readonly decisions: readonly { readonly decision: string; readonly why?: string }[]
}

/**
 * Contract: as that of a summarizer. Of its answer, which should be a `LedgerProse`, each entry is used only if it quotes
 * truthfully, holds no secret and names no path, identifier or number that the session does not name.
 */
export type LedgerWriter = (text: string, context: SummaryContext) => unknown

/** What the writer of a note is told beside the view that it writes from. */
export interface NoteContext {
  /** How long the note should be at most. */
  readonly maxTokens: number
  /** What the reader of the note sees beside it, to the letter. */
  readonly beside: string
  /** The note of an earlier round of the same session. */
  readonly earlier?: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Words that must not be lost. */
  readonly preserveTerms?: readonly string[]
}

/** A note with what its call took, where that is known. */
export interface WrittenNote {
  readonly text: string
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/**
 * Contract: as that of a summarizer. Writes a note from a larger view of a session, never from the session itself; of its
 * answer each sentence is used only if it quotes truthfully and names only what the session names.
 */
export type NoteWriter = (
  view: string,
  context: NoteContext,
) => string | WrittenNote | Promise<string | WrittenNote>

// ── Store ───────────────────────────────────────────────────────────────────

/** Exact bytes under their own hash. */
export interface Original {
  /** SHA-256 of `bytes`, in hex. */
  readonly hash: string
  readonly bytes: Uint8Array
  /** What full-text search may see where that is not the bytes themselves: the text with its secrets masked. */
  readonly searchable?: string
}

/** That a text seen in a view stands for an original. */
export interface View {
  /** SHA-256 of the text in the view, in hex. */
  readonly hash: string
  /** Hash of the original that it stands for. */
  readonly original: string
  readonly media: OriginalMedia
}

export interface SessionInfo {
  readonly id: string
  readonly format?: FormatName
  readonly agent?: AgentName
  readonly model?: string
}

/** Everything one compression adds to a store, in one transaction. */
export interface Run {
  readonly originals: readonly Original[]
  readonly views: readonly View[]
  /** Absent where a whole document is kept beside the view that was written of it. */
  readonly receipt?: Receipt
  readonly session?: SessionInfo
}

export interface Stored {
  readonly hash: string
  readonly handle: string
  /** False where the store held the bytes already. */
  readonly added: boolean
}

/** Part of an original: lines (1-based) or bytes (0-based), both ends included for lines, end excluded for bytes. */
export type Range =
  | { readonly lines: readonly [first: number, last: number] }
  | { readonly bytes: readonly [start: number, end: number] }

export interface SearchOptions {
  readonly limit?: number
  readonly session?: string
}

export interface SearchHit {
  readonly handle: string
  /** 1-based line of the first match. */
  readonly line: number
  /** The matching line with a little around it, one line of text. */
  readonly snippet: string
  readonly size: number
}

/** An original as a list shows it. */
export interface ListedOriginal {
  readonly handle: string
  /** In bytes. */
  readonly size: number
}

export interface StoreStats {
  readonly originals: number
  readonly purged: number
  readonly sessions: number
  readonly receipts: number
  /** Bytes of all originals, and what they take in the store. */
  readonly bytes: number
  readonly storedBytes: number
  readonly tokensSaved: number
}

export interface Verification {
  readonly checked: number
  readonly corrupt: readonly string[]
  /** Problems of the store itself: integrity check, search index, dangling views. */
  readonly problems: readonly string[]
}

/** Why an original was purged: it was named, its session was, everything was, or it broke a rule of retention. */
export type PurgeReason = 'handle' | 'session' | 'everything' | 'age' | 'size'

/** What is left of a purged original. */
export interface Tombstone {
  /** Milliseconds since 1970; absent where a version of Fovea purged it that did not keep this. */
  readonly at?: number
  readonly reason?: PurgeReason
}

/**
 * What to keep. An original is used when it is stored, and whenever a session that uses it stores anything: a session
 * ages as a whole.
 */
export interface Retention {
  /** Purge what was not used for so many milliseconds. */
  readonly maxAge?: number
  /** Purge what was not used for longest, until the store takes at most so many bytes on disk. */
  readonly maxBytes?: number
  /** What was used within so many milliseconds is never purged by these rules. @default an hour */
  readonly grace?: number
  /** The time that ages end at, in milliseconds since 1970. @default the clock of the store */
  readonly now?: number
}

/**
 * What to purge. At least one limit must be given, and an original must satisfy each of `handles`, `session` and
 * `everything` that is. With rules of retention, only what breaks one of them goes.
 */
export interface PurgeFilter extends Retention {
  readonly handles?: readonly string[]
  readonly session?: string
  readonly everything?: true
}

export interface PurgeReport {
  /** How many are purged, and their bytes. */
  readonly originals: number
  readonly bytes: number
  /** What the store takes on disk afterwards, and how much less that is. */
  readonly storeBytes: number
  readonly freedBytes: number
}

/** One short step of long work on a store: which part of it, and how far. */
export interface StoreStep {
  readonly phase: 'pages' | 'originals' | 'index' | 'space' | 'log'
  readonly done: number
  /** Absent where it shows only at the end. */
  readonly total?: number
}

export interface StepOptions {
  /** Called after every step. */
  readonly onStep?: (step: StoreStep) => void
  /** Ends the work after a step. What was done is done; the store is sound. */
  readonly signal?: AbortSignal
}

/** A well-formed text, such as JSON, and how often it was written. */
export interface SessionState {
  readonly version: number
  readonly value: string
}

export interface RecordedReceipt {
  readonly run: number
  readonly session?: string
  readonly receipt: Receipt
}

/**
 * An embedded store. Contract: every method is atomic, except that long work goes in steps of which each is; a failure
 * throws a `FoveaError` and changes nothing.
 * Handles are `db_` and at least 12 hex digits; anything else is refused with `invalid-handle`.
 */
export interface SyncStore {
  /** The shortest handles that name these hashes here, as they would be after `record`. Reads only. */
  handles(hashes: readonly string[]): readonly string[]
  /** Keeps bytes under their hash. Idempotent; one transaction for the whole batch. */
  put(originals: readonly Original[]): readonly Stored[]
  /** The exact bytes, hash verified. Throws `not-found`, `purged`, `corrupt` or `ambiguous-handle`. */
  get(handle: string, range?: Range): Uint8Array
  /**
   * The hash of the original that a handle names among those that runs of a session stored or showed, purged ones
   * included. Every other handle is `not-found`, whether or not the store holds something under it.
   */
  find(handle: string, session: string): string
  /** The originals that these view hashes stand for; unknown hashes are left out. */
  views(hashes: readonly string[]): ReadonlyMap<string, View>
  search(query: string, options?: SearchOptions): readonly SearchHit[]
  /** The originals that came last, the latest first; purged ones are left out. */
  newest(limit: number): readonly ListedOriginal[]
  /** Originals, views and receipt of one compression: all or nothing. */
  record(run: Run): void
  receipts(session?: string): readonly RecordedReceipt[]
  stats(): StoreStats
  /** Re-hashes every original and checks the store itself. */
  verify(): Verification
  /** The same in short steps; anyone may write between two of them, and it may be left at any. */
  verifySteps(): Generator<StoreStep, Verification>
  /** Forgets content for good and leaves a tombstone for each original. Returns how many. */
  purge(filter: PurgeFilter): number
  /**
   * The same in short steps, each a transaction of its own; anyone may write between two of them. Left in the middle,
   * the store is sound and the rest waits for the next purge.
   */
  purgeSteps(filter: PurgeFilter): Generator<StoreStep, PurgeReport>
  /** What `purge` would do now. The bytes that rules of retention free are an estimate. */
  previewPurge(filter: PurgeFilter): PurgeReport
  /** Gives back all room that the store does not need, in short steps. */
  compactSteps(): Generator<StoreStep, PurgeReport>
  /** Writes every original to `directory`, named by its handle. Returns how many. */
  exportTo(directory: string): number
  /** What a live session left under a name to go on from. A purge of what the session used forgets it too. */
  state(session: string, name: string): SessionState | undefined
  /** Compare-and-swap: writes where `version` still stands, 0 where nothing does. Whether it did. */
  setState(session: string, name: string, value: string, version: number): boolean
  close(): void
}

/** A store that may answer later. Every `SyncStore` is one. */
export type Store = {
  readonly [Method in keyof SyncStore]: (
    ...args: Parameters<SyncStore[Method]>
  ) => ReturnType<SyncStore[Method]> | Promise<ReturnType<SyncStore[Method]>>
}

// ── Results ─────────────────────────────────────────────────────────────────

export interface Change extends Target {
  /** The messages that were told together with this one. */
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
  readonly budget?: { readonly tokens: number; readonly met: boolean; readonly floor?: Floor }
  readonly changes: readonly Change[]
  /** How many changes lose how much. */
  readonly losses: Readonly<Record<Loss, number>>
  readonly notes: readonly Note[]
  /** Runs of messages that stand in the view as one: what is told of earlier messages joins its neighbours of the same role. */
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
  /** Handles of what it was written from: the larger view, and the messages that it tells of. */
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
  /** In seconds, below 5; only where the caller lends a clock. */
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

/** Originals by the hash of the text that stands for them in a view; maps of several rounds merge by spreading. */
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
  /** The last text that the ledger tells of. */
  readonly anchor: Anchor
  readonly ledger: StatedLedger
  /** SHA-256 of the text that tells it in the view; absent where none does. */
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
