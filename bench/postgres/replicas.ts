/**
 * Sessions of the corpus, all at once and streamed, through replicas of the proxy that share one PostgreSQL store while one
 * of them is killed every few seconds; then the same sessions through one replica that lives.
 * `node bench/postgres/replicas.ts [--sessions 300] [--turns 10] [--window 24000] [--every 5] [--corpus DIR]` writes
 * bench/results/postgres-replicas.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { createPostgres } from '../../test/postgres/start-postgres.ts'
import { corpusSessions } from '../corpus-transcripts.ts'
import { type ProxyProcess, startProxyProcess } from '../replay/proxy-process.ts'
import { type Fault, faults, type ReplayReport, replayAll } from '../replay/replay-run.ts'
import { type Fields, ownFormat, type ReplaySession, replaySession } from '../replay/replay-session.ts'
import { startReplayProvider } from '../replay/strict-provider.ts'
import { writeResults } from '../results.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '300' },
    turns: { type: 'string', default: '10' },
    window: { type: 'string', default: '24000' },
    every: { type: 'string', default: '5' },
    replicas: { type: 'string', default: '3' },
    corpus: { type: 'string' },
  },
})
const [count, turns, window, every, replicas] = [
  Number(values.sessions),
  Number(values.turns),
  Number(values.window),
  Number(values.every),
  Number(values.replicas),
]

const charactersPerToken = 4

/** The first turns of recorded sessions, none of which fills the window by itself. Each opening is unlike all others: sessions that begin alike are branches of one. */
async function recordedSessions(): Promise<readonly ReplaySession[]> {
  const found: ReplaySession[] = []
  const files = corpusSessions()
  for (let number = 0; found.length < count && number < files.length * 20; number += 1) {
    const name = files[number % files.length] as string
    const transcript = await readTranscript(name)
    const session = replaySession(transcript, ownFormat(transcript), { name, number })
    if (session === undefined || session.turns.length < turns) continue
    const short = opened({ ...session, turns: session.turns.slice(0, turns) })
    if (short.turns.every(turn => JSON.stringify(turn).length / charactersPerToken < window / 3))
      found.push(short)
  }
  return found
}

function opened(session: ReplaySession): ReplaySession {
  const [first, ...rest] = session.turns
  const given = first?.asked ?? []
  const opening = given.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const asked = given.map((message, index) => {
    const { content } = message
    if (index !== opening) return message
    const text = `Working copy ${session.number}.`
    if (!Array.isArray(content)) return { ...message, content: `${text}\n${String(content)}` }
    const type = session.format === 'openai-responses' ? 'input_text' : 'text'
    return { ...message, content: [...(content as Fields[]), { type, text }] }
  })
  return { ...session, turns: [{ asked, answered: first?.answered ?? [] }, ...rest] }
}

interface Run extends ReplayReport {
  readonly replicas: number
  readonly kills: number
  readonly seconds: number
  readonly originals: number
  readonly problems: number
}

