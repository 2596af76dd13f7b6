/** The map of the system: messages, names of formats and strategies, results. Read this first, then `receipt.ts`. */

// ── Messages ────────────────────────────────────────────────────────────────

/** The listed names, for completion, or any other name that a registry knows. */
export type OpenName<Known extends string> = Known | (string & Record<never, never>)

export type FormatName = OpenName<
  'plain' | 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ai-sdk' | 'bedrock'
>

/** The agents whose session files are read. */
export type AgentName = OpenName<
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'qwen-code'
  | 'copilot-cli'
  | 'opencode'
  | 'pi'
  | 'cline'
  | 'swe-agent'
  | 'mini-swe-agent'
  | 'openhands'
  | 'tau-bench'
  | 'specstory'
  | 'aider'
  | 'messages'
>

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

/** Steps from a raw message down to one value inside it: `['content', 0, 'text']`. */
export type Path = readonly (string | number)[]

/**
 * How the `text` of a block is represented in its raw message. `text`: it is the string that the provider sees. `json`: it is
 * `JSON.stringify` of the value at `path`.
 */
export type Media = 'text' | 'json'

/** What an original is: the text of a block, the JSON of its value, or the JSON of whole raw messages. */
export type OriginalMedia = Media | 'messages'

/** One provider message in the neutral model; message `i` always describes raw message `i`. */
export interface Message {
  readonly role: Role
  readonly blocks: readonly Block[]
  /** The identifier of the raw message, if it has one. */
  readonly id?: string
  /** The raw message says that the agent continues: `phase: 'commentary'` of OpenAI Responses. */
  readonly isCommentary?: true
}

export type Block = TextBlock | ToolCallBlock | ToolResultBlock | OpaqueBlock

interface Located {
  /** The position of the value that an edit of this block replaces. Absent: this block is never edited. */
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

/** One text of a tool result; a result of several parts is several blocks with one `callId`. */
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

/** Passed through byte for byte: counted, never changed. */
export interface OpaqueBlock {
  readonly type: 'opaque'
  readonly kind: OpaqueKind
  /** The raw part, by reference. */
  readonly value: unknown
  /** Set where the part belongs to a tool result. */
  readonly callId?: string
}

// ── Measuring ───────────────────────────────────────────────────────────────

/** Counts tokens of text. Contract: pure, never throws, linear in the length of the text. */
export interface TokenCounter {
  readonly name: string
  /** Whether `count` equals the model's own tokenizer. */
  readonly exact: boolean
  count(text: string): number
}

/** Tokens that a provider adds around content. */
export interface Framing {
  readonly message: number
  readonly toolCall: number
  readonly toolResult: number
  /** Once per request, for the start of the reply. */
  readonly reply: number
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
  /** Chooses by how full the window is and by what the session is about. */
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

/** The last text that an earlier round has read, by content: the first, second … text with this hash. */
export interface Anchor {
  readonly hash: string
  readonly occurrence: number
}

/** How a text was shortened. */
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

/** Texts that replace messages, written for a request as a whole. */
export type SpanFormName = 'digest' | 'earlier-line' | 'ledger' | 'opaque-line'

// ── Results ─────────────────────────────────────────────────────────────────

export interface Note {
  readonly code: string
  readonly message: string
}

/** `on`: answers that a view must give are added within the budget. `strict`: or the request stays unchanged. */
export type GateMode = 'off' | 'on' | 'strict'

/** Originals by the hash of the text that replaces them in a view; maps of several rounds can be merged by spreading. */
export type OriginalsByHash = Readonly<Record<string, OriginalEntry>>

export interface OriginalEntry {
  readonly handle: string
  readonly text: string
  readonly media: OriginalMedia
}

/** How far a ledger has been kept. Plain JSON, to continue from in another process. */
export interface ResumeState {
  readonly version: 1
  readonly strategy: StrategyName
  /** The last text that the ledger covers. */
  readonly anchor: Anchor
  readonly ledger: StatedLedger
  /** SHA-256 of the view text that shows it; absent if none does. */
  readonly view?: string
}

/** A serialized ledger. It is checked when it is read. */
export interface StatedLedger {
  readonly version: 2
  /** The number of the next message. */
  readonly turns: number
  readonly rows: readonly object[]
  readonly custom: readonly string[]
  readonly omitted: Readonly<Record<string, number>>
}
