/** Every strategy on sessions of two coding agents: at its own size and under budgets, gated, in rounds; and the ledger. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { formatNamed } from '../src/formats/index.ts'
import { ledgerOfMessages } from '../src/ledger/ledger-of-messages.ts'
import { renderLedger } from '../src/ledger/markdown/render-ledger.ts'
import { countersFor } from '../src/tokens/counters.ts'
import { artifactTrail } from '../src/tools/evaluate/artifact-trail.ts'
import { type History, prepareHistory } from '../src/tools/evaluate/history.ts'
import { viewSaying } from '../src/tools/evaluate/methods/text-view.ts'
import { Averages } from '../src/tools/evaluate/report-builder.ts'
import type { Message } from '../src/types.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { askMeetings, meetingFiles, type QuestionRow } from './questions.ts'
import { evenly, readResults, sample, writeResults, writeTable } from './results.ts'
import { readSessions } from './session-files.ts'
import { StrategyCases, type StrategyRow } from './strategy-cases.ts'
import { byDefault, gated, underBudget } from './strategy-methods.ts'
import { StrategyRounds } from './strategy-rounds.ts'
import {
  gateTable,
  ledgerTable,
  matrixTable,
  questionsTable,
  roundsTable,
  type TrailScores,
  viewsTable,
} from './strategy-tables.ts'

const budgets = [0.3, 0.15]
/** 60 to 80 % less. */
const gateBudgets = [0.4, 0.3, 0.2]
const roundsBudget = 0.15
/** Files below are too short to make a case, or to be compressed ten times; they are gzipped. */
const minBytesOfCase = 20_000
const minBytesInRounds = 150_000
/** Rounds take long: ten compressions and ten more to hold them against, for each method. */
const maxInRounds = 14

const parts = {
  async ledger(maxSessions: number): Promise<void> {
    const sums = new Averages<TrailScores>()
    let least = 1
    for await (const { messages } of histories(maxSessions, 0)) {
      const trail = ledgerTrail(messages)
      if (trail === undefined) continue
      sums.add(trail)
      least = Math.min(least, trail.f1)
    }
    const result = { sessions: sums.cases, least, trail: sums.means }
    writeResults('strategies-ledger', result, ledgerTable(result))
  },

  async own(maxSessions: number): Promise<void> {
    const cases = new StrategyCases(byDefault, [1])
    for await (const history of histories(maxSessions)) await cases.add(history)
    writeResults('strategies', cases.rows, viewsTable(cases.rows))
  },

  async budgets(maxSessions: number): Promise<void> {
    const cases = new StrategyCases(underBudget, budgets)
    for await (const history of histories(maxSessions)) await cases.add(history)
    writeResults('strategies-budgets', cases.rows, viewsTable(cases.rows))
  },

  async questions(maxSessions: number): Promise<void> {
    const meetings = evenly(meetingFiles(), maxSessions)
    const rows = [
      ...(await askMeetings(meetings, byDefault, [1])),
      ...(await askMeetings(meetings, underBudget, budgets)),
    ]
    writeResults('strategies-questions', rows, questionsTable(rows))
  },

  /** Of what the three before have found. */
  async matrix(): Promise<void> {
    const views = ['strategies', 'strategies-budgets'].flatMap(name =>
      readResults<readonly StrategyRow[]>(name),
    )
    const questions = readResults<readonly QuestionRow[]>('strategies-questions')
    writeTable('strategies-matrix', matrixTable(views, questions))
  },

  async gate(maxSessions: number): Promise<void> {
    const cases = new StrategyCases(gated, gateBudgets)
    for await (const history of histories(maxSessions)) await cases.add(history)
    writeResults('strategies-gate', cases.rows, gateTable(cases.rows))
  },

  async rounds(maxSessions: number): Promise<void> {
    const rounds = new StrategyRounds(roundsBudget)
    for await (const history of histories(Math.min(maxSessions, maxInRounds), minBytesInRounds))
      await rounds.add(history)
    writeResults('strategies-rounds', rounds.rows, roundsTable(rounds.rows))
  },
}

/** Sessions of two coding agents, evenly spread, one in memory at a time. */
async function* histories(maxSessions: number, minBytes = minBytesOfCase): AsyncGenerator<History> {
  const files = corpusSessions().filter(
    file => /\/(?:claude-code|codex)\//.test(file) && statSync(file).size >= minBytes,
  )
  const { tokens } = sample()
  for await (const { name, transcript } of readSessions(evenly(files, maxSessions))) {
    const history = prepareHistory(transcript.messages, formatNamed(transcript.format), {}, countersFor({}))
    if (history.tokens > tokens) continue
    process.stderr.write(`strategies: ${basename(name)}, ${history.tokens} tokens\n`)
    yield history
  }
}

/** What the sections that are read from tool calls say, against those calls; `undefined` where there were none. */
function ledgerTrail(messages: readonly Message[]): TrailScores | undefined {
  const { text } = renderLedger(ledgerOfMessages(messages), { caps: {} })
  const artifacts = text.slice(text.indexOf('## Files'), text.indexOf('## Errors'))
  const { expected, f1, precision, recall } = artifactTrail(messages, viewSaying(artifacts).messages).all
  return expected === 0 ? undefined : { precision, recall, f1 }
}

/** `--only NAME` measures one part. */
export async function benchStrategies(maxSessions: number = sample().sessions): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: false })
  for (const [name, measure] of Object.entries(parts))
    if (values.only === undefined || values.only === name) await measure(maxSessions)
}

if (import.meta.main) await benchStrategies()
