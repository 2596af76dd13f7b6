import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { handlesIn } from '../../src/scan/marker.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { spanStrategies } from '../../src/strategies/index.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import type { Message, StrategyName } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { isShown } from '../is-shown.ts'
import { step } from './partition/session.ts'
import { chat, textsOf, tokensOf } from './view-of.ts'
import { lastWish, workSession } from './work-session.ts'

const names = spanStrategies.map(({ name }) => name)
const session = workSession(20)
const shorter = workSession(8)
const raw = chat.create(session)

describe.each(names)('%s', strategy => {
  const given = { strategy, format: chat.name, strict: true } as const

  it.each(['4%', '10%', '25%', '50%', '75%', '95%'] as const)('meets a budget of %s and uses it', budget => {
    const { messages, receipt } = compressSync(raw, { ...given, budget })
    const most = receipt.budget?.tokens as number
    expect(receipt.budget?.met).toBe(true)
    expect(receipt.tokens.after.tokens).toBe(tokensOf(chat, messages))
    expect(tokensOf(chat, messages)).toBeLessThanOrEqual(most)
    // Lines that answer questions are shown whole or not at all.
    const used = strategy === 'anchored' && budget === '4%' ? 0.95 : 0.97
    expect(tokensOf(chat, messages)).toBeGreaterThanOrEqual(used * most)
  })

  it('meets every budget above the least that it can meet, where a text may be as long as what it replaces', () => {
    const anthropic = formatNamed('anthropic')
    const content = Array.from({ length: 40 }, (_, line) => `line ${line} of a plan that is long`).join('\n')
    const calls = Array.from({ length: 4 }, (_, at) =>
      step(`t${at}`, { name: 'Write', args: { file_path: `/w/${at}.md`, content }, result: 'done' }),
    )
    const atOnce = (role: 'assistant' | 'tool', index: 0 | 1): Message => ({
      role,
      blocks: calls.flatMap(both => both[index]?.blocks ?? []),
    })
    const input = anthropic.create([...shorter, atOnce('assistant', 0), atOnce('tool', 1)])
    const met = Array.from({ length: 10 }, (_, at) => {
      const { receipt } = compressSync(input, { ...given, format: 'anthropic', budget: 150 + 320 * at })
      return receipt.budget?.met
    })
    expect(met.lastIndexOf(false)).toBeLessThan(met.includes(true) ? met.indexOf(true) : 0)
  })

  it.each(formats)('works in the format $name, and leads back to the byte', format => {
    const input = format.create(shorter)
    for (const budget of [undefined, '12%'] as const) {
      const { messages, originalsByHash, receipt } = compressSync(input, {
        strategy,
        format: format.name,
        strict: true,
        budget,
      })
      expect(receipt.changes.length).toBeGreaterThan(0)
      expect(format.check(messages)).toEqual(format.check(input))
      const back = uncompressSync(messages, originalsByHash, { format: format.name })
      expect(JSON.stringify(back.messages)).toBe(JSON.stringify(input))
    }
  })

  it('keeps what may never change, and says so where that is too much', () => {
    const { messages, receipt, originalsByHash } = compressSync(raw, { ...given, budget: 20, pins: [9] })
    for (const index of [0, 9, raw.length - 1]) expect(isShown(messages, raw[index])).toBe(true)
    const { met, floor } = receipt.budget ?? {}
    expect(met).toBe(false)
    expect(floor?.tokens).toBe(tokensOf(chat, messages))
    expect(Object.keys(floor?.parts ?? {})).toEqual(
      expect.arrayContaining(['pinned', 'last user message', 'role system']),
    )
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(raw)
  })

  it('names every original in the view, or none where none are wanted', () => {
    const named = compressSync(raw, given)
    expect(textsOf(chat, named.messages).flatMap(handlesIn)).toEqual(
      named.receipt.changes.map(({ handle }) => handle),
    )
    const { messages, originalsByHash } = compressSync(raw, {
      ...given,
      handles: 'none',
    } as SyncCompressOptions)
    expect(JSON.stringify(messages)).not.toContain('db_')
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(raw)
  })

  it('says the same each time, and nothing more about its own view', () => {
    const once = compressSync(raw, given)
    expect(compressSync(raw, given)).toEqual(once)
    expect(compressSync(once.messages, given).messages).toBe(once.messages)
  })

  it('never takes its own message for the last words of the user', () => {
    const store = memoryStore()
    const waiting = raw.slice(0, -2)
    const first = compressSync(waiting, { ...given, store })
    const more = [...first.messages, ...chat.create(workSession(3)).slice(2, -1)]
    const second = compressSync(more, { ...given, store })
    expect(isShown(second.messages, raw[1])).toBe(true)
    expect(isShown(second.messages, lastWish)).toBe(false)
  })

  it('shows why each message stays', () => {
    const { receipt } = compressSync(raw, { ...given, trace: true, pins: [9] })
    const reasons = new Map(receipt.decisions?.map(({ message, reason }) => [message, reason]))
    expect(reasons.get(0)).toBe('role system')
    expect(reasons.get(9)).toBe('pinned')
    expect(reasons.get(raw.length - 1)).toBe('last user message')
  })
})

describe('the numbers of the seed', () => {
  const kept = (strategy: StrategyName): number => {
    const { receipt } = compressSync(raw, { strategy, format: chat.name, strict: true })
    return raw.length - receipt.changes.reduce((sum, { merged = [] }) => sum + 1 + merged.length, 0)
  }
  // One system message stays everywhere; a message may bring the rest of its step along.
  it.each([
    ['window', 21, 22],
    ['importance', 12, 14],
    ['anchored', 6, 7],
    ['hybrid', 6, 7],
    ['regenerative', 6, 7],
    ['opaque', 2, 2],
  ] as const)('%s keeps so many messages', (strategy, least, most) => {
    expect(kept(strategy)).toBeGreaterThanOrEqual(least)
    expect(kept(strategy)).toBeLessThanOrEqual(most)
  })

  it('hybrid leaves 20 messages alone', () => {
    const options = { strategy: 'hybrid', format: chat.name, strict: true } as const
    const twenty = chat.create(workSession(4)).slice(0, 20)
    expect(compressSync(twenty, options).messages).toBe(twenty)
    const more = chat.create(workSession(4)).slice(0, 22)
    expect(compressSync(more, options).messages.length).toBeLessThan(10)
  })
})

describe('defects that are not inherited', () => {
  it('importance returns messages in the order in which they were said', () => {
    const { messages } = compressSync(raw, { strategy: 'importance', format: chat.name, strict: true })
    const places = messages.map(message => raw.indexOf(message as never)).filter(place => place >= 0)
    expect(places.length).toBeGreaterThan(8)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it.each([1, 2, 3, 4, 5, 6])('a window of %i parts no call from its result', recencyWindow => {
    const { messages } = compressSync(raw.slice(0, -2), {
      strategy: 'window',
      format: chat.name,
      strict: true,
      recencyWindow,
    })
    expect(chat.check(messages)).toEqual([])
    expect(messages.slice(-recencyWindow)).toEqual(raw.slice(0, -2).slice(-recencyWindow))
  })
})
