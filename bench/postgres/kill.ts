/**
 * Four writers, killed 100 times, while the server is restarted 20 times as by a power cut: whether every handle that was
 * given out resolves. `node bench/postgres/kill.ts [--kills 100] [--restarts 20]` writes bench/results/postgres-kill.json.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { writeResults } from '../results.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, restarts: { type: 'string', default: '20' } },
})
const [kills, restarts] = [Number(values.kills), Number(values.restarts)]
const lanes = 4
const script = join(import.meta.dirname, 'kill-writer.ts')
const place = mkdtempSync(join(tmpdir(), 'fovea-kill-'))
const server = await createPostgres({ durable: true })
await server.start()
const hashes = new Set<string>()
let killed = 0
let restarted = 0
/** Writers that ended by themselves: the store must never make one. */
let crashed = 0
const started = performance.now()

async function lane(index: number): Promise<void> {
  for (let round = 0; killed < kills; round += 1) {
    const name = `writer-${index}-${round}`
    // Half of them wait for a server that restarts; the others soon write into their own file.
    const deadline = String(index % 2 === 0 ? 5000 : 400)
    const args = [script, server.url(), join(place, `spill-${index}.db`), name, deadline]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_COMPILE_CACHE: join(place, 'compiled') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    const closed = once(child, 'close')
    await Promise.race([once(child.stdout, 'data'), closed])
    await sleep(Math.random() * 2000)
    if (child.kill('SIGKILL')) killed += 1
    else crashed += 1
    await closed
    for (const hash of output.slice(0, output.lastIndexOf('\n') + 1).split(/\s/))
      if (hash !== '') hashes.add(hash)
  }
}

/** Spread over the kills, so that writers also find a server that is up. */
async function restarting(): Promise<void> {
  for (; restarted < restarts; restarted += 1) {
    while (killed < (kills * (restarted + 1)) / (restarts + 1)) await sleep(20)
    await sleep(Math.random() * 400)
    await server.stop('immediate')
    await sleep(Math.random() * 600)
    await server.start()
  }
}

await Promise.all([restarting(), ...Array.from({ length: lanes }, (_, index) => lane(index))])
// What waits on the machines of the writers is sent by whoever opens the store there next.
const store = postgresStore(server.url(), { spill: false })
const before = (await store.stats()).originals
for (let index = 0; index < lanes; index += 1)
  await postgresStore(server.url(), { spill: join(place, `spill-${index}.db`) }).close()
const sentAfterwards = (await store.stats()).originals - before
let lost = 0
for (const hash of hashes) {
  try {
    await store.get(`db_${hash}`)
  } catch {
    lost += 1
  }
}
const verification = await store.verify()
const { originals, receipts } = await store.stats()
await store.close()
await server.remove()
rmSync(place, { recursive: true, force: true })
const result = {
  kills: killed,
  restarts: restarted,
  seconds: Math.round((performance.now() - started) / 1000),
  crashed,
  handedOut: hashes.size,
  lost,
  originals,
  receipts,
  sentAfterwards,
  corrupt: verification.corrupt.length,
  problems: verification.problems,
}
const number = (value: number): string => value.toLocaleString('en')
writeResults(
  'postgres-kill',
  result,
  [
    '| | |',
    '| --- | --: |',
    `| writers, each killed and started again | ${lanes} |`,
    `| killed with SIGKILL | ${number(result.kills)} |`,
    `| server stopped as by a power cut, and started again | ${number(result.restarts)} |`,
    `| writers that ended by themselves | ${number(result.crashed)} |`,
    `| originals stored, and their handles given out | ${number(result.handedOut)} |`,
    `| originals that reached the server only when another process opened the store on the same machine | ${number(result.sentAfterwards)} |`,
    `| handles that do not resolve | ${number(result.lost)} |`,
    `| damaged originals | ${number(result.corrupt)} |`,
    `| problems that \`fovea store verify\` finds | ${number(result.problems.length)} |`,
  ].join('\n'),
)
