/**
 * `node bench/replay.ts [--corpus DIR] [--sessions N] [--tokens N] [--ways 1,3]`: every session of the corpus, request by
 * request, through `fovea proxy` to providers that refuse what the real ones refuse; results in `bench/results/replay`.
 */
import { parseArgs } from 'node:util'
import { readTranscript } from '../src/transcripts/read-transcript.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { type Fault, faults, type ReplayReport } from './replay/replay-run.ts'
import { otherFormat, ownFormat, type ReplaySession, replaySession } from './replay/replay-session.ts'
import { type ReplayWay, replayWay } from './replay/replay-way.ts'
import { evenly, readResults, sample, sampleNote, writeResults } from './results.ts'

interface NamedWay extends ReplayWay {
  readonly name: string
  /** `own`: as it was recorded. `other`: written in another format. `chat`: in Chat Completions. */
  readonly format: 'own' | 'other' | 'chat'
}

const ways: readonly NamedWay[] = [
  { name: 'own format', window: 200_000, tools: false, format: 'own' },
  { name: 'own format, lookups', window: 200_000, tools: true, format: 'own' },
  { name: 'other format, small window, lookups', window: 64_000, tools: true, format: 'other' },
  { name: 'chat template, small window', window: 64_000, tools: false, format: 'chat', isAlternating: true },
]

async function* sessionsOf(
  { format, isAlternating = false }: NamedWay,
  files: readonly string[],
  maxTokens: number,
): AsyncGenerator<ReplaySession> {
  for (const [number, name] of files.entries()) {
    const transcript: Transcript = await readTranscript(name)
    const own = ownFormat(transcript)
    const to = format === 'own' ? own : format === 'other' ? otherFormat(own) : 'openai-chat'
    const session = replaySession(transcript, to, { name, number, isAlternating })
    // About four characters each.
    const tokens = JSON.stringify(transcript.messages).length / 4
    if (session !== undefined && tokens <= maxTokens) yield session
  }
}

interface Row extends Omit<ReplayReport, 'findings'> {
  readonly way: NamedWay
  readonly seconds: number
  readonly faults: Readonly<Record<Fault, number>>
}

export async function benchReplay(): Promise<void> {
  const { sessions, tokens } = sample()
  const files = evenly(corpusSessions(), sessions)
  const rows: Row[] = []
  for (const way of chosenWays()) {
    const start = performance.now()
    const { findings, ...counts } = await replayWay(way, sessionsOf(way, files, tokens))
    const seconds = Math.round((performance.now() - start) / 1000)
    const found = Object.fromEntries(
      faults.map(fault => [fault, findings.filter(each => each.fault === fault).length]),
    ) as Record<Fault, number>
    rows.push({ way, seconds, ...counts, faults: found })
    for (const fault of faults)
      for (const { session, turn, detail } of findings.filter(each => each.fault === fault).slice(0, 5))
        process.stderr.write(`${way.name}: ${fault}: ${session} turn ${turn}: ${detail}\n`)
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
  }
  const all = withOtherWays(rows)
  writeResults('replay', all, tableOf(all))
}

/** The rows of ways that were not taken this time are those of the run before. */
function withOtherWays(rows: readonly Row[]): readonly Row[] {
  if (rows.length === ways.length) return rows
  const before = readResults<readonly Row[]>('replay')
  return ways.flatMap(({ name }) => [...rows, ...before].find(row => row.way.name === name) ?? [])
}

/** `--ways 1,3`: by their places in the list; without it all. */
function chosenWays(): readonly NamedWay[] {
  const { values } = parseArgs({ options: { ways: { type: 'string' } }, strict: false })
  if (typeof values.ways !== 'string') return ways
  const places = values.ways.split(',').map(Number)
  return ways.filter((_, index) => places.includes(index + 1))
}

function tableOf(rows: readonly Row[]): string {
  const number = (value: number): string => value.toLocaleString('en')
  const line = (name: string, value: (row: Row) => string): string =>
    `| ${name} | ${rows.map(value).join(' | ')} |`
  return [
    `| | ${rows.map(({ way }) => way.name).join(' | ')} |`,
    `| --- |${' --: |'.repeat(rows.length)}`,
    line('sessions', row => number(row.sessions)),
    line('requests of the client', row => number(row.requests)),
    line('requests that reached the provider', row => number(row.sent)),
    line('lookups', row => number(row.lookups)),
    line('epochs', row => number(row.epochs)),
    line('tokens given, in millions', row => (row.givenTokens / 1e6).toFixed(0)),
    line('tokens sent, in millions', row => (row.sentTokens / 1e6).toFixed(0)),
    ...faults.map(fault => line(fault, row => number(row.faults[fault]))),
    line('longer than the window by what may not be touched', row => number(row.impossible)),
    line('handles looked at', row => number(row.handles)),
    line(
      'largest difference of reported and counted tokens',
      row => `${(row.worstCount * 100).toFixed(2)} %`,
    ),
    '',
    `A window of 200,000 tokens, or 64,000 where it is small.${sampleNote()}`,
  ].join('\n')
}

if (import.meta.main) await benchReplay()
