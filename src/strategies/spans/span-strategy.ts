/** Strategies that keep whole messages and summarize the others: which messages stay, and the form of the summary. */
import type { MessageGroup } from '../../measure/message-groups.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Message, StrategyName } from '../../types.ts'
import type { SummaryForm } from '../../view/earlier-view.ts'
import type { OptionName } from '../strategy.ts'
import type { RehydrateLimits } from './rehydrate-limits.ts'

export interface SpanStrategy {
  readonly name: StrategyName
  readonly summaryForm: SummaryForm
  /** The options that it reads besides those of its summary form, such as its own group. @default none */
  readonly reads?: readonly OptionName[]
  /** Without a budget: how many messages stay. */
  readonly keeps: number
  /** Without a budget: requests with at most this many messages stay as they are. */
  readonly leavesAlone: number
  /** Under a budget: the share of the room for messages before the summary is written; afterwards they may take the rest. */
  readonly tailShare: number
  /** The groups, those most worth keeping first. */
  rank(groups: readonly MessageGroup[], messages: readonly Message[]): readonly MessageGroup[]
  /** Whether to stop at the first group that does not fit, so that no gap is between groups that stay. */
  readonly isUnbroken: boolean
  /** The share of generated questions that its views should answer. @default none */
  readonly probeShare?: number
  /** How many files that are being edited stay in the view, and how large they may be. @default none */
  readonly rehydrate?: (settings: Settings) => RehydrateLimits | undefined
  /** Why a message stays. */
  readonly reason: string
}

export function newestFirst(groups: readonly MessageGroup[]): readonly MessageGroup[] {
  return groups.toReversed()
}

/** The first groups that have so many messages together; the last of these groups stays whole. */
export function groupsOfMessages(ranked: readonly MessageGroup[], messages: number): readonly MessageGroup[] {
  let kept = 0
  const end = ranked.findIndex(({ first, last }) => {
    if (kept >= messages) return true
    kept += last - first + 1
    return false
  })
  return end < 0 ? ranked : ranked.slice(0, end)
}

/** The groups that fit into `room` tokens. */
export function groupsOfTokens(
  ranked: readonly MessageGroup[],
  room: number,
  costOf: (group: MessageGroup) => number,
  isUnbroken: boolean,
): readonly MessageGroup[] {
  let left = room
  let isOver = false
  return ranked.filter(group => {
    if (isOver) return false
    const cost = costOf(group)
    if (cost > left) {
      isOver = isUnbroken
      return false
    }
    left -= cost
    return true
  })
}
