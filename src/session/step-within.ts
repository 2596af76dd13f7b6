/** A step that ends in time: as it was computed, or with the view in use. */
import { withinDeadline } from '../models/within-deadline.ts'
import type { Note } from '../types.ts'
import type { StepOptions } from './session-types.ts'

/** A machine that is too busy to compress in time may need some for the little that is left, such as to start a thread. */
const minKeepMs = 5000

/** How many times as long a view may take without which a request does not fit. */
export const roomFactor = 3

/** So long it may take to send the view in use, once nothing else can be done in time. */
export function keepingMs(timeoutMs: number): number {
  return Math.max(timeoutMs, minKeepMs)
}

/** `undefined` where not even the view in use could be sent within as long again. */
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
  // It would be refused: the view that is being computed is worth waiting for.
  return isUnfit ? ((await compress(timeoutMs * roomFactor)) ?? keepView()) : kept
}

/** Nothing counts as sent where it is late. */
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

/** As true where nothing was sent before. */
export function timeoutNote(milliseconds: number): Note {
  return {
    code: 'compression-timeout',
    message: `Compression took more than ${milliseconds} ms; what was not sent before went out as it came.`,
  }
}
