/**
 * What one step of a session asks of its store, SQLite and PostgreSQL in turn in one run.
 * `node bench/postgres/latency.ts [--steps 300]` writes bench/results/postgres-latency.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { originalOf, viewOf } from '../../test/store/samples.ts'
import { writeResults } from '../results.ts'
import { logText } from './log-text.ts'

const { values } = parseArgs({ options: { steps: { type: 'string', default: '300' } } })
const steps = Number(values.steps)
const place = mkdtempSync(join(tmpdir(), 'fovea-latency-'))
const server = await createPostgres({ durable: true })
await server.start()
const stores: Readonly<Record<'sqlite' | 'postgres', Store>> = {
  sqlite: sqliteStore(join(place, 'store.db')),
  postgres: postgresStore(server.url(), { spill: false }),
}
type Name = keyof typeof stores
type Work = (store: Store, step: number) => unknown

const sessions = 20
const nameOf = (step: number): string => `s${step % sessions}`

/** What a session does with its store, step by step. */
const works: Readonly<Record<string, Work>> = {
  'read the state of the session': (store, step) => store.state(nameOf(step), 'head'),
  'write it, compared with what was read': async (store, step) => {
    const head = await store.state(nameOf(step), 'head')
    await store.setState(nameOf(step), 'head', 'x'.repeat(2000), head?.version ?? 0)
  },
  'record an epoch: three originals of 8 KB and their views': (store, step) => {
    const originals = [0, 1, 2].map(each => originalOf(logText(step * 3 + each)))
    const views = originals.map(original => viewOf(`view of ${original.hash}`, original))
    return store.record({ originals, views, session: { id: nameOf(step) } })
  },
  'record it again': (store, step) => {
    const originals = [0, 1, 2].map(each => originalOf(logText(step * 3 + each)))
    return store.record({ originals, views: [], session: { id: nameOf(step) } })
  },
  'read an original': (store, step) => store.get(`db_${originalOf(logText(step * 3)).hash}`),
}

const times = new Map<string, Record<Name, number[]>>(
  Object.keys(works).map(name => [name, { sqlite: [], postgres: [] }]),
)
for (let step = 0; step < steps; step += 1)
  for (const [work, run] of Object.entries(works))
    for (const name of ['sqlite', 'postgres'] as const) {
      const started = performance.now()
      await run(stores[name], step)
      // The first steps warm both up.
      if (step >= 20) times.get(work)?.[name].push(performance.now() - started)
    }
for (const store of Object.values(stores)) await store.close()
await server.remove()
rmSync(place, { recursive: true, force: true })

const figures = (all: number[]) => {
  all.sort((one, other) => one - other)
  const at = (share: number): number =>
    Math.round((all[Math.floor(all.length * share)] as number) * 100) / 100
  return { p50: at(0.5), p95: at(0.95) }
}
const rows = [...times].map(([work, { sqlite, postgres }]) => ({
  work,
  sqlite: figures(sqlite),
  postgres: figures(postgres),
}))
writeResults(
  'postgres-latency',
  { steps, rows },
  [
    '| | SQLite, p50 / p95 | PostgreSQL, p50 / p95 | p50 against SQLite |',
    '| --- | --: | --: | --: |',
    ...rows.map(
      ({ work, sqlite, postgres }) =>
        `| ${work} | ${sqlite.p50} / ${sqlite.p95} ms | ${postgres.p50} / ${postgres.p95} ms | ${(postgres.p50 / sqlite.p50).toFixed(1)} × |`,
    ),
  ].join('\n'),
)
