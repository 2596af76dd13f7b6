/** What the strategy `partition` alone reads. */
import type { Budget } from '../../settings/budget.ts'
import { atLeast, callback, fraction, invalidOption } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { Anchor } from '../../types.ts'

export interface PartitionOptions {
  /** The newest tokens that stay as they are, as a share of all. @default 0.3 */
  readonly share?: number | undefined
  /** Tokens that the model can take in: below 60 % of them nothing is compressed. @default none, the request counts as full */
  readonly window?: number | undefined
  /** When each message was said, in milliseconds or in ISO form. @default none, ages count in turns */
  readonly times?: readonly (number | string | undefined)[] | undefined
  /** The `anchor` in the metrics of the round before: only what follows is compressed. @default none */
  readonly since?: Anchor | undefined
  /** Returns the time in milliseconds, for the metric of time. @default none: without it two runs have one receipt */
  readonly clock?: (() => number) | undefined
}

export interface PartitionSettings {
  /** The newest tokens that stay as they are, as a share of all. */
  readonly share: number
  /** Tokens that the model can take in. */
  readonly window?: number
  /** Only what follows is compressed. */
  readonly since?: Anchor
  /** When each message was said, in milliseconds. */
  readonly times?: readonly (number | undefined)[]
  /** The most tokens that the blocks may come to, where a budget says so. */
  readonly target?: number
  /** The zones alone cannot meet the budget: age, recency and importance no longer keep anything. */
  readonly isPressed?: boolean
  /** Since when the compression has been running, by the caller's clock. */
  readonly stopwatch?: { readonly clock: () => number; readonly startedAt: number }
}

/** The share of a request that should stay when it is compressed. */
export const targetRatio = 0.6
/** The share of the window from which on a request is compressed. */
const pressureToAct = 0.6

export const partitionOptions: OptionGroup<'partition', PartitionOptions, PartitionSettings> = {
  name: 'partition',
  names: { share: true, window: true, times: true, since: true, clock: true },
  resolve: ({ share = 0.3, window, since, times, clock }) => {
    fraction('partition.share', share)
    if (window !== undefined) atLeast(1, 'partition.window', window)
    if (clock !== undefined) callback('partition.clock', clock)
    if (times !== undefined && !Array.isArray(times))
      throw invalidOption('partition.times', times, 'a list with the time of each message')
    return {
      share,
      ...(window === undefined ? {} : { window }),
      ...(since === undefined ? {} : { since }),
      ...(times === undefined ? {} : { times: times.map(resolveTime) }),
      ...(clock === undefined ? {} : { stopwatch: { clock, startedAt: clock() } }),
    }
  },
}

/** The budget where the caller names none. */
export function partitionGoal({ window }: PartitionSettings): Budget {
  return window === undefined
    ? { share: targetRatio, goal: 'ratio' }
    : { tokens: Math.floor(window * pressureToAct), goal: 'window' }
}

function resolveTime(time: number | string | undefined, message: number): number | undefined {
  const milliseconds = typeof time === 'string' ? Date.parse(time) : time
  if (milliseconds !== undefined && !Number.isFinite(milliseconds))
    throw invalidOption(`partition.times[${message}]`, time, 'milliseconds or a date in ISO form')
  return milliseconds
}
