/** Prepares requests, in this thread or in others. */
import type { Usage } from '../../../session/session.ts'
import type { StepSummary } from '../status/exchange.ts'
import type { PreparedRequest, RequestTask } from './prepare-request.ts'

export interface Preparer {
  /** Resolves when a request does not have to wait for a thread to start. Never rejects. */
  ready(): Promise<void>
  /** Never rejects: on any error, the request is sent unchanged, with a note. */
  prepare(bytes: Buffer, task: RequestTask): Promise<PreparedRequest>
  /** Takes the usage that the provider reported for the last request of a session. Never throws. */
  usage(session: string, usage: Usage): void
  /** Records that the request of this receipt was sent again with these messages appended. Never rejects. */
  extend(receipt: StepSummary, messages: readonly unknown[]): Promise<StepSummary>
  /** Computes the next epoch of a session if one is near. Never rejects. */
  prepareNext(session: string): Promise<void>
  close(): Promise<void>
}
