import { describe, expect, it } from 'vitest'
import {
  cacheCostTable,
  compactionTable,
  decayTable,
  factsTable,
  futureUseTable,
  table,
} from '../../bench/evaluation-tables.ts'
import type { Average, BudgetScores, EvaluationReport, GroupScores } from '../../src/tools/evaluate/report.ts'

const average = (mean: number, cases = 7): Average => ({ mean, cases })
const use = (mean: number) => ({ visible: average(mean), grounded: average(mean / 2), reachable: average(1) })

const scores: BudgetScores = {
  method: 'ours',
  share: 0.15,
  cases: 7,
  use: use(0.8),
  deepUse: use(0.5),
  information: average(0.61),
  size: { kept: average(0.149), met: average(0.5), excess: average(0.1, 3) },
  cpu: average(1.234),
  valid: average(1),
  rules: [
    { rounds: 1, kept: average(0.9) },
    { rounds: 10, kept: average(0.3, 2) },
  ],
  trail: { precision: average(0.7), recall: average(0.6), f1: average(0.65) },
}

const group: GroupScores = {
  name: 'all',
  transcripts: 4,
  tokens: 1,
  budgets: [scores],
  compactions: [
    { method: 'ours', cases: 3, used: average(0.476, 3), information: average(0.5, 3), size: average(1, 3) },
  ],
  decay: [{ method: 'ours', share: 0.15, round: 5, cases: 2, scores: { deepUse: average(0.4, 2) } }],
  cacheCost: [
    {
      policy: 'window',
      describe: '',
      prices: 'warm',
      sessions: 5,
      cost: average(2.194, 5),
      sent: average(0.6, 5),
      cached: average(0.75, 5),
      breaks: average(29.5, 5),
    },
  ],
}

const report: EvaluationReport = {
  version: 1,
  shares: [0.5, 0.15],
  counter: 'words',
  methods: [
    { name: 'ours', describe: '', kind: 'fovea' },
    { name: 'theirs', describe: '', kind: 'peer', missing: 'not installed' },
    { name: 'mute', describe: '', kind: 'vendor' },
  ],
  groups: [group],
  transcripts: [],
  skipped: [],
}

const rowOf = (markdown: string | undefined, name: string): string | undefined =>
  markdown?.split('\n').find(line => line.startsWith(`| ${name} |`))

describe('tables', () => {
  it('show future use, with what is missing and what it kept', () => {
    const markdown = futureUseTable(report)
    expect(rowOf(markdown, 'ours')).toBe(
      '| ours | – | 50.0 | 80.0 | 25.0 | 100.0 | 61.0 | 14.9 | met in 50.0 % | 1.23 |',
    )
    expect(rowOf(markdown, 'theirs')).toContain('| theirs | not installed |')
    expect(rowOf(markdown, 'mute')).toBeUndefined()
    expect(markdown).toContain('7 cases of 4 sessions')
  })

  it('show the other metrics, each with its cases', () => {
    expect(rowOf(compactionTable(report), 'ours')).toBe('| ours | 47.6 | 50.0 | 1.00 |')
    expect(compactionTable(report)).toContain('3 compactions')
    expect(rowOf(factsTable(report), 'ours')).toBe(
      '| ours | 90.0 | – | 30.0 | 70.0 | 60.0 | 65.0 | – | – | – | 100.0 | – |',
    )
    expect(factsTable(report)).toContain('Cases: 7; with rules 7, with a trail 7, with probes 0.')
    expect(rowOf(decayTable(report), 'ours')).toMatch(/^\| ours \| – \| 40\.0 \| – \|/)
    expect(rowOf(cacheCostTable(report), 'window')).toBe('| window | warm | 2.19 | 0.60 | 75.0 | 29.5 |')
  })

  it('are left out where there is nothing to show', () => {
    const empty = { ...report, groups: [{ ...group, compactions: [], decay: [], cacheCost: [] }] }
    expect([compactionTable(empty), decayTable(empty), cacheCostTable(empty)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are markdown', () => {
    expect(table(['a', 'b'], [['1', '2'], undefined, ['3']], 'Two rows.')).toBe(
      '| a | b |\n| --- | --: |\n| 1 | 2 |\n| 3 |  |\n\nTwo rows.',
    )
  })
})
