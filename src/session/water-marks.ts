/** From how many tokens of messages on an epoch may begin, and how many it leaves. */

export interface WaterMarks {
  readonly fill: number
  readonly drain: number
}

/** Chosen by replaying long sessions: lower lines cost less and show less. */
const defaultFill = 45_000
const highWaterShare = 0.6
const lowWaterShare = 0.55

/** As the caller named them, else by what there is room for. */
export function waterMarks(
  named: { readonly [Line in keyof WaterMarks]: number | undefined },
  room: number,
): WaterMarks {
  const fill = named.fill ?? Math.min(defaultFill, room * highWaterShare)
  return { fill, drain: named.drain ?? fill * lowWaterShare }
}
