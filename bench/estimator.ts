/** How near the token estimator comes to o200k_base on each class of text, beside chars / 4, and how much faster it is. */
import { estimateCounter, exactCounter } from '../src/tokens/tokens.ts'
import { readSamples, type Sample, type TextClass, textClasses } from './estimator-corpus.ts'
import { corpusDirectory, writeResults } from './results.ts'

interface ClassResult {
  readonly class: TextClass
  readonly half: Sample['half']
  readonly texts: number
  readonly tokens: number
  /** Error of the whole class, signed: what an estimate of everything together is off by. */
  readonly error: number
  /** Error of the single texts, unsigned. */
  readonly medianError: number
  readonly p90Error: number
  readonly charsBy4Error: number
}

interface SpeedResult {
  readonly characters: number
  readonly exactMilliseconds: number
  readonly estimateMilliseconds: number
  /** How many times the estimator's CPU time counting exactly takes, in this run. */
  readonly ratio: number
}

interface Counted extends Sample {
  readonly exact: number
  readonly estimate: number
}

export function benchEstimator(): void {
  const corpus = corpusDirectory()
  if (corpus === undefined) {
    console.log('estimator: skipped, there is no corpus (name its directory with --corpus)')
    return
  }
  const samples = readSamples(corpus)
  const speed = compareSpeed(samples.map(({ text }) => text))
  const exact = exactCounter()
  const estimate = estimateCounter()
  const counted = samples.map(sample => ({
    ...sample,
    exact: exact.count(sample.text),
    estimate: estimate.count(sample.text),
  }))
  const classes = textClasses.flatMap(name =>
    (['fit', 'check'] as const).flatMap(half => judge(name, half, counted)),
  )
  writeResults('estimator', { classes, speed }, table(classes, speed))
}

function judge(name: TextClass, half: Sample['half'], all: readonly Counted[]): ClassResult[] {
  const samples = all.filter(sample => sample.class === name && sample.half === half)
  if (samples.length === 0) return []
  const tokens = sum(samples.map(({ exact }) => exact))
  const errors = samples
    .map(({ exact, estimate }) => Math.abs(estimate / exact - 1))
    .sort((one, other) => one - other)
  return [
    {
      class: name,
      half,
      texts: samples.length,
      tokens,
      error: sum(samples.map(({ estimate }) => estimate)) / tokens - 1,
      medianError: quantile(errors, 0.5),
      p90Error: quantile(errors, 0.9),
      charsBy4Error: sum(samples.map(({ text }) => text.length / 4)) / tokens - 1,
    },
  ]
}

/** CPU time over the same texts in turns, warm, the least of three rounds each. */
function compareSpeed(texts: readonly string[]): SpeedResult {
  const exact = exactCounter()
  const estimate = estimateCounter()
  const time = (count: (text: string) => number): number => {
    const start = process.cpuUsage()
    for (const text of texts) count(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const rounds = Array.from({ length: 3 }, () => ({
    exact: time(text => exact.count(text)),
    estimate: time(text => estimate.count(text)),
  }))
  const exactMilliseconds = Math.min(...rounds.map(round => round.exact))
  const estimateMilliseconds = Math.min(...rounds.map(round => round.estimate))
  return {
    characters: sum(texts.map(({ length }) => length)),
    exactMilliseconds,
    estimateMilliseconds,
    ratio: exactMilliseconds / estimateMilliseconds,
  }
}

function table(classes: readonly ClassResult[], speed: SpeedResult): string {
  const rows = classes.map(
    row =>
      `| ${row.class} | ${row.half} | ${row.texts} | ${row.tokens} | ${signed(row.error)} | ${percent(row.medianError)} | ${percent(row.p90Error)} | ${signed(row.charsBy4Error)} |`,
  )
  return [
    '| class | half | texts | tokens | error | median per text | 90th percentile per text | chars / 4 |',
    '| --- | --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
    '',
    `Weights are fitted on the \`fit\` half of the sources. Counting exactly took ${speed.ratio.toFixed(1)} times the CPU of the estimate (${(speed.characters / 1e6).toFixed(1)} million characters: ${Math.round(speed.exactMilliseconds)} ms and ${Math.round(speed.estimateMilliseconds)} ms).`,
  ].join('\n')
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const signed = (value: number): string => `${value > 0 ? '+' : ''}${percent(value)}`

if (process.argv[1] === import.meta.filename) benchEstimator()
