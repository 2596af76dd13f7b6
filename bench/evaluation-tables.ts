/** A report as tables in markdown: shares in percent, each table with its number of cases. */
import type { Average, BudgetScores, EvaluationReport, GroupScores } from '../src/tools/evaluate/report.ts'

/** The budget of which most is shown. */
const headline = 0.15

export function futureUseTable({ shares, methods, groups }: EvaluationReport, name = 'all'): string {
  const group = groupNamed(groups, name)
  const rows = methods.map(({ name: method, missing }) => {
    const at = (share: number): BudgetScores | undefined =>
      group.budgets.find(scores => scores.method === method && scores.share === share)
    const main = at(headline)
    if (main === undefined) return missing === undefined ? undefined : [method, missing]
    return [
      method,
      ...shares.map(share => percent(at(share)?.deepUse.visible)),
      percent(main.use.visible),
      percent(main.deepUse.grounded),
      percent(main.deepUse.reachable),
      percent(main.information),
      percent(main.size.kept),
      main.size.met.mean === 1 ? 'met' : `met in ${percent(main.size.met)} %`,
      main.cpu.mean.toFixed(2),
    ]
  })
  const columns = [
    'method',
    ...shares.map(share => `deep at ${share}`),
    ...['all', 'grounded', 'reachable', 'information', 'kept', 'budget', 'CPU'].map(
      column => `${column} at ${headline}`,
    ),
  ]
  return table(columns, rows, `${casesOf(group)} cases of ${group.transcripts} sessions.`)
}

export function compactionTable({ methods, groups }: EvaluationReport, name = 'all'): string | undefined {
  const group = groupNamed(groups, name)
  if (group.compactions.length === 0) return undefined
  const rows = methods.map(({ name: method }) => {
    const scores = group.compactions.find(each => each.method === method)
    if (scores === undefined) return undefined
    return [method, percent(scores.used), percent(scores.information), scores.size.mean.toFixed(2)]
  })
  const columns = ['method', 'atoms used next that it shows', 'information', "size / the summary's"]
  return table(columns, rows, `${group.compactions[0]?.cases ?? 0} compactions with a readable summary.`)
}

export function factsTable({ methods, groups }: EvaluationReport, name = 'all'): string {
  const group = groupNamed(groups, name)
  const rows = methods.map(({ name: method }) => {
    const scores = group.budgets.find(each => each.method === method && each.share === headline)
    if (scores === undefined) return undefined
    const { rules = [], trail, probes } = scores
    return [
      method,
      ...[1, 5, 10].map(rounds => percent(rules.find(each => each.rounds === rounds)?.kept)),
      percent(trail?.precision),
      percent(trail?.recall),
      percent(trail?.f1),
      percent(probes?.visible),
      percent(probes?.reachable),
      percent(probes?.passed),
      percent(scores.valid),
      percent(scores.restored),
    ]
  })
  const columns = [
    'method',
    ...[1, 5, 10].map(rounds => `rules after ${rounds}`),
    ...['trail precision', 'trail recall', 'trail F1'],
    ...['probes visible', 'only reachable', 'cases passed', 'valid', 'restored'],
  ]
  const [first] = group.budgets
  const cases = `Budget ${headline}. Cases: ${casesOf(group)}; with rules ${first?.rules?.[0]?.kept.cases ?? 0}, with a trail ${first?.trail?.f1.cases ?? 0}, with probes ${first?.probes?.visible.cases ?? 0}.`
  return table(columns, rows, cases)
}

/** By the name that decay gives them, and by the one that readers know. */
const decayMetrics = {
  deepUse: 'deep',
  information: 'information',
  rules: 'rules',
  trail: 'trail F1',
  probes: 'probes',
}
const decayRounds = [1, 5, 10]

export function decayTable({ groups, methods }: EvaluationReport, name = 'all'): string | undefined {
  const { decay } = groupNamed(groups, name)
  const [first] = decay
  if (first === undefined) return undefined
  const rows = methods.map(({ name: method }) => {
    const rounds = decayRounds.map(round => decay.find(row => row.method === method && row.round === round))
    if (rounds.every(row => row === undefined)) return undefined
    return [
      method,
      ...Object.keys(decayMetrics).flatMap(metric => rounds.map(row => percent(row?.scores[metric]))),
    ]
  })
  const columns = [
    'method',
    ...Object.values(decayMetrics).flatMap(metric => decayRounds.map(round => `${metric} after ${round}`)),
  ]
  return table(columns, rows, `${first.cases} sessions at a budget of ${first.share}.`)
}

export function cacheCostTable({ groups }: EvaluationReport, name = 'all'): string | undefined {
  const { cacheCost } = groupNamed(groups, name)
  const [first] = cacheCost
  if (first === undefined) return undefined
  const rows = cacheCost.map(({ policy, prices, cost, sent, cached, breaks }) => [
    policy,
    prices,
    cost.mean.toFixed(2),
    sent.mean.toFixed(2),
    percent(cached),
    breaks.mean.toFixed(1),
  ])
  const columns = ['policy', 'prices', 'cost', 'tokens sent', 'read from cache', 'broken prefixes a session']
  return table(columns, rows, `${first.sessions} sessions of at least 100,000 tokens; left alone is 1.`)
}

export function table(
  columns: readonly string[],
  rows: readonly (readonly string[] | undefined)[],
  caption: string,
): string {
  const lines = rows
    .filter(row => row !== undefined)
    .map(row => `| ${columns.map((_, index) => row[index] ?? '').join(' | ')} |`)
  const rule = columns.map((_, index) => (index === 0 ? '---' : '--:'))
  return [`| ${columns.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...lines, '', caption].join('\n')
}

export function percent(average: Average | undefined): string {
  return average === undefined ? '–' : (100 * average.mean).toFixed(1)
}

function casesOf({ budgets }: GroupScores): number {
  return budgets[0]?.cases ?? 0
}

function groupNamed(groups: readonly GroupScores[], name: string): GroupScores {
  const group = groups.find(each => each.name === name) ?? groups[0]
  if (group === undefined) throw new Error('The report has no groups.')
  return group
}
