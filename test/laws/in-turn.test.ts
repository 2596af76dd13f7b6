/** Several strategies in turn over one conversation that goes on, or over the view as it is. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { countMessage } from '../../src/tokens/message-tokens.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { OriginalsByHash } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { automaticOptions, compressOptions } from './compress-options.ts'
import { rawMessages } from './conversations.ts'
import { oddConversation } from './odd-conversation.ts'

const counter = exactCounter()
const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 30), interruptAfterTimeLimit: 100_000 }

const options = fc.oneof(
  { weight: 5, arbitrary: compressOptions },
  { weight: 1, arbitrary: automaticOptions },
)
const pins = fc.array(fc.nat({ max: 40 }), { maxLength: 30 })
const round = fc.record({ conversation: oddConversation, settings: options, pins, goesOn: fc.boolean() })

function sizeOf(format: Format, messages: readonly unknown[]): number {
  return format
    .read(messages)
    .reduce((sum, message) => sum + countMessage(message, format.framing, counter), 0)
}

describe('strategies in turn', { timeout: 150_000 }, () => {
  it('lose nothing, stay valid and within budgets that are met, and never grow', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.array(round, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (format, rounds, withStore) => {
          const store = memoryStore()
          let originalsByHash: OriginalsByHash = {}
          let view: readonly unknown[] = []
          let whole: readonly unknown[] = []
          for (const [number, { conversation, settings, pins, goesOn }] of rounds.entries()) {
            const more = number === 0 || goesOn ? rawMessages(format, conversation(number)) : []
            whole = [...whole, ...more]
            const given = [...view, ...more]
            const { messages, receipt, ...rest } = compressSync(given, {
              ...settings,
              pins,
              format: format.name,
              strict: true,
              ...(withStore ? { store } : {}),
            })
            expect(format.check(messages).length).toBeLessThanOrEqual(format.check(given).length)
            expect(sizeOf(format, messages)).toBeLessThanOrEqual(sizeOf(format, given))
            const { budget, tokens } = receipt
            if (budget?.met) expect(tokens.after.tokens).toBeLessThanOrEqual(budget.tokens)
            originalsByHash = { ...originalsByHash, ...rest.originalsByHash }
            const back = uncompressSync(messages, withStore ? store : originalsByHash, {
              format: format.name,
            })
            expect(JSON.stringify(back.messages)).toBe(JSON.stringify(whole))
            view = messages
          }
        },
      ),
      runs,
    )
  })
})
