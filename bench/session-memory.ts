/**
 * What many sessions leave in memory: 10,000 short ones and 300 long ones, one after another. `node
 * bench/session-memory.ts [--short N] [--long N] [--megabytes N]`; `--megabytes` is what they may hold in all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSessions } from '../src/session/session.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { longTalk } from './long-talk.ts'

const { values } = parseArgs({
  options: { short: { type: 'string' }, long: { type: 'string' }, megabytes: { type: 'string' } },
})
const [short, long] = [Number(values.short ?? 10_000), Number(values.long ?? 300)]
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const store = sqliteStore(join(directory, 'store.db'))
const memory = values.megabytes === undefined ? {} : { bytes: Number(values.megabytes) * 2 ** 20 }
// No epoch: what is measured is what stays, not what is computed.
const sessions = createSessions({ store, memory, highWater: 1e9, window: 1e10 })
const talk = longTalk(200).map(({ content }, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))

async function run(kind: string, number: number, length: number): Promise<void> {
  for (let at = 1; at <= number; at += 1) {
    const first = { role: 'user', content: `${kind} session ${at}` }
    const body = { model: 'm', messages: [first, ...talk.slice(1, length)] }
    // Parsed again, as from a network.
    await sessions.step(JSON.parse(JSON.stringify(body)))
    if (at % Math.ceil(number / 5) !== 0 && at !== number) continue
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)
    console.log(`${at} ${kind} sessions: heap ${megabytes(heapUsed)} MB, resident ${megabytes(rss)} MB`)
  }
}

await run('short', short, 5)
await run('long', long, talk.length)
await run('later short', Math.ceil(short / 10), 5)
store.close()
rmSync(directory, { recursive: true, force: true })
