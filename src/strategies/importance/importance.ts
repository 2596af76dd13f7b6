/** The most important messages, in the order in which they were said, with a line in every gap. */
import type { MessageGroup } from '../../measure/message-groups.ts'
import type { SpanStrategy } from '../spans/span-strategy.ts'
import { importanceScore } from './importance-score.ts'
import { importanceSignals } from './importance-signals.ts'

export const importance: SpanStrategy = {
  name: 'importance',
  summaryForm: 'line',
  keeps: 10,
  leavesAlone: 0,
  tailShare: 1,
  rank: (groups, messages) => byScore(groups, importanceSignals(messages).map(importanceScore)),
  isUnbroken: false,
  reason: 'important',
}

/** By the message of each group that matters most; of equals the newest first. */
export function byScore(groups: readonly MessageGroup[], scores: readonly number[]): readonly MessageGroup[] {
  return groups
    .map(group => ({ group, worth: Math.max(...scores.slice(group.first, group.last + 1)) }))
    .sort((one, other) => other.worth - one.worth || other.group.first - one.group.first)
    .map(({ group }) => group)
}
