/** The compactions that really happened, with every view at the size of the agent's own summary. */
import type { CompactionScores, EvaluationReport } from '../../../../tools/evaluate/report.ts'
import { formatCount } from '../../text-table.ts'
import { everything, multiple, percent, vendorMethod } from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'
import { methodTable } from './method-table.ts'

export function compactionTable(report: EvaluationReport): ReportTable | undefined {
  const { compactions } = everything(report)
  const vendor = vendorMethod(report)?.name
  const byName = (name: string): CompactionScores | undefined =>
    compactions.find(({ method }) => method === name)
  return methodTable(report, {
    title: "The agent's own compactions: what each view shows of what was used next",
    columns: [
      { name: 'shown', help: 'Of the names and numbers of the history that the next actions used' },
      {
        name: 'information',
        help: 'How well the view foretells the next actions, against the whole history',
      },
      { name: 'tokens', help: "Of the view, as a multiple of the agent's own summary" },
    ],
    cells: name => {
      const scores = byName(name)
      return scores === undefined
        ? undefined
        : [percent(scores.used), percent(scores.information), multiple(scores.size)]
    },
    notes: [
      `Means over ${formatCount(byName(vendor ?? '')?.cases ?? compactions[0]?.cases ?? 0, 'compaction')} with a readable summary. After a compaction an agent can only use what its summary showed or what it read again: this favours the summary.`,
    ],
  })
}
