/** What each method would have shown at the agent's own compactions, at the size of its own summaries. */
import type { EvaluationReport } from '../../../../tools/evaluate/report.ts'
import type { Markup } from '../../../pages/html.ts'
import { compactionScores, everything, multiple, percent } from '../report-numbers.ts'
import { barChart } from './bar-chart.ts'
import { methodStyles } from './method-styles.ts'

export interface CaptionedChart {
  readonly chart: Markup
  readonly caption?: string
}

/** Without the methods that took more tokens than the summary: they are in the table, and the caption names them. */
export function compactionChart(report: EvaluationReport): CaptionedChart | undefined {
  const styles = methodStyles(report.methods)
  const scores = report.methods.flatMap(method => compactionScores(everything(report), method) ?? [])
  const bars = scores
    .filter(({ isOver }) => !isOver)
    .map(({ method, used, information, size, cases }) => ({
      name: method,
      style: styles.get(method) ?? 'baseline',
      value: used.mean,
      tell: `${method}: ${percent(used)} shown of what was used next, ${percent(information)} of the information, ${multiple(size)} the summary’s tokens (${cases})`,
    }))
  if (bars.length === 0) return undefined
  const chart = barChart({
    title: 'Shown of what the agent used next, at its own compactions',
    describe: bars.map(({ name, value }) => `${name}: ${percent(value)}`).join('; '),
    bars,
  })
  const larger = scores.filter(({ isOver }) => isOver)
  if (larger.length === 0) return { chart }
  const names = larger.map(({ method, size }) => `${method} (${multiple(size)})`).join(', ')
  return { chart, caption: `Not drawn, because larger than the summary: ${names}.` }
}
