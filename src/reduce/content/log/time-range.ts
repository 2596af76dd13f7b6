/** The time that many entries took, said in as few signs as their times allow. */

/** ` (10:02:11 – 10:05:43)`; empty where the times are not of one form, or there are none. */
export function timeRange(times: readonly (string | undefined)[]): string {
  let first: Moment | undefined
  let last: Moment | undefined
  for (const time of times) {
    const moment = momentOf(time)
    if (moment === undefined || (first !== undefined && !isComparable(moment, first))) return ''
    if (first === undefined || moment.text < first.text) first = moment
    if (last === undefined || moment.text > last.text) last = moment
  }
  if (first === undefined || last === undefined) return ''
  // Days with named months do not sort by their signs.
  if (first.day !== last.day) return /[A-Z][a-z]{2}/.test(first.day) ? '' : ` (${first.text} – ${last.text})`
  return first.clock === last.clock ? ` (${first.clock})` : ` (${first.clock} – ${last.clock})`
}

interface Moment {
  /** Without fractions of a second, which are not printed to one length. */
  readonly text: string
  readonly day: string
  readonly clock: string
  readonly zone: string
}

const clockTime = /(?<!\d)\d\d:\d\d:\d\d/

function momentOf(time: string | undefined): Moment | undefined {
  if (time === undefined) return undefined
  const clock = clockTime.exec(time)
  if (clock === null) return { text: time, day: '', clock: time, zone: '' }
  const day = time.slice(0, clock.index)
  const zone = time.slice(clock.index + clock[0].length).replace(/^[.,]\d+/, '')
  return { text: day + clock[0], day, clock: clock[0], zone }
}

function isComparable(one: Moment, other: Moment): boolean {
  return one.zone === other.zone && one.text.length === other.text.length
}
