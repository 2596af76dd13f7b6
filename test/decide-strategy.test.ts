import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import { compressRequest } from '../src/compress-request.ts'
import { strategyNames } from '../src/strategies/index.ts'

interface Plain {
  readonly role: string
  readonly content: string
}

const talk = (count: number): readonly Plain[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at === 0 ? 'You must never delete a file. ' : ''}Line ${at}: ${'the weather was looked at again and it was fine, '.repeat(20)}`,
  }))

describe('a window', () => {
  it('leaves a request alone while there is room, and says why', () => {
    const messages = talk(20)
    const { messages: view, receipt } = compressSync(messages, { window: 200_000, strict: true })
    expect(view).toBe(messages)
    expect(receipt).toMatchObject({
      strategy: 'auto',
      changes: [],
      auto: { reasons: [expect.stringMatching(/less than 70 %/)] },
    })
    expect(receipt.auto).not.toHaveProperty('strategy')
    expect(receipt.auto?.pressure).toMatchObject({ window: 200_000, reserve: 0, usable: 200_000 })
  })

  it('brings a request down to half of what is usable when it fills up', () => {
    const messages = talk(30)
    const whole = compressSync(messages, { budget: 1_000_000, strict: true }).receipt.tokens.before.tokens
    const window = Math.floor(whole / 0.8)
    const { receipt } = compressSync(messages, { window, strict: true })
    expect(receipt.budget).toMatchObject({ tokens: Math.floor(window * 0.5), met: true })
    expect(receipt.auto?.pressure?.share).toBeCloseTo(0.8, 1)
    expect(receipt).toMatchObject({ strategy: 'coverage', auto: { strategy: 'coverage' } })
    expect(receipt.auto?.reasons.at(-1)).toMatch(/^the guide names \w+; coverage shows more/)
  })

  it('is a trigger for other strategies too', () => {
    const messages = talk(30)
    const room = compressSync(messages, { window: '1m', strategy: 'cap', strict: true })
    expect(room.messages).toBe(messages)
    const full = compressSync(messages, { window: 5000, strategy: 'coverage', strict: true })
    expect(full.receipt).toMatchObject({ strategy: 'coverage', budget: { tokens: 2500, met: true } })
  })

  it.each([undefined, 'auto' as const, ...strategyNames()])(
    'yields to a budget of the caller, however much room there is: %s',
    strategy => {
      for (const gate of ['off', 'on', 'strict'] as const)
        for (const [messages, budget] of [
          [talk(30), 1500],
          [talk(6), 900],
          [talk(30), '25%'],
        ] as const) {
          const plain = { strategy, gate, budget, strict: true }
          const without = strategy === 'auto' ? undefined : compressSync(messages, plain).receipt.budget
          // A gate knows nothing of windows.
          for (const window of gate === 'off' ? [5000, 200_000] : [200_000]) {
            const given = { ...plain, window }
            const { receipt } = compressSync(messages, given)
            expect(receipt.budget).toBeDefined()
            if (typeof budget === 'number') expect(receipt.budget?.tokens).toBe(budget)
            if (receipt.budget?.met === false)
              expect(receipt.budget.floor).toMatchObject({ tokens: receipt.tokens.after.tokens })
            else expect(receipt.tokens.after.tokens).toBeLessThanOrEqual(receipt.budget?.tokens ?? 0)
            // The same as without a window.
            if (strategy !== 'auto') expect(receipt.budget).toEqual(without)
          }
        }
    },
  )

  it('that cannot hold a request is no reason to leave it alone, however few its messages', () => {
    const messages = talk(8)
    const { receipt } = compressSync(messages, { window: 1000, strict: true })
    expect(receipt.budget).toMatchObject({ tokens: 500, met: true })
    expect(compressSync(messages, { window: 2400, strict: true }).messages).toBe(messages)
  })

  it('counts the system text and the tools of a request against it', async () => {
    const body = { system: 'Be careful. '.repeat(100), messages: talk(20), max_tokens: 5 }
    const { receipt } = await compressRequest(body, { window: 200_000, strict: true })
    expect(receipt.auto?.pressure?.systemAndToolTokens).toBeGreaterThan(200)
  })

  it('must be known', () => {
    expect(() => compressSync(talk(2), { window: 'nobody-knows', strict: true })).toThrow(
      /window is nobody-knows/,
    )
  })
})

describe('auto', () => {
  it('is coverage with a budget, and goes on from a ledger where it is given one', () => {
    const messages = talk(30)
    const budget = compressSync(messages, { strategy: 'auto', budget: 1500, focus: 'weather', strict: true })
    expect(budget.receipt).toMatchObject({ strategy: 'coverage', budget: { tokens: 1500, met: true } })
    expect(budget.receipt.auto?.reasons[0]).toBe('a budget is given')
    const { state } = compressSync(messages, { strategy: 'hybrid', strict: true })
    const on = compressSync(messages, { strategy: 'auto', budget: 1500, state, strict: true })
    expect(on.receipt.strategy).toBe('hybrid')
  })

  it('knows the window of the model that tokens are counted for', () => {
    const { receipt } = compressSync(talk(20), { strategy: 'auto', counter: 'claude-opus-5', strict: true })
    expect(receipt.auto?.pressure).toMatchObject({ model: 'claude-opus-5', window: 1_000_000 })
  })

  it('takes the window for full where nobody knows it, and takes speed for a wish', () => {
    const { receipt } = compressSync(talk(30), { strategy: 'auto', auto: { speed: true }, strict: true })
    expect(receipt).toMatchObject({ strategy: 'window', auto: { strategy: 'window' } })
    expect(receipt.auto?.reasons).toContain('speed is wanted')
    expect(receipt.changes.length).toBeGreaterThan(0)
  })
})
