/** The results for each agent, if there are several. */
import type { EvaluationReport, GroupScores, MethodInfo } from '../../../../tools/evaluate/report.ts'
import { formatNumber } from '../../format-number.ts'
import {
  budgetText,
  compactionScores,
  headlineShare,
  ourMethod,
  percent,
  scoresAt,
  vendorMethod,
} from '../report-numbers.ts'
import { marked, type ReportTable, withMarkNote } from '../report-table.ts'

export function agentTable(report: EvaluationReport): ReportTable | undefined {
  const [, ...agents] = report.groups
  const ours = ourMethod(report)
  if (agents.length === 0 || ours === undefined) return undefined
  const share = headlineShare(report)
  const shownBy = (group: GroupScores, method: string): string => {
    const scores = scoresAt(group, method, share)
    return marked(percent(scores?.deepUse.visible), scores !== undefined && scores.size.met.mean < 1)
  }
  const usedBy = (group: GroupScores, method: MethodInfo | undefined): string => {
    const scores = compactionScores(group, method)
    return marked(percent(scores?.used), scores?.isOver ?? false)
  }
  return withMarkNote({
    title: 'Agent by agent',
    columns: [
      { name: 'agent', isText: true },
      { name: 'sessions' },
      { name: 'cases' },
      { name: `${ours.name} at ${budgetText(share)}`, help: 'Needs from far back that the view shows' },
      { name: `window at ${budgetText(share)}`, help: 'The same, keeping only the newest messages' },
      { name: "agent's summaries", help: 'Shown of what was used next, at its own compactions' },
      { name: `${ours.name} there`, help: 'The same for a view of that size' },
    ],
    rows: agents.map(group => ({
      cells: [
        group.name,
        formatNumber(group.transcripts),
        formatNumber(group.budgets[0]?.cases ?? 0),
        shownBy(group, ours.name),
        shownBy(group, 'window'),
        usedBy(group, vendorMethod(report)),
        usedBy(group, ours),
      ],
    })),
    notes: [],
  })
}
