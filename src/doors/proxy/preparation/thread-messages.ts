/** The messages between the main thread and a thread that prepares requests. Plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { SessionOptions, Usage } from '../../../session/session.ts'
import type { StoreSource } from '../../../store/store-source.ts'
import type { Note } from '../../../types.ts'
import type { StepSummary } from '../status/exchange.ts'
import type { PreparedRequest, RequestTask } from './prepare-request.ts'
import type { RequestEnding } from './request-ending.ts'

export interface ThreadSetup {
  readonly session: Omit<SessionOptions, 'id' | 'store' | 'format' | 'clock'>
  /** A port connects to a store in the main thread. */
  readonly store: StoreSource | MessagePort
}

/** A thread has one request at a time, or computes one epoch ahead; the other messages cost it almost nothing. */
export type ToThread =
  | {
      readonly type: 'request'
      readonly bytes: Uint8Array
      readonly task: RequestTask
      /** The current time of the proxy's clock, in milliseconds. */
      readonly now: number
      /** The session that was already claimed for this request. */
      readonly session: string | undefined
      /** Present if the view of the last step must be kept, with the reason. */
      readonly keepView: Note | undefined
      /** If it does not fit into the window, it is not prepared. */
      readonly mustFit: boolean
      readonly ending: RequestEnding
    }
  /** The answer to `claim`. */
  | { readonly type: 'claimed'; readonly isGranted: boolean }
  | { readonly type: 'next'; readonly session: string }
  | { readonly type: 'usage'; readonly session: string; readonly usage: Usage }
  | {
      readonly type: 'extend'
      readonly id: number
      readonly receipt: StepSummary
      readonly messages: readonly unknown[]
    }
  | { readonly type: 'close' }

export type FromThread =
  | { readonly type: 'ready' }
  /** The request belongs to this session: no other thread may take a step of it meanwhile. */
  | { readonly type: 'claim'; readonly session: string }
  /** Without `prepared` if the claim was refused, or if it does not fit. */
  | { readonly type: 'done'; readonly prepared?: PreparedRequest; readonly isUnfit?: boolean }
  /** The answer to `extend`. */
  | { readonly type: 'extended'; readonly id: number; readonly receipt: StepSummary }
