/** What was measured of the strategies as tables in markdown: shares in percent. */
import type { Average } from '../src/tools/evaluate/report.ts'
import type { Averaged } from '../src/tools/evaluate/report-builder.ts'
import { percent, table } from './evaluation-tables.ts'
import type { QuestionRow } from './questions.ts'
import { sampleNote } from './results.ts'
import type { StrategyRow } from './strategy-cases.ts'
import type { RoundsRow } from './strategy-rounds.ts'

export function viewsTable(views: readonly StrategyRow[], note: string = sampleNote()): string {
  const rows = views.map(({ method, share, scores, latency }) => [
    `\`${method}\``,
    budgetName(share),
    reduction(scores.size.kept),
    percent(scores.use.visible),
    percent(scores.deepUse.visible),
    percent(scores.information),
    percent(scores.probes?.visible),
    percent(scores.trail?.f1),
    percent(scores.rules),
    scores.cpu.mean.toFixed(2),
    latency.median.toFixed(0),
  ])
  return table(
    [
      'strategy',
      'budget',
      'reduction',
      'all',
      'deep',
      'information',
      'probes',
      'trail F1',
      'rules',
      'CPU',
      'median ms',
    ],
    rows,
    `${casesOf(views)} cuts.${note}`,
  )
}

/** What can be said of a strategy without measuring: whether a person can read its view, and check it. */
const character: Readonly<Record<string, readonly [readable: string, checkable: string, bestFor: string]>> = {
  rules: ['yes', 'yes', 'chats and prose; nothing may be lost from sight'],
  partition: ['yes', 'yes', 'files and outputs behind a recent zone'],
  coverage: ['in pieces', 'yes', 'a budget that must hold the most that will be used'],
  window: ['yes', 'no summary', 'speed'],
  importance: ['yes', 'no summary', 'mixed talk without a task'],
  anchored: ['yes', 'yes, entry by entry', 'long sessions, compressed often'],
  hybrid: ['yes', 'yes, entry by entry', 'the same, in steps'],
  regenerative: ['yes', "yes; a model's prose in part", 'a model at hand, few rounds'],
  opaque: ['hardly', 'by restoring', 'the fewest tokens'],
  auto: ['as chosen', 'as chosen', 'not having to choose'],
}

/** Each strategy at its own size; `coverage`, which has none, at the largest budget that was measured. */
export function matrixTable(views: readonly StrategyRow[], questions: readonly QuestionRow[]): string {
  const rows = Object.entries(character).map(([method, [readable, checkable, bestFor]]) => {
    const own = views
      .filter(row => row.method === method)
      .toSorted((one, other) => other.share - one.share)
      .at(0)
    if (own === undefined) return undefined
    const asked = questions.find(row => row.method === method && row.share === own.share)
    return [
      own.share === 1 ? `\`${method}\`` : `\`${method}\` at ${budgetName(own.share)}`,
      reduction(own.scores.size.kept),
      percent(own.scores.use.visible),
      percent(own.scores.deepUse.visible),
      percent(own.scores.probes?.visible),
      percent(asked?.answers),
      own.latency.median.toFixed(0),
      readable,
      checkable,
      bestFor,
    ]
  })
  const columns = [
    'reduction',
    'future use',
    'deep',
    'probes',
    'answers',
    'ms',
    'readable',
    'checkable',
    'best for',
  ]
  const cuts = [...new Set(views.map(({ cases }) => cases))]
  return table(
    ['strategy', ...columns],
    rows,
    `${cuts.join(' and ')} cuts, ${questions[0]?.meetings ?? 0} meetings.`,
  )
}

export function questionsTable(rows: readonly QuestionRow[]): string {
  const lines = rows.map(({ method, share, kept, answers, evidence }) => [
    `\`${method}\``,
    budgetName(share),
    reduction(kept),
    percent(answers),
    percent(evidence),
  ])
  return table(
    ['strategy', 'budget', 'reduction', 'answers', 'evidence'],
    lines,
    `${rows[0]?.meetings ?? 0} meetings.`,
  )
}

export function gateTable(gate: readonly StrategyRow[], note: string = sampleNote()): string {
  const rows = gate.map(({ method, share, scores, latency }) => [
    method,
    budgetName(share),
    reduction(scores.size.kept),
    percent(scores.probes?.visible),
    percent(scores.probes?.passed),
    percent(scores.deepUse.visible),
    latency.median.toFixed(0),
  ])
  const columns = ['strategy', 'budget', 'reduction', 'probes', 'cases passed', 'deep', 'median ms']
  return table(columns, rows, `${casesOf(gate)} cuts.${note}`)
}

const shownRounds = [1, 5, 10]
const roundMetrics = {
  use: 'all',
  deepUse: 'deep',
  rules: 'rules',
  trail: 'trail F1',
  probes: 'probes',
}

/** Beside the tenth round, the same history compressed once. */
export function roundsTable(rounds: readonly RoundsRow[], note: string = sampleNote()): string {
  const names = [...new Set(rounds.map(({ method }) => method))]
  const rows = names.map(method => {
    const own = shownRounds.map(round => rounds.find(row => row.method === method && row.round === round))
    const shown = Object.keys(roundMetrics).flatMap(metric => [
      ...own.map(row => percent(row?.scores[metric])),
      percent(own.at(-1)?.once[metric]),
    ])
    return [method, ...shown]
  })
  const columns = Object.values(roundMetrics).flatMap(metric => [
    ...shownRounds.map(round => `${metric} after ${round}`),
    'at once',
  ])
  return table(['method', ...columns], rows, `${rounds[0]?.cases ?? 0} sessions at a budget of 15 %.${note}`)
}

export interface TrailScores {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export interface LedgerScores {
  readonly sessions: number
  readonly least: number
  readonly trail: Averaged<TrailScores>
}

export function ledgerTable({ sessions, least, trail }: LedgerScores): string {
  return table(
    ['artifact trail of the ledger', 'precision', 'recall', 'F1', 'lowest F1'],
    [
      [
        'files and commands',
        percent(trail.precision),
        percent(trail.recall),
        percent(trail.f1),
        (100 * least).toFixed(1),
      ],
    ],
    `${sessions} sessions that touched a file or ran a command.`,
  )
}

function budgetName(share: number): string {
  return share === 1 ? 'its own' : `${Math.round(share * 100)} %`
}

function reduction(kept: Average): string {
  return (100 * (1 - kept.mean)).toFixed(1)
}

function casesOf(rows: readonly StrategyRow[]): number {
  return rows[0]?.cases ?? 0
}
