/**
 * What reading the ledger of a session costs beside counting its tokens once, in processor time, with our counter and with
 * the package that most programs count with: `node bench/ledger-cost.ts`. Each round reads the messages again, so that
 * nothing is remembered from the round before.
 */
import { formatNamed } from '../src/formats/index.ts'
import { ledgerOfMessages } from '../src/ledger/ledger-of-messages.ts'
import { exactCounter } from '../src/tokens/exact-counter.ts'
import { countMessages } from '../src/tokens/message-tokens.ts'
import { forgetReadings } from '../src/tokens/remembered.ts'
import type { Message } from '../src/types.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { cpuTime } from './cpu-time.ts'
import { writeResults } from './results.ts'
import { referenceCounter } from './speed/reference-counter.ts'

/** Rounds in which the compiler still optimizes, on other threads whose time is counted too, are left out on both sides. */
const warming = 8
const rounds = 4
const large = 100_000

const counter = exactCounter()

interface Cost {
  readonly tokens: number
  readonly counting: number
  readonly reference: number
  readonly reading: number
}

export async function benchLedgerCost(): Promise<void> {
  const transcripts = await corpusTranscripts()
  if (transcripts.length === 0) {
    console.log('ledger cost: skipped, there is no corpus (name its directory with --corpus)')
    return
  }
  const costs = transcripts.map((): Cost => ({ tokens: 0, counting: 0, reference: 0, reading: 0 }))
  for (let round = 0; round < warming + rounds; round += 1)
    for (const [at, { format, messages: raw }] of transcripts.entries()) {
      const { read: readMessages, framing } = formatNamed(format)
      const messages: readonly Message[] = readMessages(raw)
      forgetReadings()
      const reference = cpuTime(() => countMessages(messages, framing, referenceCounter))
      const counted = cpuTime(() => countMessages(messages, framing, counter))
      const read = cpuTime(() => ledgerOfMessages(messages))
      const before = costs[at] as Cost
      if (round >= warming)
        costs[at] = {
          tokens: counted.result,
          counting: before.counting + counted.milliseconds,
          reference: before.reference + reference.milliseconds,
          reading: before.reading + read.milliseconds,
        }
    }
  const rows = [
    rowOf('all sessions', costs),
    rowOf(`sessions of ${large.toLocaleString('en')} tokens or more`, costs.filter(isLarge)),
  ]
  writeResults('ledger-cost', rows, table(rows))
}

function isLarge({ tokens }: Cost): boolean {
  return tokens >= large
}

interface CostRow {
  readonly name: string
  readonly sessions: number
  readonly tokens: number
  readonly share: number
  readonly shareOfReference: number
  readonly highest: number
}

function rowOf(name: string, costs: readonly Cost[]): CostRow {
  const sum = (key: keyof Cost): number => costs.reduce((all, cost) => all + cost[key], 0)
  return {
    name,
    sessions: costs.length,
    tokens: sum('tokens'),
    share: sum('reading') / sum('counting'),
    shareOfReference: sum('reading') / sum('reference'),
    // Of small sessions the clock measures noise.
    highest: Math.max(...costs.filter(isLarge).map(({ reading, counting }) => reading / counting)),
  }
}

function table(rows: readonly CostRow[]): string {
  return [
    '| | sessions | tokens | reading the ledger, share of counting the tokens once | of counting them with gpt-tokenizer | highest share of a large session |',
    '| --- | --: | --: | --: | --: | --: |',
    ...rows.map(
      ({ name, sessions, tokens, share, shareOfReference, highest }) =>
        `| ${name} | ${sessions} | ${tokens.toLocaleString('en')} | ${share.toFixed(2)} | ${shareOfReference.toFixed(2)} | ${highest.toFixed(2)} |`,
    ),
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) await benchLedgerCost()
