/** What a view still says of rules, files, commands and what else could be asked. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import {
  budgetText,
  everything,
  headlineShare,
  ourMethod,
  percent,
  scoresAt,
  times,
} from '../report-numbers.ts'
import type { ReportTable } from '../report-table.ts'
import { type ScoreColumn, scoreColumn, scoreTable } from './method-table.ts'

const columns: readonly ScoreColumn[] = [
  scoreColumn('rules kept', 'Demands of the user that are in the view word for word', ({ rules }) =>
    percent(rules?.[0]?.kept),
  ),
  scoreColumn('trail right', 'Of what the view says about files and commands, how much is so', ({ trail }) =>
    percent(trail?.precision),
  ),
  scoreColumn(
    'trail shown',
    'Of what was done to files and which commands ran, how much the view says',
    ({ trail }) => percent(trail?.recall),
  ),
  scoreColumn('probes shown', 'Questions about the session that the view answers', ({ probes }) =>
    percent(probes?.visible),
  ),
  scoreColumn('one look away', 'Questions that only an original answers which the view names', ({ probes }) =>
    percent(probes?.reachable),
  ),
  scoreColumn('lost', 'Questions that nothing answers any more', ({ probes }) => percent(probes?.lost)),
]

export function factsTable(report: EvaluationReport): ReportTable | undefined {
  const [first] = everything(report).budgets
  const cases = [
    `with rules: ${first?.rules?.[0]?.kept.cases ?? 0}`,
    `with files or commands: ${first?.trail?.f1.cases ?? 0}`,
    `with questions: ${first?.probes?.visible.cases ?? 0}`,
  ]
  return scoreTable(report, {
    title: `Rules, files and commands, questions at ${budgetText(headlineShare(report))} of the tokens`,
    columns,
    notes: [
      ...promises(report),
      `Cases ${cases.join('; ')}. A dash: nothing of the kind was there, or the method does not promise it.`,
    ],
  })
}

function promises(report: EvaluationReport): readonly string[] {
  const ours = ourMethod(report)
  const { valid, restored } = scoresAt(everything(report), ours?.name ?? '', headlineShare(report)) ?? {}
  return ours === undefined || valid === undefined
    ? []
    : [
        `Views of ${ours.name} that the provider would accept: ${times(valid)}; brought back to the byte: ${times(restored)}.`,
      ]
}