async function replayThrough(
  sessions: readonly ReplaySession[],
  database: string,
  replicaCount: number,
  isKilled: boolean,
): Promise<Run> {
  const provider = await startReplayProvider({ window, isAlternating: false })
  const address = `${server.url(database)}?spill=none`
  const start = (): Promise<ProxyProcess> =>
    startProxyProcess(
      ['--upstream', provider.url, '--store', address, '--window', String(window), '--timeout', '300'],
      { FOVEA_STORE: '' },
    )
  const running: (ProxyProcess | undefined)[] = await Promise.all(Array.from({ length: replicaCount }, start))
  let asked = 0
  let kills = 0
  let isDone = false
  const killing = async (): Promise<void> => {
    for (let at = 0; isKilled; at = (at + 1) % replicaCount) {
      for (let waited = 0; waited < every * 10 && !isDone; waited += 1) await sleep(100)
      if (isDone) return
      const victim = running[at]
      running[at] = undefined
      await victim?.kill()
      kills += 1
      running[at] = await start()
    }
  }
  const store = postgresStore(address)
  const started = performance.now()
  const killed = killing()
  try {
    const report = await replayAll(
      (async function* () {
        yield* sessions
      })(),
      {
        // In turn, whichever answers: no session stays with one of them.
        proxyUrl() {
          const alive = running.filter(each => each !== undefined)
          asked += 1
          return alive[asked % alive.length]?.url ?? 'http://127.0.0.1:1'
        },
        provider,
        window,
        pauseMs: 0,
        store,
        lanes: sessions.length,
        maxRepeats: isKilled ? 30 : 0,
        isStreamed: true,
      },
    )
    const seconds = Math.round((performance.now() - started) / 1000)
    const { corrupt, problems } = await store.verify()
    const { originals } = await store.stats()
    return {
      ...report,
      replicas: replicaCount,
      kills,
      seconds,
      originals,
      problems: corrupt.length + problems.length,
    }
  } finally {
    isDone = true
    await killed
    await Promise.all(running.map(each => each?.stop()))
    await provider.close()
    await store.close()
  }
}

const server = await createPostgres({ durable: true, settings: { max_connections: '120' } })
await server.start()
const runs: Run[] = []
try {
  const sessions = await recordedSessions()
  const { withClient } = await import('./with-client.ts')
  for (const [name, replicaCount, isKilled] of [
    ['many', replicas, true],
    ['one', 1, false],
  ] as const) {
    await withClient(server.url(), client => client.query(`CREATE DATABASE ${name}`))
    const run = await replayThrough(sessions, name, replicaCount, isKilled)
    runs.push(run)
    for (const { session, turn, fault, detail } of run.findings.slice(0, 40))
      process.stderr.write(`${name}: ${fault}: ${session} turn ${turn}: ${detail}\n`)
    const { findings, ...counts } = run
    process.stderr.write(`${name}: ${JSON.stringify(counts)}, ${findings.length} findings\n`)
  }
} finally {
  await server.remove()
}

const [many, one] = runs as [Run, Run]
const found = (run: Run, fault: Fault): number => run.findings.filter(each => each.fault === fault).length
const number = (value: number): string => value.toLocaleString('en')
const line = (name: string, value: (run: Run) => string): string =>
  `| ${name} | ${value(many)} | ${value(one)} |`
const costChange = many.cost / one.cost - 1
writeResults(
  'postgres-replicas',
  {
    turns,
    window,
    runs: runs.map(({ findings, ...run }) => ({
      ...run,
      faults: Object.fromEntries(
        faults.map(fault => [fault, findings.filter(each => each.fault === fault).length]),
      ),
    })),
    costChange,
  },
  [
    `| | ${many.replicas} replicas, one killed every ${every} s | one replica |`,
    '| --- | --: | --: |',
    line('sessions at the same time, all streamed', run => number(run.sessions)),
    line('replicas killed', run => number(run.kills)),
    line('requests of clients', run => number(run.requests)),
    line('sent again after their connection broke', run => number(run.repeated)),
    line('requests that reached the provider', run => number(run.sent)),
    line('epochs', run => number(run.epochs)),
    line('originals stored', run => number(run.originals)),
    line('handles looked up afterwards', run => number(run.handles)),
    ...faults.map(fault => line(fault, run => number(found(run, fault)))),
    line('problems that `fovea store verify` finds', run => number(run.problems)),
    line('cost in thousands of input tokens', run => number(Math.round(run.cost / 1000))),
    `| cost against one replica | ${costChange >= 0 ? '+' : ''}${(costChange * 100).toFixed(2)} % | |`,
    '',
    `The first ${turns} turns of recorded sessions, none longer than a third of the window, in a window of ${number(window)} tokens. Cost: a token that the provider has cached counts ${0.1}, any other 1.25.`,
  ].join('\n'),
)
