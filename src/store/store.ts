/** The contract of every store, and its types. */
import type { Receipt } from '../receipt.ts'
import type { AgentName, FormatName, Note, OriginalMedia, OriginalsByHash } from '../types.ts'

/** Exact bytes under their own hash. */
export interface Original {
  /** SHA-256 of `bytes`, in hex. */
  readonly hash: string
  readonly bytes: Uint8Array
  /** The text for full-text search if it differs from the bytes: with its secrets masked. */
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
  /** Absent if a whole document is stored together with the view that was made of it. */
  readonly receipt?: Receipt
  readonly session?: SessionInfo
}

export interface Stored {
  readonly hash: string
  readonly handle: string
  /** `false` if the store already had the bytes. */
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
  /** The matching line with a little text around it, as one line. */
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
  /** Bytes of all originals, and the space that they take in the store. */
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
 * What to keep. An original is used when it is stored, and whenever a session that uses it stores anything: a session ages as a
 * whole.
 */
export interface Retention {
  /** Purges what was not used for this many milliseconds. */
  readonly maxAge?: number
  /** Purges the least recently used until the store takes at most this many bytes on disk. */
  readonly maxBytes?: number
  /** What was used within this many milliseconds is never purged by these rules. @default an hour */
  readonly grace?: number
  /** The current time for computing ages, in milliseconds since 1970. @default the clock of the store */
  readonly now?: number
}

/**
 * What to purge. At least one limit must be given, and an original must satisfy all given ones of `handles`, `session` and
 * `everything`. With retention rules, only originals that break one of them are purged.
 */
export interface PurgeFilter extends Retention {
  readonly handles?: readonly string[]
  readonly session?: string
  /** Only originals of this kind, as in `OriginalAbout`. */
  readonly kind?: string
  readonly everything?: true
}

export interface PurgeReport {
  /** How many originals are purged, and their bytes. */
  readonly originals: number
  readonly bytes: number
  /** The space on disk afterwards, and how much was freed. */
  readonly storeBytes: number
  readonly freedBytes: number
}

/** One short step of long work on a store: its phase and progress. */
export interface StoreStep {
  readonly phase: 'pages' | 'originals' | 'index' | 'space' | 'log'
  readonly done: number
  /** Absent if it is known only at the end. */
  readonly total?: number
}

export interface StoreStepOptions {
  /** Called after every step. */
  readonly onStep?: (step: StoreStep) => void
  /** Ends the work after a step. Completed steps stay done, and the store is sound. */
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
 * An embedded store. Contract: every method is atomic, except that long work consists of atomic steps; a failure throws a
 * `FoveaError` and changes nothing.
 * Handles are `db_` and at least 12 hex digits; anything else is refused with `invalid-handle`.
 */
export interface SyncStore {
  /** The shortest handles that name these hashes here, as they would be after `record`. Reads only. */
  handles(hashes: readonly string[]): readonly string[]
  /** Stores bytes under their hash. Idempotent; one transaction for the whole batch. */
  put(originals: readonly Original[]): readonly Stored[]
  /** The exact bytes, hash verified. Throws `not-found`, `purged`, `corrupt` or `ambiguous-handle`. */
  get(handle: string, range?: Range): Uint8Array
  /**
   * The hash of the original that a handle names among those that runs of a session stored or showed, purged ones included. Any
   * other handle is `not-found`, even if the store has an original for it.
   */
  find(handle: string, session: string): string
  /** The originals of the views with these hashes; unknown hashes are left out. */
  views(hashes: readonly string[]): ReadonlyMap<string, View>
  search(query: string, options?: SearchOptions): readonly SearchHit[]
  /** The latest originals, the newest first; purged ones are left out. */
  newest(limit: number): readonly ListedOriginal[]
  /**
   * Records originals, views and receipt of one compression: all or nothing. May return notes for the caller, for example that
   * the server is unreachable and the run waits on this machine.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most stores have nothing to say, and their methods return nothing.
  record(run: Run): void | readonly Note[]
  receipts(session?: string): readonly RecordedReceipt[]
  stats(): StoreStats
  /** Re-hashes every original and checks the store itself. */
  verify(): Verification
  /** The same in short steps; others may write between two of them, and it may be stopped after any step. */
  verifySteps(): Generator<StoreStep, Verification>
  /** Deletes content for good and leaves a tombstone for each original. Returns how many. */
  purge(filter: PurgeFilter): number
  /**
   * The same in short steps, each its own transaction; others may write between two of them. If it is stopped, the store is
   * sound, and the next purge does the rest.
   */
  purgeSteps(filter: PurgeFilter): Generator<StoreStep, PurgeReport>
  /** What `purge` would do now. The bytes freed by retention rules are an estimate. */
  previewPurge(filter: PurgeFilter): PurgeReport
  /** Returns all space that the store does not need, in short steps. */
  compactSteps(): Generator<StoreStep, PurgeReport>
  /** Writes every original to `directory`, named by its handle. Returns how many. */
  exportTo(directory: string): number
  /** The state that a live session stored under a name, to continue from. Purging what the session used deletes it too. */
  state(session: string, name: string): SessionState | undefined
  /** Compare-and-swap: writes only if `version` is still current (0: nothing written yet). Returns whether it did. */
  setState(session: string, name: string, value: string, version: number): boolean
  close(): void
}

/** A store that may answer asynchronously. Every `SyncStore` is one. */
export type Store = {
  readonly [Method in keyof SyncStore]: (
    ...args: Parameters<SyncStore[Method]>
  ) => Later<ReturnType<SyncStore[Method]>>
}

type Later<Result> =
  | Result
  | Promise<Result>
  | (Result extends Generator<infer Step, infer End> ? AsyncGenerator<Step, End> : never)

/** The keys of such a map are hashes, so none of them is a method name. */
export function isStore<Kind extends Pick<Store, 'get'>>(source: Kind | OriginalsByHash): source is Kind {
  return typeof (source as Pick<Store, 'get'>).get === 'function'
}
