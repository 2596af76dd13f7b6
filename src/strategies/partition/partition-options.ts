/** What the strategy `partition` alone reads. */
import type { CompressOptions, PartitionOptions } from '../../options.ts'
import type { Budget } from '../../settings/budget.ts'
import { atLeast, invalidOption } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import type { Anchor } from '../../types.ts'

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
  /** A budget demands more than the zones allow: nothing stays for being young, recent or important. */
  readonly isPressed?: boolean
  /** Since when the compression has been running, by the caller's clock. */
  readonly stopwatch?: { readonly clock: () => number; readonly startedAt: number }
}

/** What should stay of a request that is compressed. */
export const targetRatio = 0.6
/** From which context pressure on it is compressed. */
const pressureToAct = 0.6

const names: NamesOf<PartitionOptions> = {
  share: true,
  window: true,
  times: true,
  since: true,
  clock: true,
}

export const partitionOptions: OptionGroup<PartitionSettings> = {
  name: 'partition',
  names,
  resolve: ({ partition: { share = 0.3, window, since, times, clock } = {} }) => {
    if (!(share >= 0 && share <= 1)) throw invalidOption('partition.share', share, 'a number from 0 to 1')
    if (window !== undefined) atLeast(1, 'partition.window', window)
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
export function partitionGoal({ partition }: CompressOptions): Budget {
  const window = partition?.window
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
