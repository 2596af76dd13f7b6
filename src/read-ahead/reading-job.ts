/** What threads read: batches in memory that all of them see, each taken by whoever is free first. */

export interface ReadingJob {
  /** Each a serialized `ReadingBatch`. */
  readonly batches: readonly SharedArrayBuffer[]
  /** How many of them were taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

export type ReadingReport =
  /** Serialized `SentReadings` of one batch. */
  { readonly type: 'read'; readonly readings: Uint8Array } | { readonly type: 'done' }

/** The index of the next batch, for the thread that asks alone. */
export function takeBatch({ batches, taken }: ReadingJob): number | undefined {
  const at = Atomics.add(taken, 0, 1)
  return at < batches.length ? at : undefined
}
