/** Charts of what each method keeps as the budget gets tighter: needed texts, and texts that predict the next actions. */
import type { Average, BudgetScores, EvaluationReport, MethodInfo } from '../../../tools/evaluate/report.ts'
import type { ChartLine, LinesPart } from '../../pages/document-parts.ts'
import { formatCount } from '../format-number.ts'
import { dashesOf, inkOf } from './method-ink.ts'
import { budgetText, everything, percent, scoresAt, times } from './report-numbers.ts'

interface BudgetMetric {
  readonly title: string
  /** The word after a number: `71 % shown`. */
  readonly word: string
  readonly value: (scores: BudgetScores) => Average
}

export const needsShown: BudgetMetric = {
  title: 'Needs from far back that the view shows, by budget',
  word: 'shown',
  value: ({ deepUse }) => deepUse.visible,
}

export const informationKept: BudgetMetric = {
  title: 'Information about the next actions that the view holds, by budget',
  word: 'of the information',
  value: ({ information }) => information,
}

const hollowNote = 'Hollow points missed the budget in some cases; point at one to see what it kept.'

/** `undefined` if there is nothing to draw. */
export function budgetLines(report: EvaluationReport, metric: BudgetMetric): LinesPart | undefined {
  const methods = drawnMethods(report)
  const dashes = dashesOf(methods)
  const lines = methods.flatMap(method => lineOf(report, method, dashes.get(method.name) ?? 0, metric))
  if (lines.length === 0) return undefined
  const { shares } = report
  const describe = lines
    .map(({ name, points }) => `${name}: ${points.map(({ value }) => percent(value)).join(', ')}`)
    .join('; ')
  const cases = everything(report).budgets[0]?.cases ?? 0
  return {
    type: 'lines',
    title: metric.title,
    describe: `At ${shares.map(share => budgetText(share)).join(', ')} of the tokens. ${describe}.`,
    caption: `Means over ${formatCount(cases, 'case')}. ${hollowNote}`,
    axis: shares.length > 1 ? 'budget, in % of the tokens: tighter →' : 'budget',
    shares: shares.map(share => ({ share, name: budgetText(share) })),
    lines,
  }
}

/** Without methods that keep everything at any budget. Ours comes last, so that it is drawn on top. */
function drawnMethods(report: EvaluationReport): readonly MethodInfo[] {
  const group = everything(report)
  const isOurs = ({ kind }: MethodInfo): number => Number(kind === 'fovea')
  return report.methods
    .filter(({ name }) =>
      report.shares.some(share => (scoresAt(group, name, share)?.size.kept.mean ?? 1) < 0.99),
    )
    .sort((one, other) => isOurs(one) - isOurs(other))
}

function lineOf(
  report: EvaluationReport,
  method: MethodInfo,
  dash: number,
  { value, word }: BudgetMetric,
): readonly ChartLine[] {
  const { name } = method
  const points = report.shares.flatMap(share => {
    const scores = scoresAt(everything(report), name, share)
    if (scores === undefined) return []
    const { mean } = value(scores)
    const { kept, met } = scores.size
    return [
      {
        share,
        value: Math.min(1, Math.max(0, mean)),
        kept,
        isOver: met.mean < 1,
        tooltip: `${name} at ${budgetText(share)}: ${percent(mean)} ${word}; kept ${percent(kept)} of the tokens, budget met in ${times(met)} cases`,
      },
    ]
  })
  const end = points.at(-1)
  if (end === undefined) return []
  const isLarger = end.isOver && percent(end.kept) !== percent(end.share)
  const label = `${name} ${percent(end.value)}${isLarger ? `, kept ${percent(end.kept)}` : ''}`
  const drawn = points.map(({ kept, ...point }) => point)
  return [{ name, ink: inkOf(method), dash, points: drawn, label }]
}
