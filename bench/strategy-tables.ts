/** What was measured of the strategies as tables in markdown: shares in percent. */
import { percent, table } from './evaluation-tables.ts'
import type { QuestionRow } from './questions.ts'
import type { StrategyResults, StrategyRow } from './strategies.ts'

const scoreColumns = [
  'all',
  'deep',
  'information',
  'probes',
  'trail F1',
  'rules',
  'answers',
  'evidence',
  'CPU',
  'median ms',
]

export function defaultsTable(results: StrategyResults): string {
  const rows = results.byDefault.map(row => [
    `\`${row.method}\``,
    reduction(row),
    ...scoresOf(row, results.questions.byDefault),
  ])
  return table(
    ['strategy', 'reduction', ...scoreColumns],
    rows,
    `${casesOf(results.byDefault)} ${sessionsOf(results)}`,
  )
}

export function budgetsTable(results: StrategyResults): string {
  const rows = results.underBudget.map(row => [
    `\`${row.method}\``,
    `${Math.round((row.share ?? 0) * 100)} %`,
    reduction(row),
    percent(row.scores.size.met),
    ...scoresOf(row, results.questions.underBudget),
  ])
  return table(
    ['strategy', 'budget', 'reduction', 'met', ...scoreColumns],
    rows,
    `${casesOf(results.underBudget)} ${sessionsOf(results)}`,
  )
}

export function gateTable({ gate }: StrategyResults): string {
  const rows = gate.map(({ method, share, scores, latency }) => [
    method,
    `${Math.round((share ?? 0) * 100)} %`,
    reduction({ scores }),
    percent(scores.probes?.visible),
    percent(scores.probes?.passed),
    percent(scores.deepUse.visible),
    latency.median.toFixed(0),
  ])
  return table(
    ['strategy', 'budget', 'reduction', 'probes', 'cases passed', 'deep', 'median ms'],
    rows,
    `${casesOf(gate)} cuts.`,
  )
}

const shownRounds = [1, 5, 10]
const roundMetrics = {
  use: 'all',
  deepUse: 'deep',
  rules: 'rules',
  trail: 'trail F1',
  probes: 'probes',
} as const

/** Beside the tenth round, the same history compressed once. */
export function roundsTable({ rounds }: StrategyResults): string {
  const names = [...new Set(rounds.map(({ method }) => method))]
  const rows = names.map(method => {
    const own = shownRounds.map(round => rounds.find(row => row.method === method && row.round === round))
    const last = own.at(-1)
    return [
      method,
      ...Object.keys(roundMetrics).flatMap(metric => [
        ...own.map(row => percent(row?.scores[metric])),
        percent(last?.once[metric]),
      ]),
    ]
  })
  const columns = Object.values(roundMetrics).flatMap(metric => [
    ...shownRounds.map(round => `${metric} after ${round}`),
    'at once',
  ])
  return table(['method', ...columns], rows, `${rounds[0]?.cases ?? 0} sessions at a budget of 15 %.`)
}

export function ledgerTable({ ledger: { sessions, least, f1 } }: StrategyResults): string {
  return table(
    ['artifact trail of the ledger', 'precision', 'recall', 'F1', 'least F1'],
    [
      [
        'files and commands',
        percent(f1.precision),
        percent(f1.recall),
        percent(f1.f1),
        (100 * least).toFixed(1),
      ],
    ],
    `${sessions} sessions that touched a file or ran a command.`,
  )
}

function scoresOf(
  { method, share, scores, latency }: StrategyRow,
  questions: readonly QuestionRow[],
): readonly string[] {
  const asked = questions.find(row => row.method === method && (share === undefined || row.share === share))
  return [
    percent(scores.use.visible),
    percent(scores.deepUse.visible),
    percent(scores.information),
    percent(scores.probes?.visible),
    percent(scores.trail?.f1),
    percent(scores.rules),
    percent(asked?.answers),
    percent(asked?.evidence),
    scores.cpu.mean.toFixed(2),
    latency.median.toFixed(0),
  ]
}

function reduction({ scores }: Pick<StrategyRow, 'scores'>): string {
  return (100 * (1 - scores.size.kept.mean)).toFixed(1)
}

function casesOf(rows: readonly StrategyRow[]): number {
  return rows[0]?.cases ?? 0
}

function sessionsOf({ sessions }: StrategyResults): string {
  return `cuts of ${sessions} sessions.`
}
