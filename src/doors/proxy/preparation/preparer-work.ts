/** The work of threads: prepare a request, or the next view of a session. */
import type { Note } from '../../../types.ts'
import type { PreparedRequest, RequestTask } from './prepare-request.ts'
import type { RequestEnding } from './request-ending.ts'

export interface GivenRequest {
  readonly bytes: Buffer
  readonly task: RequestTask
  readonly hint: string | undefined
  readonly since: number
  /** Known after the body was read, or from an earlier request with the same hint. */
  session?: string | undefined
  resolve(prepared: PreparedRequest): void
}

export interface RequestWork extends GivenRequest {
  readonly type: 'request'
  readonly manner: Manner
  readonly ending: RequestEnding
  /** Stops its timer. */
  stop(): void
  finish(prepared: PreparedRequest): void
}

/** How a request is prepared, which determines how long it may take. */
export type Manner =
  | { readonly type: 'compress' }
  /** The view in use is sent, with the new messages unchanged. */
  | { readonly type: 'keep-view'; readonly why: Note; readonly mustFit: boolean }
  /** The view in use has no room left: a request sent before the next view is ready would be refused. */
  | { readonly type: 'make-room'; readonly why: Note }

interface NextWork {
  readonly type: 'next'
  readonly session: string
  readonly since: number
  finish(): void
}

export type Work = RequestWork | NextWork

export function isRequestWork(work: Work): work is RequestWork {
  return work.type === 'request'
}

export function keepsView(work: Work | undefined): boolean {
  return work?.type === 'request' && work.manner.type === 'keep-view'
}

export function makeRoom({ manner }: RequestWork): Manner {
  return manner.type === 'keep-view' ? { type: 'make-room', why: manner.why } : manner
}

/** A guess until the body has been read. */
export function isSameSession(one: Work, other: Work): boolean {
  if (one.session !== undefined && other.session !== undefined) return one.session === other.session
  return isRequestWork(one) && isRequestWork(other) && one.hint !== undefined && one.hint === other.hint
}

export function waited({ since }: Work): number {
  return performance.now() - since
}

interface LatestEntries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function latestEntries<Key, Value>(maxEntries: number): LatestEntries<Key, Value> {
  const entries = new Map<Key, Value>()
  return {
    get: key => entries.get(key),
    set(key, value) {
      // The order of the map is the order of use.
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as Key)
    },
  }
}

/** System text may precede the messages. */
const maxOffset = 1 << 20
const length = 256

/** Bodies of one conversation usually have the same hint, since each repeats the user's first message. */
export function conversationHint(bytes: Buffer, encoding: string | undefined): string | undefined {
  if (encoding !== undefined && encoding !== 'identity') return undefined
  const beginning = bytes.subarray(0, maxOffset)
  const messages = beginning.indexOf('"messages"')
  const list = messages < 0 ? beginning.indexOf('"input"') : messages
  const first = beginning.indexOf('"user"', Math.max(0, list))
  return first < 0 ? undefined : beginning.toString('latin1', first, first + length)
}

export const failedNote: Note = {
  code: 'compression-failed',
  message: 'The thread that compressed it has ended; what was not sent before went out as it came.',
}

export const heldUpNote: Note = {
  code: 'compression-timeout',
  message:
    'An earlier request of its session is still being compressed; what was not sent before went out as it came.',
}
