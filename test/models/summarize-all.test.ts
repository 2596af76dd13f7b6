import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Summarizer } from '../../src/models/model.ts'
import type { SummaryOutcome } from '../../src/models/outcome-notes.ts'
import { type SummaryRequest, summarizeAll } from '../../src/models/summarize-all.ts'
import { wordCounter as counter } from './word-counter.ts'

const text = (name: string): string => `${name} says a good many words about nothing in particular`

const request = (key: string, of: string = key): SummaryRequest => ({ key, text: text(of), role: 'user' })

const outcomesOf = (outcomes: readonly SummaryOutcome[]) => outcomes.map(({ outcome }) => outcome)

function failing(why: string): never {
  throw new Error(why)
}

const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', note)
})

afterEach(async () => {
  vi.useRealTimers()
  // Node reports unhandled rejections after the microtasks of a turn.
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

describe('summarizeAll', () => {
  it('gives each request its summary, in order, from a summarizer that answers at once or later (C16)', async () => {
    const summarizer: Summarizer = said => (said.startsWith('a') ? 'short a' : Promise.resolve('short b'))
    const { results, outcomes, notes, calls } = await summarizeAll([request('b'), request('a')], {
      summarizer,
      counter,
    })
    expect([...results]).toEqual([
      ['b', 'short b'],
      ['a', 'short a'],
    ])
    expect(outcomes).toEqual([
      { key: 'b', outcome: 'accepted', summary: 'short b', tokens: 2 },
      { key: 'a', outcome: 'accepted', summary: 'short a', tokens: 2 },
    ])
    expect(notes).toEqual([{ code: 'summary-accepted', message: '2 texts summarized by the model.' }])
    expect(calls).toBe(2)
  })

  it('says to the summarizer who spoke, how much to write and what to keep', async () => {
    const summarizer = vi.fn<Summarizer>(() => 'short')
    await summarizeAll(
      [{ ...request('a'), role: 'assistant', maxTokens: 7, preserveTerms: ['x'] }, request('b')],
      {
        summarizer,
        counter,
      },
    )
    expect(summarizer.mock.calls[0]?.[1]).toMatchObject({
      role: 'assistant',
      maxTokens: 7,
      preserveTerms: ['x'],
    })
    expect(summarizer.mock.calls[1]?.[1]).toMatchObject({ role: 'user', maxTokens: 300 })
    expect(summarizer.mock.calls[1]?.[1].signal.aborted).toBe(false)
  })

  it.each<[name: string, answer: unknown, outcome: string]>([
    ['longer', text('a much, much, much longer story'), 'rejected'],
    ['equal', text('b'), 'rejected'],
    ['empty', '', 'rejected'],
    ['no text', undefined, 'rejected'],
    ['an untrue quote', 'says "this and that here"', 'rejected'],
  ])('has no summary where the answer is %s (C16)', async (_, answer, outcome) => {
    const { results, outcomes } = await summarizeAll([request('a')], {
      summarizer: () => answer as string,
      counter,
    })
    expect(results.size).toBe(0)
    expect(outcomesOf(outcomes)).toEqual([outcome])
  })

  it.each<[name: string, summarizer: Summarizer, why: string]>([
    [
      'throws',
      () => {
        throw new Error('overloaded')
      },
      'overloaded',
    ],
    [
      'rejects',
      () => Promise.reject(new Error('overloaded', { cause: new Error('429') })),
      'overloaded (429)',
    ],
    [
      'throws nothing',
      () => {
        throw undefined
      },
      'undefined',
    ],
    [
      'throws what cannot be described',
      () => {
        throw {
          toString() {
            throw new Error('no')
          },
        }
      },
      'no reason given',
    ],
    [
      'answers with a thenable that throws',
      () => Object.defineProperty({}, 'then', { get: () => failing('trap') }) as never,
      'trap',
    ],
  ])('goes on where the summarizer %s (C16)', async (_, bad, why) => {
    const summarizer: Summarizer = (said, context) => (said === text('a') ? bad(said, context) : 'short')
    const { results, outcomes, notes } = await summarizeAll([request('a'), request('b')], {
      summarizer,
      counter,
    })
    expect([...results]).toEqual([['b', 'short']])
    expect(outcomes[0]).toEqual({ key: 'a', outcome: 'failed', why })
    expect(notes.map(({ code }) => code)).toEqual(['summary-accepted', 'summary-failed'])
    expect(notes[1]?.message).toBe(`1 text not summarized by the model: the call failed (${why}).`)
  })

  it('gives up a summarizer that hangs, aborts it, ignores what it says later, and leaves no timer', async () => {
    vi.useFakeTimers()
    let answerLate: (answer: string) => void = () => {}
    let failLate: (error: Error) => void = () => {}
    const signals: AbortSignal[] = []
    const summarizer: Summarizer = (said, { signal }) => {
      signals.push(signal)
      return new Promise((resolve, reject) => {
        if (said === text('a')) answerLate = resolve
        else failLate = reject
      })
    }
    const run = summarizeAll([request('a'), request('b')], { summarizer, counter, timeoutMs: 5000 })
    await vi.advanceTimersByTimeAsync(4999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    const { results, outcomes, notes } = await run
    answerLate('short')
    failLate(new Error('late'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(results.size).toBe(0)
    expect(outcomesOf(outcomes)).toEqual(['timed-out', 'timed-out'])
    expect(notes[0]?.message).toContain('no answer within 5000 ms')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits 30 seconds by default, and any time where asked', async () => {
    vi.useFakeTimers()
    const slow: Summarizer = () => new Promise(resolve => setTimeout(() => resolve('short'), 29_000))
    const never: Summarizer = () => new Promise(() => {})
    const first = summarizeAll([request('a')], { summarizer: slow, counter })
    const second = summarizeAll([request('a')], { summarizer: never, counter })
    const third = summarizeAll([request('a')], {
      summarizer: slow,
      counter,
      timeoutMs: Number.POSITIVE_INFINITY,
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(outcomesOf((await first).outcomes)).toEqual(['accepted'])
    expect(outcomesOf((await second).outcomes)).toEqual(['timed-out'])
    expect(outcomesOf((await third).outcomes)).toEqual(['accepted'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends at once when it is aborted, and calls nobody afterwards', async () => {
    const controller = new AbortController()
    const summarizer = vi.fn<Summarizer>(said => (said === text('a') ? 'short' : new Promise(() => {})))
    const requests = ['a', 'b', 'c', 'd'].map(key => request(key))
    const run = summarizeAll(requests, { summarizer, counter, concurrency: 1, signal: controller.signal })
    await vi.waitFor(() => expect(summarizer).toHaveBeenCalledTimes(2))
    controller.abort(new Error('enough'))
    const { results, outcomes, calls } = await run
    expect([...results.keys()]).toEqual(['a'])
    expect(outcomesOf(outcomes)).toEqual(['accepted', 'aborted', 'aborted', 'aborted'])
    expect(summarizer.mock.calls[1]?.[1].signal.reason).toEqual(new Error('enough'))
    expect(calls).toBe(2)
    expect(summarizer).toHaveBeenCalledTimes(2)
    const again = await summarizeAll(requests, { summarizer, counter, signal: controller.signal })
    expect(outcomesOf(again.outcomes)).toEqual(['aborted', 'aborted', 'aborted', 'aborted'])
    expect(summarizer).toHaveBeenCalledTimes(2)
  })

  it('calls once for each distinct text (C17, D15)', async () => {
    const summarizer = vi.fn<Summarizer>(said => (said === text('bad') ? text('bad') : 'short'))
    const requests = Array.from({ length: 200 }, (_, index) =>
      request(String(index), index % 20 === 0 ? 'bad' : `text${index % 100}`),
    )
    const distinct = new Set(requests.map(({ text }) => text)).size
    const { results } = await summarizeAll(requests, { summarizer, counter })
    expect(results.size).toBe(190)
    expect(summarizer).toHaveBeenCalledTimes(distinct)
    expect(new Set(summarizer.mock.calls.map(([said]) => said)).size).toBe(distinct)
  })

  it('keeps a few calls in flight, never more than asked for (D15)', async () => {
    for (const concurrency of [undefined, 1, 7]) {
      let open = 0
      let most = 0
      const summarizer: Summarizer = async () => {
        open += 1
        most = Math.max(most, open)
        await new Promise(resolve => setImmediate(resolve))
        open -= 1
        return 'short'
      }
      const requests = Array.from({ length: 40 }, (_, index) => request(String(index)))
      const { results } = await summarizeAll(requests, { summarizer, counter, concurrency })
      expect(results.size).toBe(40)
      expect(most).toBe(concurrency ?? 4)
    }
  })

  it('stops at the cap on calls and says so (D15)', async () => {
    const summarizer = vi.fn<Summarizer>(() => 'short')
    const requests = Array.from({ length: 250 }, (_, index) => request(String(index)))
    const { results, outcomes, notes } = await summarizeAll(requests, { summarizer, counter })
    expect(summarizer).toHaveBeenCalledTimes(200)
    expect(results.size).toBe(200)
    expect(outcomes[200]).toEqual({ key: '200', outcome: 'over-cap', why: 'at most 200 calls' })
    expect(notes[1]).toEqual({
      code: 'summary-over-cap',
      message: '50 texts not summarized by the model: no calls left (the first: at most 200 calls).',
    })
    const none = await summarizeAll([request('a')], { summarizer, counter, maxCalls: 0 })
    expect(outcomesOf(none.outcomes)).toEqual(['over-cap'])
  })

  it('has nothing to say about nothing', async () => {
    expect(await summarizeAll([], { summarizer: () => 'x', counter })).toEqual({
      results: new Map(),
      outcomes: [],
      notes: [],
      calls: 0,
    })
  })

  it('never rejects and gives the same answers in any order of arrival', async () => {
    const behaviour = fc.constantFrom('answer', 'throw', 'reject', 'echo', 'empty', 'number', 'null', 'hang')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(12), behaviour), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (plan, concurrency) => {
          const behaviours = new Map(plan.map(([name, how]) => [text(`t${name}`), how]))
          const summarizer: Summarizer = said => {
            switch (behaviours.get(said)) {
              case 'throw':
                throw new Error('thrown')
              case 'reject':
                return Promise.reject(new Error('rejected'))
              case 'echo':
                return said
              case 'empty':
                return Promise.resolve(' ')
              case 'number':
                return 7 as never
              case 'null':
                return Promise.resolve(null as never)
              case 'hang':
                return new Promise(() => {})
              default:
                return Promise.resolve('short')
            }
          }
          const requests = plan.map(([name], index) => request(String(index), `t${name}`))
          const run = (workers: number) =>
            summarizeAll(requests, { summarizer, counter, concurrency: workers, timeoutMs: 2 })
          const one = await run(concurrency)
          expect(outcomesOf(one.outcomes)).toEqual(outcomesOf((await run(concurrency + 1)).outcomes))
          expect(one.outcomes.map(({ key }) => key)).toEqual(requests.map(({ key }) => key))
          for (const [key, summary] of one.results) {
            expect(summary).toBe('short')
            expect(behaviours.get(requests[Number(key)]?.text ?? '')).toBe('answer')
          }
          expect(one.results.size).toBe(
            requests.filter(({ text }) => behaviours.get(text) === 'answer').length,
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})
