/** Live sessions on the corpus: what they cost, what they show, and that they keep the laws; results in `bench/results/sessions`. */
import type { CachePrices } from '../src/evaluate/cache-cost.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { writeResults } from './results.ts'
import {
  othersOf,
  type PolicyResult,
  type PreparedSession,
  prepareSession,
  priceSets,
  sessionOf,
} from './session-costs.ts'
import { readSessions } from './session-files.ts'
import { inSqlite, type LongRun, longRun, stepsBeyondTheFirst } from './session-latency.ts'

/** Sessions of so many tokens are long. */
const long = 100_000
/** No epoch is worth anything in a session of few steps. */
const leastSteps = 3
/** Of the long ones, those whose last requests are measured. */
const measured = 5
const longMessages = 2000

interface Row {
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

export async function benchSessions(sets: readonly CachePrices[] = priceSets): Promise<void> {
  const longOnes: PolicyResult[] = []
  const shortOnes: PolicyResult[] = []
  const latency: number[] = []
  const latencyInSqlite: number[] = []
  let sessions = 0
  let requests = 0
  for await (const { name, transcript } of readSessions(corpusSessions())) {
    const prepared = prepareSession(transcript)
    if (prepared.steps.length < leastSteps) continue
    const isLong = prepared.history.tokens >= long
    process.stderr.write(`${name} ${prepared.history.tokens}\n`)
    const results = await resultsOf(prepared, isLong ? sets : sets.slice(0, 1), isLong)
    ;(isLong ? longOnes : shortOnes).push(...results)
    sessions += 1
    requests += prepared.steps.length
    if (isLong && latency.length < measured) {
      latency.push(await stepsBeyondTheFirst(transcript, {}))
      latencyInSqlite.push(await inSqlite(options => stepsBeyondTheFirst(transcript, options)))
    }
  }
  const data = {
    sessions,
    requests,
    long: rowsOf(longOnes),
    short: rowsOf(shortOnes),
    latency: { memory: middle(latency), sqlite: middle(latencyInSqlite) },
    longRun: await longRun(longMessages),
  }
  writeResults('sessions', data, tablesOf(data))
}

/** Short sessions are held against none, under one price set. */
async function resultsOf(
  prepared: PreparedSession,
  sets: readonly CachePrices[],
  isLong: boolean,
): Promise<readonly PolicyResult[]> {
  const ours: PolicyResult[] = []
  for (const prices of sets) ours.push(await sessionOf(prepared, prices))
  return isLong ? [...othersOf(prepared, sets), ...ours] : ours
}

function rowsOf(results: readonly PolicyResult[]): readonly Row[] {
  const groups = Map.groupBy(results, ({ policy, prices }) => `${prices} ${policy}`)
  return [...groups.values()]
    .map(group => {
      const { policy, prices } = group[0] as PolicyResult
      const deep = group.filter(({ deepNeeds }) => deepNeeds > 0)
      return {
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
    .sort((one, other) => setOf(one) - setOf(other))
}

function setOf({ prices }: Row): number {
  return priceSets.findIndex(({ name }) => name === prices)
}

interface Data {
  readonly sessions: number
  readonly requests: number
  readonly long: readonly Row[]
  readonly short: readonly Row[]
  readonly latency: { readonly memory: number; readonly sqlite: number }
  readonly longRun: LongRun
}

function tablesOf({ sessions, requests, long: longRows, short, latency, longRun: run }: Data): string {
  const [least] = short
  return [
    '| prices | policy | cost | dearest | read from cache | broken prefixes | tokens a request | use | deep use |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: |',
    ...longRows.map(
      row =>
        `| ${row.prices} | ${row.policy} | ${row.cost.toFixed(2)} | ${row.dearest.toFixed(2)} | ${percent(row.cachedShare)} | ${row.breaks.toFixed(1)} | ${Math.round(row.averageTokens).toLocaleString('en')} | ${percent(row.use)} | ${percent(row.deepUse)} |`,
    ),
    '',
    `Cost against no compression, the mean of ${longRows[0]?.sessions ?? 0} sessions of at least ${long.toLocaleString('en')} tokens; the dearest of them; use: of what the agent used later and knew from before, the share that the request showed, in percent; deep: of what it had seen outside the newest fifth.`,
    '',
    `The ${least?.sessions ?? 0} shorter sessions cost ${least?.cost.toFixed(3)} of no compression, the dearest ${least?.dearest.toFixed(3)}.`,
    '',
    `${requests.toLocaleString('en')} requests of ${sessions} sessions, the long ones once for each price set: none was refused by the rules of its format, and no byte of what was sent changed outside an epoch.`,
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

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

if (import.meta.main) await benchSessions()
