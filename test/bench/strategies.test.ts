import { describe, expect, it } from 'vitest'
import { evenly } from '../../bench/results.ts'
import { inRounds } from '../../bench/strategy-methods.ts'
import { roundsTable } from '../../bench/strategy-tables.ts'
import { summaryOfItself } from '../../bench/summary-of-itself.ts'
import { openaiChat } from '../../src/formats/openai-chat.ts'
import { prepareHistory } from '../../src/tools/evaluate/history.ts'

describe('a sample', () => {
  it('is evenly spread, and everything where there is no more', () => {
    expect(evenly([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5)).toEqual([1, 3, 5, 7, 9])
    expect(evenly([0, 1, 2], 5)).toEqual([0, 1, 2])
  })
})

describe('summaries of summaries', () => {
  const raw = Array.from({ length: 30 }, (_, number) => ({
    role: number % 2 === 0 ? 'user' : 'assistant',
    content: `The value of setting_${number} is ${number * 37}. It was chosen by hand. ${'Nothing else happened. '.repeat(9)}`,
  }))

  it('keeps to its budget, and distinguishes the beginning from what it said before', async () => {
    const history = prepareHistory(raw, openaiChat)
    const budget = Math.floor(history.tokens / 5)
    const view = await summaryOfItself.view(history, budget)
    expect(history.counters.counter.count(view?.text ?? '')).toBeLessThanOrEqual(budget * 1.02)
    expect(view?.text).toContain('Summary so far:')
    expect(view?.text).toContain('setting_29')
    const again = prepareHistory(openaiChat.create(view?.messages ?? []), openaiChat)
    const next = await summaryOfItself.view(again, Math.floor(budget / 2))
    const lost = raw.keys().filter(number => !view?.text.includes(`setting_${number} `))
    for (const number of lost) expect(next?.text).not.toContain(`setting_${number} `)
  })

  it('works beside strategies with a store of their own', () => {
    expect(inRounds().map(({ name }) => name)).toEqual([
      'anchored',
      'hybrid',
      'coverage',
      'regenerative',
      'summary of the summary',
    ])
  })
})

describe('the table of rounds', () => {
  it('shows the last round beside the same history compressed once', () => {
    const average = (mean: number) => ({ use: { mean, cases: 2 } })
    const rows = [1, 5, 10].map(round => ({
      method: 'anchored',
      round,
      cases: 2,
      scores: average(round / 20),
      once: average(0.6),
    }))
    const table = roundsTable(rows, ' A note.')
    expect(table).toContain('| anchored | 5.0 | 25.0 | 50.0 | 60.0 | – |')
    expect(table).toContain('2 sessions at a budget of 15 %. A note.')
  })
})
