/** Tables with a row a method, in the order of the report. */
import type {
  BudgetScores,
  CompactionScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
} from '../../../../tools/evaluate/report.ts'
import { formatCount } from '../../text-table.ts'
import {
  budgetText,
  everything,
  headlineShare,
  multiple,
  percent,
  scoresAt,
  vendorMethod,
} from '../report-numbers.ts'
import { type Column, marked, type ReportRow, type ReportTable, withMarkNote } from '../report-table.ts'

interface MethodTable extends Omit<ReportTable, 'rows'> {
  /** `undefined`: the method has nothing to show here. */
  readonly cells: (method: string) => readonly string[] | undefined
}

/** `undefined` where no method has a row. */
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

export interface ScoreColumn extends Column {
  readonly cell: (scores: BudgetScores) => string
}

export function scoreColumn(name: string, help: string, cell: ScoreColumn['cell']): ScoreColumn {
  return { name, help, cell }
}

/** The scores at the budget that the page presents most. */
export function scoreTable(
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

export function casesText({ budgets, transcripts }: GroupScores): string {
  return `${formatCount(budgets[0]?.cases ?? 0, 'case')} from ${formatCount(transcripts, 'session')}`
}

/** How much of what was needed from far back each view shows, at every budget. */
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

/** The compactions that really happened, with every view at the size of the agent's own summary. */
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
