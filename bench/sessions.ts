/** Live sessions on the corpus: what they cost, what they show, and that they keep the laws; results in `bench/results/sessions`. */
import type { CachePrices } from '../src/tools/evaluate/cache-cost.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { writeResults } from './results.ts'
import {
  othersOf,
  ourPolicy,
  type PolicyResult,
  prepareSession,
  priceSets,
  sessionOf,
} from './session-costs.ts'
import { readSessions } from './session-files.ts'
import { inSqlite, type LongRun, longRun, stepsBeyondTheFirst } from './session-latency.ts'
import { median } from './speed/median.ts'

/** Sessions of so many tokens are long. */
const long = 100_000
/** No epoch is worth anything in a session of few steps. */
const minSteps = 3
/** Of the long ones, those whose last requests are measured. */
const measured = 5
const longMessages = 2000

/** The lines of a session were chosen on every second long one, and on two of the longest; the others say what they are worth. */
type Half = 'chosen on' | 'held out'

const chosenBeside: readonly number[] = [19, 27]

function halfOf(number: number): Half {
  return number % 2 === 0 || chosenBeside.includes(number) ? 'chosen on' : 'held out'
}

interface Row {
  readonly half: Half
  readonly policy: string
  readonly prices: string
  readonly sessions: number
  readonly cost: number
  readonly dearest: number
  readonly cachedShare: number
  readonly breaks: number
  readonly averageTokens: number
  readonly use: number
  readonly deepUse: number
}

interface HalvedResult extends PolicyResult {
  readonly half: Half
}

/** The first price set on all sessions, the others on every second long one that was held out. */
export async function benchSessions(sets: readonly CachePrices[] = priceSets): Promise<void> {
  const longOnes: HalvedResult[] = []
  const shortOnes: HalvedResult[] = []
  const latency: number[] = []
  const latencyInSqlite: number[] = []
  let sessions = 0
  let requests = 0
  let longSoFar = 0
  for await (const { name, transcript } of readSessions(corpusSessions())) {
    const prepared = prepareSession(transcript, isLong)
    const { history, steps } = prepared
    if (steps.length < minSteps) continue
    process.stderr.write(`${name} ${history.tokens}\n`)
    sessions += 1
    if (isLong(history)) {
      const half = halfOf(longSoFar)
      const billed = longSoFar % 4 === 1 ? sets : sets.slice(0, 1)
      longSoFar += 1
      for (const prices of billed) longOnes.push({ half, ...(await sessionOf(prepared, prices)) })
      longOnes.push(...othersOf(prepared, billed).map(result => ({ half, ...result }) as const))
      requests += steps.length * billed.length
      if (latency.length < measured) {
        latency.push(await stepsBeyondTheFirst(transcript, {}))
        latencyInSqlite.push(await inSqlite(options => stepsBeyondTheFirst(transcript, options)))
      }
    } else {
      const [prices] = sets
      if (prices !== undefined) shortOnes.push({ half: 'held out', ...(await sessionOf(prepared, prices)) })
      requests += steps.length
    }
  }
  const data = {
    sessions,
    requests,
    long: rowsOf(longOnes),
    short: rowsOf(shortOnes),
    latency: { memory: median(latency), sqlite: median(latencyInSqlite) },
    longRun: await longRun(longMessages),
  }
  writeResults('sessions', data, tablesOf(data))
}

function isLong({ tokens }: { readonly tokens: number }): boolean {
  return tokens >= long
}

function rowsOf(results: readonly HalvedResult[]): readonly Row[] {
  const groups = Map.groupBy(results, ({ half, policy, prices }) => `${half} ${prices} ${policy}`)
  return [...groups.values()].map(group => {
    const { half, policy, prices } = group[0] as HalvedResult
    const deep = group.filter(({ deepNeeds }) => deepNeeds > 0)
    return {
      half,
      policy,
      prices,
      sessions: group.length,
      cost: mean(group.map(({ cost }) => cost)),
      dearest: Math.max(...group.map(({ cost }) => cost)),
      cachedShare: mean(group.map(({ cachedShare }) => cachedShare)),
      breaks: mean(group.map(({ breaks }) => breaks)),
      averageTokens: mean(group.map(({ averageTokens }) => averageTokens)),
      use: mean(group.map(({ visible, needs }) => (needs === 0 ? 1 : visible / needs))),
      deepUse: mean(deep.map(({ deepVisible, deepNeeds }) => deepVisible / deepNeeds)),
    }
  })
}
interface Data {
  readonly sessions: number
  readonly requests: number
  readonly long: readonly Row[]
  readonly short: readonly Row[]
  readonly latency: { readonly memory: number; readonly sqlite: number }
  readonly longRun: LongRun
}

