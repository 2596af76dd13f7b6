import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { spanStrategies } from '../../src/strategies/index.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import type { Message } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { neutralConversation, rawMessages } from './conversations.ts'

const strategies = ['coverage', ...spanStrategies.map(({ name }) => name)] as const
const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 30), interruptAfterTimeLimit: 60_000 }

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

  it('are never joined where they were side by side before', () => {
    for (const format of formats) {
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

  it('alternate where the same is said, done and answered again', () => {
    const steps = Array.from({ length: 60 }, (_, at) => `step ${at} took ${at * 7} ms`).join('\n')
    const exchange = [
      say('user', 'Look at it.'),
      say('assistant', steps),
      say('user', 'And now?'),
      say('assistant', 'Done.'),
    ]
    for (const format of formats) {
      const messages = rawMessages(format, [...exchange, ...exchange, ...exchange])
      const store = memoryStore()
      const options = {
        format: format.name,
        strategy: 'window',
        preserve: ['user'],
        store,
        strict: true,
      } as const
      const { messages: view } = compressSync(messages, { ...options, recencyWindow: 1 })
      expect(pairs(format, view)).toBe(0)
      expect(view).toHaveLength(6)
      const back = uncompressSync(view, store, { format: format.name })
      expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
      expect(compressSync(view, { ...options, recencyWindow: 1 }).messages).toBe(view)
    }
  })

  it.each(strategies)('alternate where %s keeps instructions that a tool showed', strategy => {
    for (const format of formats) {
      const messages = rawMessages(format, afterReadingRules)
      const store = memoryStore()
      const given = { format: format.name, strategy, store, strict: true } as const
      let view: readonly unknown[] = messages
      for (const budget of [2000, 1500]) {
        view = compressSync(view, { ...given, budget }).messages
        const turns = turnsOf(format, view)
        expect(turns.filter((role, at) => role === turns[at - 1])).toEqual([])
        expect(format.check(view)).toEqual([])
        for (const rule of rules) expect(JSON.stringify(view)).toContain(rule)
      }
      expect(compressSync(view, { ...given, budget: 1500 }).messages).toEqual(view)
      const unknown = compressSync(view, { ...given, store: memoryStore(), budget: 1000 }).messages
      for (const rule of rules) expect(JSON.stringify(unknown)).toContain(rule)
      const back = uncompressSync(view, store, { format: format.name })
      expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
    }
  })
})

const rules = Array.from({ length: 8 }, (_, at) => `- Rule ${at}: module_${at} is changed with its page.`)

/** A request, the reading of two instruction files, much work, an answer, a short request and its answer. */
const afterReadingRules: readonly Message[] = [
  say('user', 'Fix the login.'),
  ...step('rules', '/x/CLAUDE.md', rules.slice(0, 4).join('\n')),
  ...step('web', '/x/web/AGENTS.md', rules.slice(4).join('\n')),
  ...Array.from({ length: 30 }, (_, at) =>
    step(`work-${at}`, `/x/src/part-${at}.ts`, `export const part${at} = '${'word '.repeat(120)}'`),
  ).flat(),
  say('assistant', 'The login works again.'),
  say('user', 'Thanks. Is it tested?'),
  ...step('tests', '/x/test/login.test.ts', "it('logs in', () => {})"),
  say('assistant', 'It is.'),
]

function say(role: 'user' | 'assistant', text: string): Message {
  return { role, blocks: [{ type: 'text', text, media: 'text' }] }
}

function step(callId: string, path: string, shown: string): readonly Message[] {
  const text = JSON.stringify({ file_path: path })
  return [
    { role: 'assistant', blocks: [{ type: 'toolCall', callId, name: 'Read', text, media: 'json' }] },
    { role: 'tool', blocks: [{ type: 'toolResult', callId, text: shown, media: 'text' }] },
  ]
}

/** Who speaks in turn, as strict chat templates count: neither a call nor its result is a turn. */
function turnsOf(format: Format, messages: readonly unknown[]): readonly string[] {
  return format
    .read(messages)
    .filter(({ blocks }) => blocks.every(({ type }) => type === 'text'))
    .map(({ role }) => role)
}
