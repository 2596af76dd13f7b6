/** Tables with one row for each method, in the order of the report. */
import type {
  BudgetScores,
  CompactionScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
} from '../../../../tools/evaluate/report.ts'
import type { TableColumn } from '../../../pages/document-parts.ts'
import { formatCount } from '../../format-number.ts'
import {
  budgetText,
  everything,
  headlineShare,
  multiple,
  ourMethod,
  percent,
  scoresAt,
  times,
  vendorMethod,
} from '../report-numbers.ts'
import { marked, type ReportRow, type ReportTable, withMarkNote } from '../report-table.ts'

interface MethodTable extends Omit<ReportTable, 'rows'> {
  /** `undefined` if the method has no row here. */
  readonly cells: (method: string) => readonly string[] | undefined
}

/** `undefined` if no method has a row. */
function methodTable(
  { methods }: EvaluationReport,
  { cells, columns, title, notes }: MethodTable,
): ReportTable | undefined {
  const rows = methods.flatMap(({ name, kind }): ReportRow[] => {
    const values = cells(name)
    return values === undefined ? [] : [{ cells: [name, ...values], isOurs: kind === 'fovea' }]
  })
  if (rows.length === 0) return undefined
  return withMarkNote({
    title,
    columns: [{ name: 'method', isText: true }, ...columns],
    rows,
    notes: [...notes, ...missingNotes(methods)],
  })
}

interface ScoreColumn extends TableColumn {
  readonly cell: (scores: BudgetScores) => string
}

function scoreColumn(name: string, help: string, cell: ScoreColumn['cell']): ScoreColumn {
  return { name, help, cell }
}

/** The scores at the main budget of the page. */
function scoreTable(
  report: EvaluationReport,
  { title, columns, notes }: { title: string; columns: readonly ScoreColumn[]; notes: readonly string[] },
): ReportTable | undefined {
  const group = everything(report)
  const share = headlineShare(report)
  return methodTable(report, {
    title,
    columns,
    notes,
    cells: name => {
      const scores = scoresAt(group, name, share)
      return scores === undefined ? undefined : columns.map(({ cell }) => cell(scores))
    },
  })
}

function missingNotes(methods: readonly MethodInfo[]): readonly string[] {
  const missing = methods.filter(method => method.missing !== undefined)
  return missing.length === 0
    ? []
    : [`Did not run: ${missing.map(({ name, missing: why }) => `${name} (${why})`).join(', ')}.`]
}

function casesText({ budgets, transcripts }: GroupScores): string {
  return `${formatCount(budgets[0]?.cases ?? 0, 'case')} from ${formatCount(transcripts, 'session')}`
}

/** How much of the needed text from far back each view shows, at every budget. */
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

/** The compactions that happened in the sessions, with every view at the size of the agent's own summary. */
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

const detailColumns: readonly ScoreColumn[] = [
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

/** What is left at one budget, by every metric. */
export function detailTable(report: EvaluationReport): ReportTable | undefined {
  return scoreTable(report, {
    title: `What is left at ${budgetText(headlineShare(report))} of the tokens`,
    columns: detailColumns,
    notes: [
      `Means over ${casesText(everything(report))}. A view above its budget shows more than it should: read “shown” with “tokens kept”.`,
    ],
  })
}

const factsColumns: readonly ScoreColumn[] = [
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

/** What a view still says about rules, files, commands and other facts. */
export function factsTable(report: EvaluationReport): ReportTable | undefined {
  const [first] = everything(report).budgets
  const cases = [
    `with rules: ${first?.rules?.[0]?.kept.cases ?? 0}`,
    `with files or commands: ${first?.trail?.f1.cases ?? 0}`,
    `with questions: ${first?.probes?.visible.cases ?? 0}`,
  ]
  return scoreTable(report, {
    title: `Rules, files and commands, questions at ${budgetText(headlineShare(report))} of the tokens`,
    columns: factsColumns,
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