function tablesOf({ sessions, requests, long: rows, short, latency, longRun: run }: Data): string {
  const [least] = short
  const [main, ...sampled] = priceSets.map(({ name }) => rows.filter(({ prices }) => prices === name))
  const policies = [...new Set(rows.map(({ policy }) => policy))]
  return [
    '| half | policy | cost | dearest | read from cache | broken prefixes | tokens a request | use | deep use |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: |',
    ...(main ?? []).toSorted(byHalf).map(lineOf),
    '',
    `Sessions of at least ${long.toLocaleString('en')} tokens, read 0.1, write 1.25, cache always warm. The lines of a session were chosen on every second of them and two of the longest (${sizeOf(main, 'chosen on')} in all); the others (${sizeOf(main, 'held out')}) were held out. Cost: against no compression, the mean of the sessions; the dearest of them; use: of what the agent used later and knew from before, the share that the request showed, in percent; deep: of what it had seen outside the newest fifth.`,
    '',
    `| prices | ${policies.join(' | ')} | use | deep use |`,
    `| --- |${' --: |'.repeat(policies.length + 2)}`,
    ...sampled.map(set => priceLine(set, policies)),
    '',
    `Cost against no compression under other prices, on ${sizeOf(sampled[0], 'held out')} of the sessions that were held out; use: of the Fovea session.`,
    '',
    `The ${least?.sessions ?? 0} shorter sessions cost ${least?.cost.toFixed(3)} of no compression, the dearest ${least?.dearest.toFixed(3)}.`,
    '',
    `${requests.toLocaleString('en')} requests of ${sessions} sessions, some once for each price set: none was refused by the rules of its format, and no byte of what was sent changed outside an epoch.`,
    '',
    '| a step | CPU ms |',
    '| --- | --: |',
    `| beyond the first, 100,000 tokens and more, in memory (median) | ${latency.memory.toFixed(1)} |`,
    `| the same in a SQLite store | ${latency.sqlite.toFixed(1)} |`,
    `| of ${run.steps} over ${run.messages} messages (median) | ${run.medianStep.toFixed(1)} |`,
    `| the last of these | ${run.lastStep.toFixed(1)} |`,
    `| all of these, ${run.epochs} epochs included | ${Math.round(run.allSteps)} |`,
    `| one compression of all ${run.messages} messages | ${Math.round(run.oneCompression)} |`,
  ].join('\n')
}

function lineOf(row: Row): string {
  return `| ${row.half} | ${row.policy} | ${row.cost.toFixed(2)} | ${row.dearest.toFixed(2)} | ${percent(row.cachedShare)} | ${row.breaks.toFixed(1)} | ${Math.round(row.averageTokens).toLocaleString('en')} | ${percent(row.use)} | ${percent(row.deepUse)} |`
}

function priceLine(set: readonly Row[], policies: readonly string[]): string {
  const costs = policies.map(name => set.find(({ policy }) => policy === name)?.cost.toFixed(2) ?? '')
  const ours = set.find(({ policy }) => policy === ourPolicy)
  return `| ${ours?.prices ?? ''} | ${costs.join(' | ')} | ${percent(ours?.use ?? Number.NaN)} | ${percent(ours?.deepUse ?? Number.NaN)} |`
}

function byHalf(one: Row, other: Row): number {
  return other.half.localeCompare(one.half)
}

function sizeOf(rows: readonly Row[] | undefined, half: Half): number {
  return rows?.find(row => row.half === half)?.sessions ?? 0
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

if (import.meta.main) await benchSessions()
