/** A report made by hand: four methods at three budgets, two agents, compactions close together, names that mean harm. */
import type {
  Average,
  BudgetScores,
  CompactionScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
  TranscriptSummary,
} from '../../../../src/tools/evaluate/report.ts'

export const hostileName: string = `"><script>alert('x')</script>\u202egnp.\u0000&amp;`

const average = (mean: number, cases = 12): Average => ({ mean, cases })

export const sampleMethods: readonly MethodInfo[] = [
  { name: 'none', describe: 'the whole history', kind: 'baseline' },
  { name: 'window', describe: 'the newest messages that fit', kind: 'baseline' },
  { name: 'head and tail', describe: 'every text cut', kind: 'baseline' },
  { name: 'vendor summary', describe: "the agent's own", kind: 'vendor' },
  { name: 'fovea', describe: 'compress', kind: 'fovea' },
  { name: 'oracle', describe: 'knows the future', kind: 'ceiling' },
  { name: 'absent', describe: 'another', kind: 'peer', missing: 'not installed' },
]

export const sampleShares: readonly number[] = [0.5, 0.15, 0.05]

/** Shown, information and size of each method at each budget. */
const scored: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  none: sampleShares.map(() => [1, 1, 1] as const),
  window: [
    [0.6, 0.8, 0.5],
    [0.06, 0.6, 0.15],
    [0.004, 0.4, 0.05],
  ],
  'head and tail': [
    [0.8, 0.9, 0.5],
    [0.63, 0.55, 0.15],
    [0.61, 0.3, 0.05],
  ],
  fovea: [
    [0.9, 0.95, 0.5],
    [0.71, 0.8, 0.15],
    [0.62, 0.7, 0.21],
  ],
  oracle: sampleShares.map(() => [1, 0.3, 0.01] as const),
}

function budgetScores(
  method: string,
  share: number,
  [shown, known, kept]: readonly [number, number, number],
): BudgetScores {
  const use = { visible: average(shown), grounded: average(shown / 2), reachable: average(1) }
  return {
    method,
    share,
    cases: 12,
    use,
    deepUse: use,
    information: average(known),
    size: { kept: average(kept), met: average(kept > share ? 0.25 : 1) },
    cpu: average(1),
    ...(method === 'fovea' ? { valid: average(1), restored: average(1) } : {}),
    rules: [{ rounds: 1, kept: average(0.5, 4) }],
    trail: { precision: average(0.9, 11), recall: average(0.8, 11), f1: average(0.85, 11) },
    probes: { visible: average(0.7), reachable: average(0.2), lost: average(0.1), passed: average(0) },
  }
}

const compactions: readonly CompactionScores[] = [
  { method: 'none', cases: 2, used: average(1, 2), information: average(1, 2), size: average(40, 2) },
  { method: 'window', cases: 2, used: average(0.3, 2), information: average(0.2, 2), size: average(1, 2) },
  {
    method: 'vendor summary',
    cases: 2,
    used: average(0.48, 2),
    information: average(0.53, 2),
    size: average(1, 2),
  },
  { method: 'fovea', cases: 2, used: average(0.66, 2), information: average(0.6, 2), size: average(1.01, 2) },
]

export const sampleGroup: GroupScores = {
  name: 'all',
  transcripts: 2,
  tokens: 250_000,
  budgets: Object.entries(scored).flatMap(([method, rows]) =>
    rows.map((row, index) => budgetScores(method, sampleShares[index] as number, row)),
  ),
  compactions,
  decay: [],
  cacheCost: ['warm', 'five minutes'].flatMap(prices =>
    ['none', 'fovea, once'].map(policy => ({
      policy,
      describe: policy,
      prices,
      sessions: 1,
      cost: average(policy === 'none' ? 1 : 0.5, 1),
      sent: average(policy === 'none' ? 1 : 0.4, 1),
      cached: average(0.9, 1),
      breaks: average(2, 1),
    })),
  ),
}

export const sampleSession: TranscriptSummary = {
  name: `logs/${hostileName}.jsonl`,
  agent: 'claude-code',
  messages: 300,
  tokens: 240_000,
  context: [
    { message: 0, tokens: 900 },
    { message: 99, tokens: 120_000 },
    { message: 100, tokens: 3000 },
    { message: 103, tokens: 8000 },
    { message: 104, tokens: 1000 },
    { message: 299, tokens: 118_000 },
  ],
  compactions: [
    {
      at: 100,
      tokensBefore: 120_000,
      tokensAfter: 2900,
      trigger: 'auto',
      outcome: {
        used: 50,
        shown: { 'vendor summary': 24, fovea: 33 },
        lost: ['src/parse.ts', '<img src=x onerror=alert(1)>', 'ghp_0aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY'],
      },
    },
    { at: 104, tokensBefore: 8000, tokensAfter: 0 },
  ],
  cuts: [
    {
      at: 150,
      tokens: 100_000,
      needs: 20,
      deepNeeds: 7,
      lost: [
        { share: 0.5, atoms: [] },
        { share: 0.05, atoms: ['readLedger', hostileName] },
      ],
    },
  ],
}

export const sampleReport: EvaluationReport = {
  version: 1,
  shares: sampleShares,
  counter: 'o200k_base',
  methods: sampleMethods,
  groups: [
    sampleGroup,
    { ...sampleGroup, name: 'claude-code', transcripts: 1 },
    { ...sampleGroup, name: 'codex', transcripts: 1, compactions: [] },
  ],
  transcripts: [
    sampleSession,
    {
      ...sampleSession,
      name: 'short.jsonl',
      messages: 3,
      tokens: 40,
      context: [],
      compactions: [],
      cuts: [],
    },
  ],
  skipped: [{ name: `${hostileName}.json`, why: 'no <b>session</b>' }],
}

/** A report about sessions that gave no case. */
export function reportWithoutCases(...transcripts: readonly TranscriptSummary[]): EvaluationReport {
  const empty = { budgets: [], compactions: [], decay: [], cacheCost: [] }
  const tokens = transcripts.reduce((sum, session) => sum + session.tokens, 0)
  return {
    ...sampleReport,
    groups: [{ ...empty, name: 'all', transcripts: transcripts.length, tokens }],
    transcripts,
    skipped: [],
  }
}

/** The same report with one method's scores at every budget changed. */
export function withScores(
  report: EvaluationReport,
  method: string,
  change: (scores: BudgetScores) => BudgetScores,
): EvaluationReport {
  return {
    ...report,
    groups: report.groups.map(group => ({
      ...group,
      budgets: group.budgets.map(scores => (scores.method === method ? change(scores) : scores)),
    })),
  }
}
