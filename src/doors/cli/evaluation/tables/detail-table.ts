/** What is left at one budget, by every measure of use. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { budgetText, everything, headlineShare, percent, times } from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'
import { casesText, type ScoreColumn, scoreColumn, scoreTable } from './method-table.ts'

const columns: readonly ScoreColumn[] = [
  scoreColumn('shown', 'Needs from far back that the view shows', scores => percent(scores.deepUse.visible)),
  scoreColumn('grounded', 'Shown beside words that are near them in the original', scores =>
    percent(scores.deepUse.grounded),
  ),
  scoreColumn('reachable', 'Shown, or in an original that a handle in the view names', scores =>
    percent(scores.deepUse.reachable),
  ),
  scoreColumn('all needs', 'Needs from anywhere in the history that the view shows', scores =>
    percent(scores.use.visible),
  ),
  scoreColumn(
    'information',
    'How well the view foretells the next actions, against the whole history',
    scores => percent(scores.information),
  ),
  scoreColumn('tokens kept', "Tokens of the view as a share of the history's", scores =>
    percent(scores.size.kept),
  ),
  scoreColumn('budget met', 'Cases whose view was no larger than its budget', scores =>
    times(scores.size.met),
  ),
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
