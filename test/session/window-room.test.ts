import { describe, expect, it } from 'vitest'
import { createSession, type StepReceipt } from '../../src/session/session.ts'
import { longOutput, withAnswer } from './growing-history.ts'

interface Agent {
  readonly window: number
  /** Words of the system text, each of about three tokens. */
  readonly systemWords: number
  readonly outputLines: number
  readonly isPrepared?: boolean
}

async function work({ window, systemWords, outputLines, isPrepared = false }: Agent) {
  const session = createSession({ window })
  const system = Array.from({ length: systemWords }, (_, word) => `rule${(word * 7919) % 9973}`).join(' ')
  const receipts: StepReceipt[] = []
  let messages: readonly unknown[] = [{ role: 'user', content: 'Why does the build fail?' }]
  for (let turn = 0; turn < 30; turn += 1) {
    const { receipt } = await session.step({ model: 'any', system, messages })
    receipts.push(receipt)
    if (isPrepared) await session.prepare()
    messages = withAnswer(messages, `make part${turn}`, `part ${turn}\n${longOutput(outputLines)}`)
  }
  return receipts
}

function epochsOf(receipts: readonly StepReceipt[]): readonly number[] {
  return receipts.filter(({ action }) => action === 'epoch').map(({ step }) => step)
}

/** Steps from each epoch to the next. */
function distances(epochs: readonly number[]): readonly number[] {
  return epochs.slice(1).map((step, index) => step - (epochs[index] as number))
}

describe('an agent whose tools and system text take a third of the window, and whose outputs are large', () => {
  it.each([true, false])('has several steps between two epochs, prepared: %s', async isPrepared => {
    const receipts = await work({ window: 16_000, systemWords: 1500, outputLines: 100, isPrepared })
    const epochs = epochsOf(receipts)
    expect(epochs.length).toBeGreaterThan(2)
    expect(Math.min(...distances(epochs))).toBeGreaterThanOrEqual(4)
    for (const { tokens } of receipts) expect(tokens.sent).toBeLessThanOrEqual(16_000 * 0.9)
  })

  it('is sent in requests that fit, even where two thirds are taken', async () => {
    const receipts = await work({ window: 16_000, systemWords: 3200, outputLines: 100 })
    expect(receipts.at(-1)?.tokens.given).toBeGreaterThan(40_000)
    for (const { tokens } of receipts) expect(tokens.sent).toBeLessThanOrEqual(16_000 * 0.9)
  })
})

describe('a window that cannot hold the newest output', () => {
  it('is not rewritten at every step in vain', async () => {
    const receipts = await work({ window: 16_000, systemWords: 4700, outputLines: 100 })
    expect(receipts.some(({ notes }) => notes.some(({ code }) => code === 'no-progress'))).toBe(true)
    for (const distance of distances(epochsOf(receipts))) expect(distance).toBeGreaterThanOrEqual(4)
  })
})
