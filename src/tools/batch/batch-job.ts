/** One job of a batch: what to do with one session. Plain data. */

export const batchTasks = ['compress', 'evaluate', 'observe', 'ingest'] as const
export type BatchTask = (typeof batchTasks)[number]

export interface BatchOptions {
  /** Of `compress`. */
  readonly budget?: string
  readonly strategy?: string
}

export interface BatchJob {
  readonly batch: string
  readonly task: BatchTask
  /** The file, and the line where each line is a session. */
  readonly name: string
  /** Of the content, which lies in the store: a worker needs nothing else. */
  readonly hash: string
  readonly options: BatchOptions
}

export type BatchResult = { readonly name: string; readonly hash: string; readonly milliseconds: number } & (
  | { readonly outcome: 'done'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'failed'; readonly code: string; readonly error: string }
)

/** The same work has the same name, so that it is done once, whoever asks for it and how often. */
export interface Batch {
  readonly id: string
  readonly task: BatchTask
  readonly options: BatchOptions
  readonly jobs: number
  /** Milliseconds since 1970. */
  readonly at: number
}
