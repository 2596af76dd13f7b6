import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../src/compress.ts'
import { uncompressSync } from '../src/uncompress.ts'

interface Plain {
  readonly role: string
  readonly content: string
}

const filler = (topic: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `The ${topic} of part ${at} was looked at and found to be in order.`,
  ).join('\n')

/** The user decides something early on that nothing later repeats. */
const session: readonly Plain[] = [
  { role: 'user', content: 'Please set up the relay for the northern warehouse.' },
  { role: 'assistant', content: filler('wiring', 30) },
  { role: 'user', content: 'We decided to use the Zeppelin protocol on port 48123.' },
  ...Array.from({ length: 12 }, (_, at): Plain[] => [
    { role: 'assistant', content: filler(`section ${at}`, 30) },
    { role: 'user', content: `And what about part number ${at}?` },
  ]).flat(),
  { role: 'assistant', content: 'All parts are in order.' },
]
const textOf = (messages: readonly Plain[]): string => messages.map(({ content }) => content).join('\n')
const options = { strategy: 'window', budget: '30%', strict: true } as const

describe('the quality gate', () => {
  it('asks nothing unless it is switched on', () => {
    const { messages, receipt } = compressSync(session, options)
    expect(receipt.gate).toBeUndefined()
    expect(textOf(messages)).not.toContain('48123')
  })

  it('raises what could answer a critical question, within the budget, and says so', () => {
    const { messages, receipt, originalsByHash } = compressSync(session, { ...options, gate: 'on' })
    expect(textOf(messages)).toContain('We decided to use the Zeppelin protocol on port 48123.')
    expect(receipt.budget?.met).toBe(true)
    expect(receipt.gate).toMatchObject({ outcome: 'raised', misses: [] })
    expect(receipt.gate?.missedBefore).toBeGreaterThan(0)
    expect(receipt.gate?.criticalVisible).toBe(receipt.gate?.critical)
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(session)
  })

  it('lets a view pass that answers at once', () => {
    const kept = compressSync(session, { ...options, gate: 'on', pins: [0, 2] })
    expect(kept.receipt.gate).toMatchObject({ outcome: 'passed', missedBefore: 0, score: 1 })
    const off = compressSync(session, { ...options, pins: [0, 2] })
    expect(kept.messages).toEqual(off.messages)
  })

  it('names what it could not raise; where it is strict, the request stays as it was', () => {
    const tight = { ...options, budget: 60 }
    const on = compressSync(session, { ...tight, gate: 'on' })
    expect(on.receipt.gate?.outcome).toBe('missed')
    expect(on.receipt.gate?.misses).toContainEqual({
      type: 'decision',
      question: expect.stringContaining('What was decided about'),
      keywords: expect.arrayContaining(['48123']),
      critical: true,
      message: 2,
    })
    const strict = compressSync(session, { ...tight, gate: 'strict' })
    expect(strict.messages).toBe(session)
    expect(strict.receipt).toMatchObject({
      changes: [],
      budget: { met: false, floor: { parts: { 'kept by the gate': expect.any(Number) } } },
      gate: { outcome: 'kept' },
    })
    expect(strict.receipt.notes.map(({ code }) => code)).toContain('gate-kept')
  })

  it.each(['coverage', 'importance', 'hybrid', 'anchored', 'partition', 'rules', 'cap'] as const)(
    'never makes %s answer less, miss its budget or lose a byte',
    strategy => {
      const plain = compressSync(session, { ...options, strategy, budget: '20%' })
      const gated = compressSync(session, { ...options, strategy, budget: '20%', gate: 'on' })
      expect(gated.receipt.budget?.met).toBe(plain.receipt.budget?.met)
      const { critical = 0, criticalVisible = 0, missedBefore = 0 } = gated.receipt.gate ?? {}
      expect(critical - criticalVisible).toBeLessThanOrEqual(missedBefore)
      expect(uncompressSync(gated.messages, gated.originalsByHash).messages).toEqual(session)
      expect(compressSync(session, { ...options, strategy, budget: '20%', gate: 'on' })).toEqual(gated)
    },
  )

  it('has three modes and no other', () => {
    expect(() => compressSync(session, { ...options, gate: 'maybe' as 'on' })).toThrow(/gate is maybe/)
  })

  it('repeats no secret in the receipt', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const spoken = session.with(2, {
      role: 'user',
      content: `We decided to use the token ${secret} for Zeppelin.`,
    })
    const { receipt } = compressSync(spoken, { ...options, budget: 60, gate: 'on' })
    expect(JSON.stringify(receipt)).not.toContain(secret)
  })

  it('holds a model to it: a summary that loses what must be shown is not used', async () => {
    const asked = { ...options, strategy: 'regenerative', gate: 'on' } as const
    const plain = await compress(session, asked)
    const lossy = await compress(session, { ...asked, model: { summarizer: () => 'Things were said.' } })
    expect(plain.receipt.gate).toMatchObject({ outcome: 'passed', misses: [] })
    expect(lossy.messages).toEqual(plain.messages)
    expect(lossy.receipt.notes.map(({ code }) => code)).toContain('gate-model')
    const free = await compress(session, {
      ...asked,
      gate: 'off',
      model: { summarizer: () => 'Things were said.' },
    })
    expect(textOf(free.messages)).toContain('Things were said.')
  })

  it('makes coverage show the pieces that answer, where other names weigh more', () => {
    const busy = (step: number): readonly Plain[] => [
      {
        role: 'tool',
        content: Array.from(
          { length: 40 },
          (_, at) => `Edited file_${step}_${at}.ts for handler${step}x${at}().`,
        ).join('\n'),
      },
      { role: 'user', content: `Please go on with handler${step}x1 and look at file_${step}_2.ts as well.` },
    ]
    const crowded: readonly Plain[] = [
      { role: 'user', content: 'Please set up the relay for the northern warehouse.' },
      { role: 'user', content: 'I agreed that the blue lamp stays.' },
      ...Array.from({ length: 20 }, (_, step) => busy(step)).flat(),
      { role: 'assistant', content: 'Done.' },
    ]
    const asked = { strategy: 'coverage', budget: 400, strict: true } as const
    expect(textOf(compressSync(crowded, asked).messages)).not.toContain('blue lamp')
    const { messages, receipt, originalsByHash } = compressSync(crowded, { ...asked, gate: 'on' })
    expect(textOf(messages)).toContain('I agreed that the blue lamp stays.')
    expect(receipt).toMatchObject({ gate: { outcome: 'raised', misses: [] }, budget: { met: true } })
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(crowded)
  })
})
