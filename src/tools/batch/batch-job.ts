/** One job of a batch: a task for one session. Plain data. */
import { FoveaError } from '../../errors.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'

export const batchTasks = ['compress', 'evaluate', 'observe', 'ingest'] as const
export type BatchTask = (typeof batchTasks)[number]

export interface BatchOptions {
  /** The budget of `compress`. */
  readonly budget?: string
  readonly strategy?: string
}

export interface BatchJob {
  readonly batch: string
  readonly task: BatchTask
  /** The file, with the line number if each line is a session. */
  readonly name: string
  /** The hash of the content, which is in the store: a worker needs nothing else. */
  readonly hash: string
  readonly options: BatchOptions
}

export type BatchResult = { readonly name: string; readonly hash: string; readonly milliseconds: number } & (
  | { readonly outcome: 'done'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'failed'; readonly code: string; readonly error: string }
)

/** The same work has the same identifier, so that it is done once, even if it is requested several times. */
export interface Batch {
  readonly id: string
  readonly task: BatchTask
  readonly options: BatchOptions
  readonly jobs: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Errors caused by the session itself: another attempt fails the same way. */
const lasting: ReadonlySet<string> = wordSet(
  `invalid-transcript unknown-format mixed-formats invalid-option file-unreadable not-found purged corrupt`,
)

export function isLasting(error: unknown): boolean {
  return FoveaError.isInstance(error) && lasting.has(error.code)
}

export function failedResult({ name, hash }: BatchJob, error: unknown, milliseconds: number): BatchResult {
  const code = FoveaError.isInstance(error) ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  return { name, hash, milliseconds, outcome: 'failed', code, error: message }
}
