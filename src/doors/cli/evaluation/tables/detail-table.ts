/** What is left at one budget, by every measure of use. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { budgetText, everything, headlineShare, percent, times } from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'
import { casesText, type ScoreColumn, scoreTable } from './method-table.ts'

const columns: readonly ScoreColumn[] = [
  {
    name: 'shown',
    help: 'Needs from far back that the view shows',
    cell: scores => percent(scores.deepUse.visible),
  },
  {
    name: 'grounded',
    help: 'Shown beside words that are near them in the original',
    cell: scores => percent(scores.deepUse.grounded),
  },
  {
    name: 'reachable',
    help: 'Shown, or in an original that a handle in the view names',
    cell: scores => percent(scores.deepUse.reachable),
  },
  {
    name: 'all needs',
    help: 'Needs from anywhere in the history that the view shows',
    cell: scores => percent(scores.use.visible),
  },
  {
    name: 'information',
    help: 'How well the view foretells the next actions, against the whole history',
    cell: scores => percent(scores.information),
  },
  {
    name: 'tokens kept',
    help: "Tokens of the view as a share of the history's",
    cell: scores => percent(scores.size.kept),
  },
  {
    name: 'budget met',
    help: 'Cases whose view was no larger than its budget',
    cell: scores => times(scores.size.met),
  },
]

export function detailTable(report: EvaluationReport): ReportTable | undefined {
  return scoreTable(report, {
    title: `What is left at ${budgetText(headlineShare(report))} of the tokens`,
    columns,
    notes: [
      `Means over ${casesText(everything(report))}. A view above its budget shows more than it should: read “shown” with “tokens kept”.`,
    ],
  })
}
