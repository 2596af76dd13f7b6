/** Options of the strategy `partition`. */
import type { Budget } from '../../settings/budget.ts'
import { atLeast, callback, fraction, invalidOption } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import { present } from '../../tokens/json-value.ts'
import type { Anchor } from '../../types.ts'

export interface PartitionOptions {
  /** The newest tokens that stay as they are, as a share of all. @default 0.3 */
  readonly share?: number | undefined
  /**
   * The context window of the model in tokens: below 60 % of it nothing is compressed. @default none, the request counts as
   * full
   */
  readonly window?: number | undefined
  /** The time of each message, in milliseconds or in ISO form. @default none, ages count in turns */
  readonly times?: readonly (number | string | undefined)[] | undefined
  /** The `anchor` in the metrics of the previous round: only later messages are compressed. @default none */
  readonly since?: Anchor | undefined
  /** Returns the time in milliseconds, for the metric `time`. @default none, so that two runs have the same receipt */
  readonly clock?: (() => number) | undefined
}

export interface PartitionSettings {
  /** The newest tokens that stay as they are, as a share of all. */
  readonly share: number
  /** The context window of the model in tokens. */
  readonly window?: number
  /** Only later messages are compressed. */
  readonly since?: Anchor
  /** The time of each message, in milliseconds. */
  readonly times?: readonly (number | undefined)[]
  /** Maximum tokens of the blocks, where a budget sets it. */
  readonly target?: number
  /** The zones alone cannot meet the budget: age, recency and importance no longer protect anything. */
  readonly isPressed?: boolean
  /** When the compression started, by the caller's clock. */
  readonly stopwatch?: { readonly clock: () => number; readonly startedAt: number }
}

/** The share of a request that should stay when it is compressed. */
export const targetRatio = 0.6
/** A request is compressed from this share of the window on. */
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
    const stopwatch = clock === undefined ? undefined : { clock, startedAt: clock() }
    return { share, ...present({ window, since, times: times?.map(resolveTime), stopwatch }) }
  },
}

/** The budget where the caller gives none. */
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
