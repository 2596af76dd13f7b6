/** What a store is: the contract that every kind of store keeps, and what it takes and returns. */
import type { Receipt } from '../receipt.ts'
import type { AgentName, FormatName, Note, OriginalMedia, OriginalsByHash } from '../types.ts'

/** Exact bytes under their own hash. */
export interface Original {
  /** SHA-256 of `bytes`, in hex. */
  readonly hash: string
  readonly bytes: Uint8Array
  /** What full-text search may see where that is not the bytes themselves: the text with its secrets masked. */
  readonly searchable?: string
  readonly about?: OriginalAbout
}

/** What an original is, as far as the caller that stored it knows. */
export interface OriginalAbout {
  /** `file`, `command`, `result`, `conversation` or another word. */
  readonly kind?: string
  /** The file that it shows. */
  readonly path?: string
  /** When it was written, in milliseconds since 1970. */
  readonly time?: number
}

/** Maps a text in a view to the original that it replaces. */
export interface View {
  /** SHA-256 of the text in the view, in hex. */
  readonly hash: string
  /** Hash of the original that it replaces. */
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
  readonly about?: OriginalAbout
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

/**
 * What to keep. An original is used when it is stored, and whenever a session that uses it stores anything: a session
 * ages as a whole.
 */
export interface Retention {
  /** Purge what was not used for this many milliseconds. */
  readonly maxAge?: number
  /** Purge what was not used for longest, until the store takes at most this many bytes on disk. */
  readonly maxBytes?: number
  /** What was used within this many milliseconds is never purged by these rules. @default an hour */
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
  /** Only originals of this kind, as `OriginalAbout` has it. */
  readonly kind?: string
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

export interface StoreStepOptions {
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
  /** The originals of the views with these hashes; unknown hashes are left out. */
  views(hashes: readonly string[]): ReadonlyMap<string, View>
  search(query: string, options?: SearchOptions): readonly SearchHit[]
  /** The originals that came last, the latest first; purged ones are left out. */
  newest(limit: number): readonly ListedOriginal[]
  /**
   * Originals, views and receipt of one compression: all or nothing. May say what its caller should know, such as that
   * the server is away and the run waits on this machine.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most stores have nothing to say, and their methods return nothing.
  record(run: Run): void | readonly Note[]
  receipts(session?: string): readonly RecordedReceipt[]
  stats(): StoreStats
  /** Re-hashes every original and checks the store itself. */
  verify(): Verification
  /** The same in short steps; others may write between two of them, and it may be left at any. */
  verifySteps(): Generator<StoreStep, Verification>
  /** Forgets content for good and leaves a tombstone for each original. Returns how many. */
  purge(filter: PurgeFilter): number
  /**
   * The same in short steps, each a transaction of its own; others may write between two of them. Left in the middle,
   * the store is sound and the rest waits for the next purge.
   */
  purgeSteps(filter: PurgeFilter): Generator<StoreStep, PurgeReport>
  /** What `purge` would do now. The bytes that rules of retention free are an estimate. */
  previewPurge(filter: PurgeFilter): PurgeReport
  /** Gives back all room that the store does not need, in short steps. */
  compactSteps(): Generator<StoreStep, PurgeReport>
  /** Writes every original to `directory`, named by its handle. Returns how many. */
  exportTo(directory: string): number
  /** The state that a live session has kept under a name, to continue from. A purge of what the session used deletes it too. */
  state(session: string, name: string): SessionState | undefined
  /** Compare-and-swap: writes only if `version` is still current (0: nothing is written yet). Whether it did. */
  setState(session: string, name: string, value: string, version: number): boolean
  close(): void
}

/** A store that may answer later. Every `SyncStore` is one. */
export type Store = {
  readonly [Method in keyof SyncStore]: (
    ...args: Parameters<SyncStore[Method]>
  ) => Later<ReturnType<SyncStore[Method]>>
}

type Later<Result> =
  | Result
  | Promise<Result>
  | (Result extends Generator<infer Step, infer End> ? AsyncGenerator<Step, End> : never)

/** The keys of a map are hashes, so that none of them is a method. */
export function isStore<Kind extends Pick<Store, 'get'>>(source: Kind | OriginalsByHash): source is Kind {
  return typeof (source as Pick<Store, 'get'>).get === 'function'
}
