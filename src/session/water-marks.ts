/** From how many tokens of messages on an epoch may begin, and how many it leaves. */

export interface FillLines {
  readonly fill: number
  readonly drain: number
}

/** Chosen by replaying long sessions: lower lines cost less and show less. */
const defaultFill = 45_000
const fillShare = 0.6
const drainShare = 0.55

/** As the caller named them, else by what there is room for. */
export function fillLines(
  named: { readonly [Line in keyof FillLines]: number | undefined },
  room: number,
): FillLines {
  const fill = named.fill ?? Math.min(defaultFill, room * fillShare)
  return { fill, drain: named.drain ?? fill * drainShare }
}
