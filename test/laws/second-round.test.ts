/** Views that a second round once made smaller. */
import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { uncompressSync } from '../../src/uncompress.ts'

function rounds(messages: readonly object[], options: SyncCompressOptions) {
  const first = compressSync(messages, { ...options, strict: true })
  const second = compressSync(first.messages, { ...options, strict: true })
  return { first, second }
}

/** A log with a rule of the user's that is too long for the smallest excerpt. */
function log(lines: number): string {
  const rule = `You must never ${Array.from({ length: 8 }, (_, at) => `drop table${at}`).join(', ')}.`
  const steps = Array.from({ length: lines }, (_, at) => `step ${at} took ${at * 7} ms on worker ${at % 5}`)
  return [...steps.slice(0, 20), rule, ...steps.slice(20)].join('\n')
}

describe('a second round', () => {
  it('finds nothing to shorten where a text has no excerpt of the size that a budget asks for', () => {
    const messages = [
      { role: 'user', content: log(60) },
      { role: 'assistant', content: log(90) },
      { role: 'user', content: log(40) },
      { role: 'user', content: 'Why?' },
    ]
    for (const budget of [1, 60, 150, 300, 450]) {
      const { first, second } = rounds(messages, { strategy: 'cap', budget, recencyWindow: 0, preserve: [] })
      expect(first.receipt.changes.map(({ message }) => message)).toEqual([0, 1, 2])
      expect(second.messages).toBe(first.messages)
    }
  })

  it.each(['on', 'strict'] as const)('takes nothing back that was shown for the gate: %s', gate => {
    const messages = [
      { role: 'user', content: 'must fix deploy fix must login never sqlite ERROR.' },
      { role: 'assistant', content: 'fix.' },
      { role: 'user', content: 'deploy TODO the port the because.' },
      { role: 'assistant', content: '4711 OrderService ERROR port.' },
      { role: 'user', content: 'we decided timeout because OrderService.' },
    ]
    const { first, second } = rounds(messages, { strategy: 'opaque', gate })
    expect(second.messages).toBe(first.messages)
  })

  it('condenses no digest again where a budget cannot be met', () => {
    const lines = (count: number, word: string) =>
      Array.from({ length: count }, (_, at) => `${word}${at} `).join('\n')
    for (const length of [60, 84, 120]) {
      const messages = [
        { role: 'user', content: lines(10, '') },
        { role: 'user', content: lines(length, '') },
        { role: 'assistant', content: lines(120, 'line ') },
        { role: 'user', content: 'Go on.' },
      ]
      const { first, second } = rounds(messages, {
        strategy: 'coverage',
        budget: 400,
        preserve: ['assistant'],
        handles: 'none',
        gate: 'off',
      })
      expect(first.receipt.budget?.met).toBe(false)
      expect(first.receipt.changes).not.toEqual([])
      expect(second.messages).toBe(first.messages)
    }
  })

  it('gives no message the room of others that were as short as a digest, where a budget cannot be met', () => {
    const lines = (count: number, word: string) =>
      Array.from({ length: count }, (_, at) => `${word}${at} `).join('\n')
    for (const length of [26, 30, 37, 60, 90]) {
      const messages = [20, 28, length].flatMap(count => [
        { role: 'user', content: lines(count, 'deploy ') },
        { role: 'assistant', content: lines(120, 'line ') },
      ])
      const { first, second } = rounds([...messages, { role: 'user', content: 'Go on.' }], {
        strategy: 'coverage',
        budget: 700,
        preserve: ['assistant'],
        gate: 'off',
      })
      expect(first.receipt.budget?.met).toBe(false)
      expect(second.messages).toBe(first.messages)
    }
  })

  it('meets a budget that short messages fit into as they are, and changes nothing more', () => {
    const messages = [
      { role: 'user', content: log(200) },
      ...Array.from({ length: 12 }, (_, at) => [
        { role: 'assistant', content: `Step ${at}: ${'done '.repeat(20)}` },
        { role: 'user', content: `ok ${at}` },
      ]).flat(),
      { role: 'user', content: 'Go on.' },
    ]
    for (const budget of [500, 550]) {
      const options = { strategy: 'coverage', budget, preserve: ['assistant'], gate: 'off' } as const
      const { first, second } = rounds(messages, options)
      expect(first.receipt.budget?.met).toBe(true)
      expect(second.messages).toBe(first.messages)
    }
  })

  it('condenses a long digest again where a smaller budget cannot be met', () => {
    const talk = Array.from({ length: 30 }, (_, at) => [
      { role: 'user', content: `Look at part ${at}, which failed with code ${at * 17}.` },
      { role: 'assistant', content: log(20 + at) },
    ]).flat()
    const { messages } = compressSync(talk, { strategy: 'coverage', budget: 4000, strict: true })
    const joined = messages[0] as { readonly role: string; readonly content: string }
    // Without the last request, which is in the same message.
    const digest = { ...joined, content: joined.content.split('\n\nLook at')[0] as string }
    const report = { role: 'assistant', content: log(90) }
    const again = compressSync([digest, report], {
      strategy: 'coverage',
      budget: 800,
      preserve: ['assistant'],
      strict: true,
    })
    expect(again.receipt.budget?.met).toBe(false)
    expect((again.messages[0] as { readonly content: string }).content.length).toBeLessThan(
      digest.content.length / 2,
    )
  })

  it('finds no copies that the first one left, where a budget cannot be met', () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'run', arguments: '{}' } })
    const output = Array.from({ length: 14 }, (_, line) => `${line} port ${line * 37} refused a login`).join(
      '\n',
    )
    const step = (id: string) => [
      { role: 'assistant', content: null, tool_calls: [call(id)] },
      { role: 'tool', tool_call_id: id, content: output },
    ]
    const asked = { role: 'user', content: 'Try once more.' }
    const messages = [asked, ...step('call_1'), asked, ...step('call_2'), asked]
    const { first, second } = rounds(messages, {
      strategy: 'partition',
      budget: 20,
      minBlockTokens: 40,
      preserve: ['system', 'user', 'assistant'],
    })
    expect(first.receipt.budget?.met).toBe(false)
    expect(first.receipt.changes.map(({ message, reducer }) => [message, reducer])).toEqual([
      [2, 'duplicate'],
      [5, 'result-reference'],
    ])
    expect(second.messages).toBe(first.messages)
    expect(uncompressSync(first.messages, first.originalsByHash).messages).toEqual(messages)
  })

  describe('under a budget that is a share', () => {
    const reports = Array.from({ length: 12 }, (_, at) => [
      { role: 'user', content: `Look at part ${at}.` },
      { role: 'assistant', content: log(40 + at) },
    ]).flat()
    const messages = [...reports, { role: 'user', content: 'Why?' }]
    const strategies = [
      'cap',
      'coverage',
      'anchored',
      'hybrid',
      'window',
      'importance',
      'opaque',
      'auto',
    ] as const

    it.each([...strategies, 'partition', 'rules'] as const)(
      'takes the share of what the store has: %s',
      strategy => {
        const store = memoryStore()
        const options = { strategy, budget: '50%', store } as const
        const { first, second } = rounds(messages, options)
        expect(first.receipt.changes).not.toEqual([])
        expect(second.messages).toBe(first.messages)
        expect(second.receipt.budget?.tokens).toBe(first.receipt.budget?.tokens)
      },
    )

    it.each([
      ['at once', compressSync],
      ['with time', compress],
    ])('counts what came since, %s', async (_, compressed) => {
      const store = memoryStore()
      const options = { strategy: 'coverage', budget: '50%', store, strict: true } as const
      const first = await compressed(messages, options)
      const more = [
        { role: 'assistant', content: log(500) },
        { role: 'user', content: 'And now?' },
      ]
      const next = await compressed([...first.messages, ...more], options)
      const whole = await compressed([...messages, ...more], { ...options, dryRun: true })
      expect(next.receipt.budget?.tokens).toBe(whole.receipt.budget?.tokens)
      expect(next.receipt.budget?.met).toBe(true)
      expect(uncompressSync(next.messages, store).messages).toEqual([...messages, ...more])
    })

    it('takes it of what is given where there is no store', () => {
      const { first, second } = rounds(messages, { strategy: 'cap', budget: '50%' })
      expect(second.receipt.budget?.tokens).toBeLessThan(first.receipt.budget?.tokens ?? 0)
    })
  })

  describe('without handles in the view', () => {
    /** Of equal sizes, so that only their names tell one from another where nothing of them is shown. */
    const output = (word: string): string => `${word} `.repeat(400)
    const asked = { role: 'user', content: 'Look once more.' }
    const messages = [
      asked,
      { role: 'assistant', content: output('red') },
      asked,
      { role: 'assistant', content: output('blue') },
      asked,
      { role: 'assistant', content: 'Done.' },
      asked,
    ]
    const options = { strategy: 'coverage', budget: 1, handles: 'none', preserve: ['user'] } as const

    it('finds every run of messages condensed, however alike', () => {
      const { first, second } = rounds(messages, options)
      expect(first.receipt.notes).toEqual([])
      expect(first.receipt.changes.map(({ message }) => message)).toContain(3)
      expect(JSON.stringify(first.messages)).not.toContain('db_')
      expect(second.messages).toBe(first.messages)
      expect(uncompressSync(first.messages, first.originalsByHash).messages).toEqual(messages)
    })

    it('keeps conversations in one store apart', () => {
      const store = memoryStore()
      const sessions = ['red', 'blue', 'green'].map(word => [
        asked,
        { role: 'assistant', content: output(word) },
        { role: 'assistant', content: 'Done.' },
        asked,
      ])
      const views = sessions.map(
        session => compressSync(session, { ...options, store, strict: true }).messages,
      )
      for (const [index, view] of views.entries()) {
        expect(JSON.stringify(view)).toContain('[Condensed: ')
        expect(uncompressSync(view, store).messages).toEqual(sessions[index])
      }
    })
  })

  describe('of texts with one and the same summary', () => {
    const prose = Array.from(
      { length: 12 },
      (_, at) =>
        `The OrderService was deployed to host${at} at 10:${at + 10} and answered 200 within ${at + 30} ms.`,
    ).join(' ')
    const reports = ['fine', 'nice', 'good'].map(word => `${prose} All of it is ${word}.`)
    const ended = [
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'Why?' },
    ]
    const options = {
      strategy: 'rules',
      budget: 1,
      recencyWindow: 0,
      rules: { minRecencyWindow: 0 },
      dedup: false,
    } as const
    const said = (content: string) => [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ]

    it('finds every one of them summarized', () => {
      const messages = [...reports.flatMap(said), ...ended]
      const { first, second } = rounds(messages, options)
      expect(first.receipt.notes).toEqual([])
      expect(first.receipt.changes.map(({ message }) => message)).toEqual([1, 3, 5])
      expect(second.messages).toBe(first.messages)
      expect(uncompressSync(first.messages, first.originalsByHash).messages).toEqual(messages)
    })

    it.each([
      ['at once', compressSync],
      ['with time', compress],
    ])('keeps conversations in one store apart, %s', async (_, compressed) => {
      const store = memoryStore()
      for (const report of reports) {
        const messages = [...said(report), ...ended]
        const { messages: view, receipt } = await compressed(messages, { ...options, store, strict: true })
        expect(receipt.changes).toHaveLength(1)
        expect(uncompressSync(view, store).messages).toEqual(messages)
      }
    })
  })
})
