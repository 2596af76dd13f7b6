/** The exam as bars: how many of the questions readers answered from each kind of view. */
import type { ExamResults } from '../exam/exam-table.ts'
import { readResults } from '../results.ts'
import { type ExamScore, examScores } from './exam-scores.ts'
import { svgPicture, svgRect, svgText, type Theme } from './svg.ts'

const labels: Readonly<Record<string, string>> = {
  'vendor-summary': "the agent's own summary",
  fovea: 'Fovea, no model, same size',
  'fovea-writer': "Fovea with a model's note, same size",
  'fovea-x4': 'Fovea, no model, four times the size',
}

const width = 760
const left = 296
const right = 60
const rowHeight = 44
const top = 64

export function examChart(theme: Theme): string {
  const scores = examScores(readResults<ExamResults>('exam'))
  const rows = Object.keys(labels).flatMap(method => scores.get(method) ?? [])
  const cases = Math.max(...rows.map(row => row.cases))
  const title = `Questions about ${cases} real sessions that a fresh reader answered from the view alone`
  const height = top + rows.length * rowHeight + 12
  return svgPicture(width, height, title, theme, [
    svgText(16, 28, title, { fill: theme.text, size: 15, weight: 'bold' }),
    svgText(16, 48, 'graded blind, in percent', { fill: theme.muted, size: 13 }),
    ...rows.flatMap((row, at) => bar(row, top + at * rowHeight, theme)),
  ])
}

function bar({ method, score }: ExamScore, y: number, theme: Theme): readonly string[] {
  const long = ((width - left - right) * score) / 100
  const fill = method.startsWith('fovea') ? theme.accent : theme.bar
  return [
    svgText(left - 12, y + 23, labels[method] ?? method, { fill: theme.text, anchor: 'end' }),
    svgRect(left, y + 6, Number(long.toFixed(1)), 26, fill),
    svgText(Number((left + long + 8).toFixed(1)), y + 24, score.toFixed(1), {
      fill: theme.text,
      weight: 'bold',
    }),
  ]
}
