/** Who prepares requests: this thread, or others. */
import type { Usage } from '../../../session/session.ts'
import type { StepSummary } from '../status/exchange.ts'
import type { PreparedRequest, RequestTask } from './prepare-request.ts'

export interface Preparer {
  /** Resolves when a request need not wait for anything to start. Never rejects. */
  ready(): Promise<void>
  /** Never rejects: whatever goes wrong, the request goes out as it came, with a note. */
  prepare(bytes: Buffer, task: RequestTask): Promise<PreparedRequest>
  /** What the provider reported for the last request of a session. Never throws. */
  usage(session: string, usage: Usage): void
  /** The request of this receipt was sent once more with these messages behind it. Never rejects. */
  extend(receipt: StepSummary, messages: readonly unknown[]): Promise<StepSummary>
  /** Computes the next epoch of a session where one is near. Never rejects. */
  prepareNext(session: string): Promise<void>
  close(): Promise<void>
}
