/**
 * What one step of a session asks of its store, SQLite and PostgreSQL in turn in one run, and search over originals.
 * `node bench/postgres/latency.ts [--steps 300] [--megabytes 100]` writes bench/results/postgres-latency.json.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { originalOf, viewOf } from '../../test/store/samples.ts'

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '300' }, megabytes: { type: 'string', default: '100' } },
})
const [steps, megabytes] = [Number(values.steps), Number(values.megabytes)]
const place = mkdtempSync(join(tmpdir(), 'fovea-latency-'))
const server = await createPostgres({ durable: true })
await server.start()
const stores: Readonly<Record<string, Store>> = {
  sqlite: sqliteStore(join(place, 'store.db')),
  postgres: postgresStore(server.url(), { spill: false }),
}

/** Random words, some of them rare: texts of 8 KB. */
function textOf(seed: number): string {
  let state = (seed * 2654435761) >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 8
  }
  const words = Array.from({ length: 1100 }, () => `w${next() % 50_000}`)
  return `${words.join(' ')} needle${seed}`
}

const figures = (times: number[]) => {
  times.sort((one, other) => one - other)
  const at = (share: number): number =>
    Math.round((times[Math.floor(times.length * share)] as number) * 100) / 100
  return { p50: at(0.5), p95: at(0.95) }
}
const took = async (work: () => unknown): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const record: Record<string, number[]> = { sqlite: [], postgres: [] }
const state: Record<string, number[]> = { sqlite: [], postgres: [] }
for (let step = 0; step < steps; step += 1)
  for (const [name, store] of Object.entries(stores)) {
    const originals = [0, 1, 2].map(each => originalOf(textOf(step * 3 + each)))
    const views = originals.map(original => viewOf(`view of ${original.hash}`, original))
    record[name]?.push(await took(() => store.record({ originals, views, session: { id: `s${step % 20}` } })))
    state[name]?.push(
      await took(async () => {
        const head = await store.state(`s${step % 20}`, 'head')
        await store.setState(`s${step % 20}`, 'head', 'x'.repeat(2000), head?.version ?? 0)
      }),
    )
  }
let filled = 0
let at = 1_000_000
const filling = await took(async () => {
  while (filled < megabytes * 1e6) {
    const originals = Array.from({ length: 100 }, (_, index) => originalOf(textOf(at + index)))
    at += 100
    filled += originals.reduce((sum, { bytes }) => sum + bytes.length, 0)
    for (const store of Object.values(stores)) await store.put(originals)
  }
})
const rare: Record<string, number[]> = { sqlite: [], postgres: [] }
const common: Record<string, number[]> = { sqlite: [], postgres: [] }
for (let index = 0; index < 40; index += 1)
  for (const [name, store] of Object.entries(stores)) {
    const wanted = `needle${1_000_000 + ((index * 7919) % (at - 1_000_000))}`
    rare[name]?.push(
      await took(async () => {
        if ((await store.search(wanted)).length === 0) throw new Error(`${wanted} is not found.`)
      }),
    )
    if (index < 10) common[name]?.push(await took(() => store.search('needle1')))
  }
for (const store of Object.values(stores)) await store.close()
await server.remove()
rmSync(place, { recursive: true, force: true })
const each = (times: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(times).map(([name, all]) => [name, figures(all)]))
const result = {
  steps,
  megabytes: Math.round(filled / 1e6),
  originals: at - 1_000_000,
  fillingSeconds: Math.round(filling / 1000),
  recordMilliseconds: each(record),
  stateMilliseconds: each(state),
  searchOfARareWord: each(rare),
  searchOfACommonWord: each(common),
}
writeFileSync(
  join(import.meta.dirname, '../results/postgres-latency.json'),
  `${JSON.stringify(result, undefined, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`)
