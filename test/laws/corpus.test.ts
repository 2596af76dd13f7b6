import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { uncompressSync } from '../../src/uncompress.ts'

const corpus = join(import.meta.dirname, '../../../shared/corpus/transcripts')
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(file =>
      /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(file),
    )
  : []
/** `FOVEA_CORPUS=all` reads every session, which takes minutes. */
const share = process.env['FOVEA_CORPUS'] === 'all' ? 1 : 20
const agents = [...Map.groupBy(files, file => file.split('/')[0] as string)].map(
  ([agent, sessions], index) =>
    [agent, index, sessions.toSorted().filter((_, at) => at % share === 0)] as const,
)

const ways: readonly SyncCompressOptions[] = [
  {},
  { budget: '20%' },
  { strategy: 'partition' },
  { strategy: 'anchored', budget: '15%' },
  { strategy: 'importance' },
  {
    strategy: 'rules',
    budget: '60%',
    rules: { fuzzyDedup: true, contradictionDetection: true, forceConverge: true },
  },
]

describe.skipIf(files.length === 0)(
  'real sessions (skipped without ../shared/corpus)',
  { timeout: 300_000 },
  () => {
    it.each(agents)('of %s come back to the byte, stay valid and never grow', async (_, agent, sessions) => {
      // Ways are dealt out over agents and sessions: each takes every third.
      const step = share === 1 ? 1 : 3
      for (const [index, file] of sessions.entries()) {
        const { messages, format: name } = await readTranscript(join(corpus, file))
        const format = formatNamed(name)
        const problems = format.check(messages).length
        const before = JSON.stringify(messages)
        for (const way of ways.filter((_, at) => (at + index + agent) % step === 0)) {
          const store = memoryStore()
          const { messages: view, receipt } = compressSync(messages, {
            ...way,
            format: name,
            store,
            strict: true,
          })
          // A digest may take the place of what the provider would refuse.
          expect(format.check(view).length, file).toBeLessThanOrEqual(problems)
          expect(receipt.tokens.after.tokens, file).toBeLessThanOrEqual(receipt.tokens.before.tokens)
          if (receipt.budget?.met)
            expect(receipt.tokens.after.tokens, file).toBeLessThanOrEqual(receipt.budget.tokens)
          const back = uncompressSync(view, store, { format: name })
          expect(back.missing).toEqual([])
          expect(JSON.stringify(back.messages) === before, file).toBe(true)
        }
      }
    })
  },
)
