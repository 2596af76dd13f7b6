/** Views that are carried on: how many of ten rounds of each session miss a budget that a fresh compression meets. */
import { compressSync } from '../src/compress.ts'
import { formatNamed } from '../src/formats/index.ts'
import { messageGroups } from '../src/measure/message-groups.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { strategyNames } from '../src/strategies/index.ts'
import type { SyncCompressOptions } from '../src/strategies/options/compress-options.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { readSessions } from './session-files.ts'

const rounds = 10
const share = 0.2
const minBudget = 4000
/** Every so many files of the corpus. */
const every = Number(process.argv[2] ?? 8)

const rows = new Map<string, { rounds: number; missed: number; belowFloor: number; notRestored: number }>()
const files = corpusSessions().filter((_, index) => index % every === 0)
for await (const { transcript } of readSessions(files))
  for (const strategy of ['auto', ...strategyNames()]) carryOn(transcript, strategy)
console.table(Object.fromEntries(rows))

function carryOn({ messages, format }: Transcript, strategy: string): void {
  const row = rows.get(strategy) ?? { rounds: 0, missed: 0, belowFloor: 0, notRestored: 0 }
  rows.set(strategy, row)
  const whole = compressSync(messages, { format, dryRun: true }).receipt.tokens.before.tokens
  const rules = strategy === 'rules' ? { rules: { forceConverge: true } } : {}
  const budget = Math.max(minBudget, Math.round(whole * share))
  const options = { strategy, budget, format, ...rules } as SyncCompressOptions
  const store = memoryStore()
  let view: readonly unknown[] = []
  let from = 0
  for (const cut of cutsOf(messages, format)) {
    const { messages: next, receipt } = compressSync([...view, ...messages.slice(from, cut)], {
      ...options,
      store,
    })
    row.rounds += 1
    if (receipt.budget?.met !== true) {
      const fresh = compressSync(messages.slice(0, cut), { ...options, store: memoryStore() })
      if (fresh.receipt.budget?.met) row.missed += 1
      else row.belowFloor += 1
    }
    const back = uncompressSync(next, store, { format }).messages
    if (JSON.stringify(back) !== JSON.stringify(messages.slice(0, cut))) row.notRestored += 1
    view = next
    from = cut
  }
}

/** Where rounds end: no call is parted from its answer. */
function cutsOf(messages: readonly unknown[], format: Transcript['format']): readonly number[] {
  const starts = messageGroups(formatNamed(format).read(messages)).map(({ first }) => first)
  const cuts = Array.from({ length: rounds }, (_, round) => {
    const wanted = Math.round((messages.length * (round + 1)) / rounds)
    return starts.find(start => start >= wanted) ?? messages.length
  })
  return [...new Set(cuts)].filter(cut => cut > 0)
}
