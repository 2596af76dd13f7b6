/** From how many tokens of messages on an epoch may begin, and how many it leaves. */

export interface WaterMarks {
  readonly highWater: number
  readonly lowWater: number
}

/** Chosen by replaying long sessions: lower lines cost less and show less. */
const defaultHighWater = 45_000
const highWaterShare = 0.6
const lowWaterShare = 0.55

/** As the caller named them, else by what there is room for. */
export function waterMarks(
  named: { readonly [Line in keyof WaterMarks]: number | undefined },
  room: number,
): WaterMarks {
  const highWater = named.highWater ?? Math.min(defaultHighWater, room * highWaterShare)
  return { highWater, lowWater: named.lowWater ?? highWater * lowWaterShare }
}
