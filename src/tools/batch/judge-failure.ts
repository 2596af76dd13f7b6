/** Whether a job that failed may succeed when it is tried again. */
import { FoveaError } from '../../errors.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import type { BatchJob, BatchResult } from './batch-job.ts'

/** What is wrong with the session itself stays wrong. */
const lasting: ReadonlySet<string> = wordSet(
  `invalid-transcript unknown-format mixed-formats invalid-option file-unreadable not-found purged corrupt`,
)

export function isLasting(error: unknown): boolean {
  return FoveaError.isInstance(error) && lasting.has(error.code)
}

export function failureOf({ name, hash }: BatchJob, error: unknown, milliseconds: number): BatchResult {
  const code = FoveaError.isInstance(error) ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  return { name, hash, milliseconds, outcome: 'failed', code, error: message }
}
