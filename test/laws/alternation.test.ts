import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import type { SyncCompressOptions } from '../../src/options.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { spanStrategies } from '../../src/strategies/index.ts'
import type { Message } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { neutralConversation, rawMessages } from './conversations.ts'

const strategies = ['coverage', ...spanStrategies.map(({ name }) => name)] as const
const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 40), interruptAfterTimeLimit: 60_000 }

/** How often a user's message follows a user's message. */
function pairs(format: Format, messages: readonly unknown[]): number {
  const roles = format.read(messages).map(({ role }) => role)
  return roles.filter((role, index) => role === 'user' && roles[index + 1] === 'user').length
}

/** Without the messages that would follow one of their own role. */
function alternating(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ role }, index) => role !== 'user' || messages[index - 1]?.role !== 'user')
}

describe('roles', { timeout: 120_000 }, () => {
  it('alternate in a view where they did before, in every format and round, and everything comes back', () => {
    let joined = 0
    fc.assert(
      fc.property(
        neutralConversation,
        fc.constantFrom(...formats),
        fc.constantFrom(...strategies),
        fc.constantFrom('named' as const, 'none' as const),
        fc.array(fc.nat({ max: 9 }), { maxLength: 2 }),
        fc.integer({ min: 100, max: 1200 }),
        (conversation, format, strategy, handles, pins, most) => {
          const messages = rawMessages(format, alternating(conversation))
          const store = memoryStore()
          const given = { format: format.name, strategy, handles, store, strict: true }
          let view: readonly unknown[] = messages
          for (const budget of [most, Math.floor(most / 3)]) {
            const before = pairs(format, view)
            const round = compressSync(view, { ...given, pins, budget } as SyncCompressOptions)
            view = round.messages
            joined += round.receipt.joined?.length ?? 0
            expect(pairs(format, view)).toBeLessThanOrEqual(before)
            expect(format.check(view)).toEqual([])
          }
          const back = uncompressSync(view, store, { format: format.name })
          expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
        },
      ),
      runs,
    )
    expect(joined).toBeGreaterThan(0)
  })

  it('are never joined where they stood side by side before', () => {
    for (const format of formats) {
      const say = (role: 'user' | 'assistant', text: string): Message => ({
        role,
        blocks: [{ type: 'text', text, media: 'text' }],
      })
      const messages = ['Be brief.', 'Fix the login.'].map(text => format.create([say('user', text)])[0])
      const later = Array.from(
        { length: 20 },
        (_, at) =>
          format.create([say(at % 2 === 0 ? 'assistant' : 'user', `${at} ${'word '.repeat(50)}`)])[0],
      )
      const { messages: view } = compressSync([...messages, ...later], {
        format: format.name,
        strategy: 'window',
        pins: [0, 1],
        recencyWindow: 3,
      })
      expect(view[0]).toBe(messages[0])
      expect(JSON.stringify(view[1])).toContain('Fix the login.')
      expect(JSON.stringify(view[1])).not.toContain('Be brief.')
    }
  })
})
