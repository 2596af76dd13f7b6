/** Which came first for a request, its preparation or its deadline: all threads agree. */

/** Memory that two threads share. */
export type RequestEnding = Int32Array<SharedArrayBuffer>

const [open, counted, late] = [0, 1, 2]

export function requestEnding(): RequestEnding {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Called when it is prepared, before its session counts it as sent. `false`: another request was sent in its place. */
export function countAsSent(ending: RequestEnding): boolean {
  return Atomics.compareExchange(ending, 0, open, counted) !== late
}

/** Called when its time is over. `false`: it already counts as sent. */
export function giveUp(ending: RequestEnding): boolean {
  return Atomics.compareExchange(ending, 0, open, late) !== counted
}

export function isGivenUp(ending: RequestEnding): boolean {
  return Atomics.load(ending, 0) === late
}
