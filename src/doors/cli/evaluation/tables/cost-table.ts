/** What the sessions would have cost with a prompt cache, under each policy and price set. */
import type { CacheCostScores, EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { formatCount } from '../../format-number.ts'
import { everything, multiple } from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'

export function costTable(report: EvaluationReport): ReportTable | undefined {
  const { cacheCost } = everything(report)
  const [first] = cacheCost
  if (first === undefined) return undefined
  const prices = [...new Set(cacheCost.map(row => row.prices))]
  const policies = Map.groupBy(cacheCost, ({ policy }) => policy)
  return {
    title: 'What the sessions would have cost with a prompt cache',
    columns: [
      { name: 'policy', isText: true },
      { name: 'tokens sent', help: 'As a multiple of the same session left alone' },
      ...prices.flatMap(name => [
        { name: `cost, ${name}`, help: 'As a multiple of the same session left alone' },
        { name: 'breaks', help: 'Requests a session whose beginning was not that of the request before' },
      ]),
    ],
    rows: Array.from(policies, ([policy, rows]) => ({
      cells: [
        policy,
        multiple(rows[0]?.sent),
        ...prices.flatMap(name => costCells(rows.find(row => row.prices === name))),
      ],
      isOurs: policy.startsWith('fovea'),
    })),
    notes: [
      `${formatCount(first.sessions, 'session')} long enough for it; replayed request by request, which takes for granted that the agent would have done the same.`,
    ],
  }
}

function costCells(row: CacheCostScores | undefined): readonly string[] {
  return [multiple(row?.cost), row === undefined ? '–' : row.breaks.mean.toFixed(1)]
}
