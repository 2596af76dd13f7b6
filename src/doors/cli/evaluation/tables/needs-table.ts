/** How much of what was needed from far back each view shows, at every budget. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { budgetText, everything, percent, scoresAt } from '../report-numbers.ts'
import { marked, type ReportTable } from '../report-table.ts'
import { casesText, methodTable } from './method-table.ts'

export function needsTable(report: EvaluationReport): ReportTable | undefined {
  const group = everything(report)
  return methodTable(report, {
    title: 'Needed from far back: how much of it each view shows',
    columns: report.shares.map(share => ({ name: `at ${budgetText(share)}` })),
    cells: name => {
      const scores = report.shares.map(share => scoresAt(group, name, share))
      return scores.every(each => each === undefined)
        ? undefined
        : scores.map(each =>
            marked(percent(each?.deepUse.visible), each !== undefined && each.size.met.mean < 1),
          )
    },
    notes: [`Means over ${casesText(group)}.`],
  })
}
