/** What a purge may remove: an original must satisfy every given limit, and without a limit nothing is purged. */
import { optionError, type PurgeReason } from '../errors.ts'
import type { PurgeFilter } from './store.ts'

const hour = 3_600_000

export function checkFilter(filter: PurgeFilter): void {
  const { handles, session, kind, everything, maxAge, maxBytes, grace, now } = filter
  for (const [name, value] of Object.entries({ maxAge, maxBytes, grace, now }))
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw optionError(`${name} is ${String(value)}; it must be a number of at least 0.`)
  if (
    handles === undefined &&
    session === undefined &&
    kind === undefined &&
    everything !== true &&
    !hasRules(filter)
  )
    throw optionError('Say what to purge: handles, a session, a kind, everything, or rules of retention.')
}

/** Whether only originals that break a rule are purged. */
export function hasRules({ maxAge, maxBytes }: PurgeFilter): boolean {
  return maxAge !== undefined || maxBytes !== undefined
}

/** The reason for originals that are purged without a rule. */
export function plainReason({ handles, session, kind }: PurgeFilter): PurgeReason {
  return handles !== undefined || kind !== undefined
    ? 'handle'
    : session !== undefined
      ? 'session'
      : 'everything'
}

/** The latest time of last use at which an original is purged for its age, or for the size of the store. */
export interface Cutoffs {
  readonly age: number
  readonly size: number
}

export function cutoffs({ maxAge, maxBytes, grace = hour, now: given }: PurgeFilter, clock: number): Cutoffs {
  const now = given ?? clock
  const never = Number.NEGATIVE_INFINITY
  return {
    age: maxAge === undefined ? never : now - Math.max(maxAge, grace),
    size: maxBytes === undefined ? never : now - grace,
  }
}

/** The rule that an original last used at `used` breaks in a store of `bytes`. */
export function brokenRule(
  used: number,
  { age, size }: Cutoffs,
  bytes: number,
  { maxBytes = Number.POSITIVE_INFINITY }: PurgeFilter,
): PurgeReason | undefined {
  if (used < age) return 'age'
  return used < size && bytes > maxBytes ? 'size' : undefined
}

/** Counts what a purge removes. */
export interface Tally {
  originals: number
  bytes: number
  /** Bytes of the packed content. */
  stored: number
}

export function countOriginal(
  tally: Tally,
  { size, stored }: { readonly size: number; readonly stored: number },
): void {
  tally.originals += 1
  tally.bytes += size
  tally.stored += stored
}
