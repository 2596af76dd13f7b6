import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import type { Ledger } from '../../src/ledger/index.ts'
import type { LedgerWriter } from '../../src/models/model.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { CompressOptions } from '../../src/strategies/options/compress-options.ts'
import { uncompress } from '../../src/uncompress.ts'
import { chat, textsOf } from './view-of.ts'
import { pathOf, rounds, rule, workSession } from './work-session.ts'

const raw = chat.create(workSession(12))
const state = 'The parts up to the ninth are renamed; their tests pass.'
const honest: LedgerWriter = () => ({ state, next: [`Go on with ${pathOf(11)}.`], decisions: [] })
const lying: LedgerWriter = () => ({
  state: 'All of src/billing/invoice.ts is rewritten.',
  next: [],
  decisions: [],
})

const strategies = ['anchored', 'hybrid'] as const
const given = (options: CompressOptions): CompressOptions => ({ format: chat.name, strict: true, ...options })
const ledgerIn = (view: readonly unknown[]): string =>
  textsOf(chat, view).find(text => /^\[Ledger: /m.test(text)) ?? ''

describe.each(strategies)('%s with a ledger writer', strategy => {
  const plain = compressSync(raw, { strategy, format: chat.name, strict: true })

  it('shows what the model wrote beside what was said, and everything comes back', async () => {
    const {
      messages,
      receipt,
      originalsByHash,
      state: after,
    } = await compress(raw, given({ strategy, model: { ledgerWriter: honest } }))
    expect(receipt.notes).toEqual([])
    const text = ledgerIn(messages)
    expect(text).toMatch(new RegExp(`- written #\\d+: ${state}`))
    expect(text).toContain(rule)
    expect(text).toContain(pathOf(3))
    const rows = (after?.ledger as Ledger | undefined)?.rows ?? []
    expect(rows.filter(row => row.state === 'written').map(row => row.value)).toContain(state)
    expect((await uncompress(messages, originalsByHash)).messages).toEqual(raw)
  })

  it.each<[string, LedgerWriter, string]>([
    ['lies', lying, 'ledger-rejected'],
    ['throws', () => Promise.reject(new Error('no quota')), 'ledger-failed'],
    ['hangs', () => new Promise(() => {}), 'ledger-timed-out'],
  ])('is as it is without one where the model %s, with a note', async (_, writer, code) => {
    const {
      messages,
      receipt,
      state: after,
    } = await compress(raw, given({ strategy, model: { ledgerWriter: writer, timeoutMs: 20 } }))
    expect(receipt.notes.map(note => note.code)).toEqual([code])
    expect(messages).toEqual(plain.messages)
    expect(after).toEqual(plain.state)
  })

  it('stays within the budget', async () => {
    for (const budget of [800, 1500, 3000]) {
      const { receipt } = await compress(raw, given({ strategy, budget, model: { ledgerWriter: honest } }))
      const without = await compress(raw, given({ strategy, budget }))
      expect(receipt.budget?.met).toBe(without.receipt.budget?.met)
    }
  })
})

describe('prose over rounds', () => {
  it('is kept, and later prose takes its place', async () => {
    const store = memoryStore()
    const first = await compress(raw, given({ strategy: 'anchored', store, model: { ledgerWriter: honest } }))
    const grown = [...first.messages, ...chat.create(rounds(12, 6))]
    const kept = await compress(grown, given({ strategy: 'anchored', store }))
    expect(ledgerIn(kept.messages)).toContain(state)
    const later = 'The tests of all parts pass.'
    const second = await compress(
      grown,
      given({
        strategy: 'anchored',
        store,
        model: { ledgerWriter: () => ({ state: later, next: [], decisions: [] }) },
      }),
    )
    expect(ledgerIn(second.messages)).toContain(later)
    expect(ledgerIn(second.messages)).not.toContain(state)
  })

  it('asks no model where there is nothing to write', async () => {
    let calls = 0
    const writer: LedgerWriter = () => {
      calls += 1
      return {}
    }
    const short = raw.slice(0, 4)
    const options = given({ strategy: 'hybrid', model: { ledgerWriter: writer } })
    expect((await compress(short, options)).messages).toBe(short)
    const { messages } = await compress(raw, given({ strategy: 'anchored' }))
    expect(
      (await compress(messages, given({ strategy: 'anchored', model: { ledgerWriter: writer } }))).messages,
    ).toBe(messages)
    await expect(
      compress(raw, given({ strategy: 'window', model: { ledgerWriter: writer } })),
    ).rejects.toMatchObject({ code: 'invalid-option' })
    expect(calls).toBe(0)
  })

  it('refuses what is no writer', async () => {
    const broken = { ...given({ strategy: 'anchored', model: { ledgerWriter: {} as never } }), strict: false }
    const { messages, receipt } = await compress(raw, broken)
    expect(messages).toBe(raw)
    expect(receipt.notes[0]).toMatchObject({ code: 'invalid-option' })
  })
})
