/** What observations saved, as a person reads it. */
import type { Observation, SessionObservations } from '../../tools/observe/index.ts'
import { bar, formatCount, formatNumber, formatShare, table } from './text-table.ts'

const barWidth = 40

export interface ObservationsSummary {
  readonly names: readonly string[]
  readonly sessions: readonly SessionObservations[]
  readonly messages: number
  readonly before: number
  readonly after: number
  readonly isExact: boolean
  readonly budget?: { readonly tokens: number; readonly met: boolean }
}

export function summarizeObservations(summary: ObservationsSummary): string {
  const { names, sessions, messages, before, after, isExact } = summary
  const observations = sessions.flatMap(session => session.observations)
  const tokens = (count: number): string => `${isExact ? '' : '~'}${formatNumber(count)}`
  const what = names.length === 1 ? names[0] : formatCount(names.length, 'session')
  return [
    `${what}: ${formatCount(messages, 'message')}, ${formatCount(observations.length, 'observation')}\n`,
    table([
      ['before', { right: tokens(before) }, bar(1, barWidth)],
      ['after', { right: tokens(after) }, bar(before === 0 ? 1 : after / before, barWidth)],
      ['saved', { right: formatNumber(before - after) }, formatShare(before - after, before)],
    ]),
    table(countsOf(observations).map(([type, count]) => [type, { right: formatNumber(count) }])),
    ...budgetLines(summary),
    ...leftOutLines(sessions),
    ...(after < before ? [] : ['They cost more than what they tell of: keep the session itself.\n']),
  ].join('')
}

function countsOf(observations: readonly Observation[]): readonly (readonly [string, number])[] {
  const counts = Map.groupBy(observations, ({ type }) => type)
  return Array.from(counts, ([type, own]) => [type, own.length] as const).sort(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  )
}

function budgetLines({ budget }: ObservationsSummary): readonly string[] {
  if (budget === undefined) return []
  const met = budget.met
    ? 'met'
    : "NOT met: the user's words, the decisions and the errors alone cost more, and are never left out"
  return [`budget: ${formatNumber(budget.tokens)} tokens, ${met}\n`]
}

function leftOutLines(sessions: readonly SessionObservations[]): readonly string[] {
  const parts = ['narrative', 'fact', 'file', 'command'] as const
  const counts = parts.flatMap(part => {
    const count = sessions.reduce((sum, { leftOut }) => sum + (leftOut?.[`${part}s`] ?? 0), 0)
    return count === 0 ? [] : [formatCount(count, part)]
  })
  return counts.length === 0 ? [] : [`left out: ${counts.join(', ')}\n`]
}
