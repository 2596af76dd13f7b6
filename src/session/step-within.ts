/** A step that ends in time: as computed, or with the view in use. */
import { withinDeadline } from '../models/within-deadline.ts'
import type { Note } from '../types.ts'
import type { StepOptions } from './session-types.ts'

/** A machine that is too busy to compress in time may need some time even for the rest, such as to start a thread. */
const minKeepMs = 5000

/** How many times as long the computation may take if the request does not fit otherwise. */
export const roomFactor = 3

/** The maximum time to send the view in use, once nothing else is possible in time. */
export function keepingMs(timeoutMs: number): number {
  return Math.max(timeoutMs, minKeepMs)
}

/** `undefined` if not even the view in use could be sent within the same time again. */
export async function stepWithin<Result>(
  take: (options: StepOptions) => Promise<Result>,
  { timeoutMs, ...options }: StepOptions & { readonly timeoutMs: number },
): Promise<Result | undefined> {
  const compress = (milliseconds: number): Promise<Result | undefined> =>
    unlessLate(isWanted => take({ ...options, isWanted }), milliseconds)
  const keepView = (isWanted?: StepOptions['isWanted']): Promise<Result | undefined> =>
    within(take({ ...options, keepView: timeoutNote(timeoutMs), isWanted }), keepingMs(timeoutMs))

  const inTime = await compress(timeoutMs)
  if (inTime !== undefined) return inTime
  let isUnfit = false
  const kept = await keepView(room => {
    isUnfit = room < 0
    return !isUnfit
  })
  // The view in use would be refused: it is worth waiting for the one that is being computed.
  return isUnfit ? ((await compress(timeoutMs * roomFactor)) ?? keepView()) : kept
}

/** A late result does not count as sent. */
async function unlessLate<Result>(
  run: (isWanted: () => boolean) => Promise<Result>,
  milliseconds: number,
): Promise<Result | undefined> {
  let isCounted = false
  let isLate = false
  const work = run(() => {
    isCounted ||= !isLate
    return isCounted
  })
  const inTime = await within(work, milliseconds)
  isLate = true
  return inTime ?? (isCounted ? within(work, keepingMs(milliseconds)) : undefined)
}

async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  const done = await withinDeadline(() => work, milliseconds)
  return done.ending === 'answered' ? done.answer : undefined
}

/** Also true if nothing was sent before. */
export function timeoutNote(milliseconds: number): Note {
  return {
    code: 'compression-timeout',
    message: `Compression took more than ${milliseconds} ms; what was not sent before went out as it came.`,
  }
}
