import { describe, expect, it } from 'vitest'
import {
  type CutSettings,
  caseCuts,
  evaluateCuts,
  sizeScores,
} from '../../../src/tools/evaluate/evaluate-cuts.ts'
import type { History } from '../../../src/tools/evaluate/history.ts'
import type { Method } from '../../../src/tools/evaluate/method.ts'
import { none } from '../../../src/tools/evaluate/methods/none.ts'
import { slidingWindow } from '../../../src/tools/evaluate/methods/sliding-window.ts'
import { viewSaying } from '../../../src/tools/evaluate/methods/text-view.ts'
import { longSession } from './long-session.ts'
import { agent, type RawMessage, user, wordCounters, wordHistory } from './word-history.ts'

const settings = (methods: readonly Method[], more: Partial<CutSettings> = {}): CutSettings => {
  let now = 0
  return {
    methods,
    shares: [0.5, 0.1],
    counters: wordCounters,
    // Every look at the clock is a millisecond later.
    clock: () => {
      now += 1
      return now
    },
    examples: 0,
    ...more,
  }
}

const whole = wordHistory(longSession(30))

describe('caseCuts', () => {
  it('cut before a step of the agent, at half and three quarters of the tokens', () => {
    const cuts = caseCuts(whole)
    expect(cuts).toHaveLength(2)
    const shares = cuts.map(
      ({ history }) => wordHistory(whole.raw.slice(0, history.length) as never).tokens / whole.tokens,
    )
    expect(shares[0]).toBeCloseTo(0.5, 1)
    expect(shares[1]).toBeCloseTo(0.75, 1)
    for (const { future } of cuts) expect(future[0]?.role).toBe('assistant')
  })

  it('are none of a session with too few messages or tokens', () => {
    expect(caseCuts(wordHistory(longSession(6, 3000)))).toEqual([])
    expect(caseCuts(wordHistory(longSession(24, 2)))).toEqual([])
    expect(wordHistory(longSession(24, 2)).messages.length).toBeGreaterThan(20)
    expect(wordHistory(longSession(6, 3000)).tokens).toBeGreaterThan(8000)
  })
})

describe('the least of a case', () => {
  const talk = (turns: number, words: number): History =>
    wordHistory(
      Array.from({ length: turns }, (_, turn) => (turn % 2 === 0 ? user : agent)('word '.repeat(words))),
    )

  it('is 20 messages and 8,000 tokens', () => {
    expect(caseCuts(talk(20, 400))).toHaveLength(2)
    expect(caseCuts(talk(19, 500))).toEqual([])
    expect(caseCuts(talk(20, 399))).toEqual([])
  })

  it.each([
    [2, 0],
    [3, 2],
  ])('is three deep needs: %i make %i cases', async (count, cases) => {
    const names = Array.from({ length: count }, (_, index) => `oldName${index}`).join(' ')
    const raw = [user(names), ...(talk(30, 400).raw as RawMessage[]), agent(names)]
    expect(await Array.fromAsync(evaluateCuts(wordHistory(raw), settings([none])))).toHaveLength(cases)
  })
})

describe('evaluateCuts', () => {
  it('scores every method at every budget', async () => {
    const [first, second, ...others] = await Array.fromAsync(
      evaluateCuts(whole, settings([none, slidingWindow])),
    )
    expect(others).toEqual([])
    expect(second).toBeDefined()
    expect(first?.rows.map(({ method, share }) => `${method} ${share}`)).toEqual([
      'none 0.5',
      'none 0.1',
      'window 0.5',
      'window 0.1',
    ])
    const [all, , half, tenth] = first?.rows ?? []
    expect(all?.scores).toMatchObject({ use: { visible: 1 }, size: { kept: 1, met: 0 }, cpu: 1 })
    expect(half?.scores.size).toMatchObject({ met: 1 })
    // The ten names that were read last but not used since are needed; most of them are out of the window.
    expect(half?.scores.use.visible).toBeGreaterThan(tenth?.scores.use.visible ?? 1)
    expect(tenth?.scores.deepUse.visible).toBe(0)
    expect(first?.summary).toMatchObject({ at: first?.summary.at, lost: [] })
    expect(first?.summary.deepNeeds).toBeGreaterThanOrEqual(3)
  })

  it('names what the first of our methods lost, where that is asked', async () => {
    const ours: Method = { name: 'fovea', describe: '', kind: 'fovea', view: () => viewSaying('nothing') }
    const [unasked] = await Array.fromAsync(evaluateCuts(whole, settings([none, ours])))
    expect(unasked?.summary.lost).toEqual([])
    const [first] = await Array.fromAsync(evaluateCuts(whole, settings([none, ours], { examples: 2 })))
    expect(first?.summary.lost).toEqual([
      { share: 0.5, atoms: [expect.any(String), expect.any(String)] },
      { share: 0.1, atoms: [expect.any(String), expect.any(String)] },
    ])
  })

  it('asks a method that ignores the budget once, and leaves out one with nothing to say', async () => {
    let asked = 0
    const once: Method = {
      ...none,
      view() {
        asked += 1
        return viewSaying('the same')
      },
    }
    const mute: Method = { name: 'mute', describe: '', kind: 'peer', view: () => undefined }
    const [first] = await Array.fromAsync(evaluateCuts(whole, settings([once, mute])))
    expect(first?.rows.map(({ method }) => method)).toEqual(['none', 'none'])
    expect(asked).toBe(2)
  })

  it('measures CPU against counting the history once', async () => {
    let now = 0
    const slow: Method = {
      ...slidingWindow,
      view() {
        now += 6
        return viewSaying('late')
      },
    }
    // Counting takes 2, the view 6 and 2.
    const clock = (): number => {
      now += 2
      return now
    }
    const [first] = await Array.fromAsync(evaluateCuts(whole, settings([slow], { clock })))
    expect(first?.rows[0]?.scores.cpu).toBe(4)
  })

  it('has no case where little is needed from far back', async () => {
    const quiet = wordHistory(
      longSession(30).map(message => (message['content'] === null ? message : user('a word '.repeat(200)))),
    )
    expect(await Array.fromAsync(evaluateCuts(quiet, settings([none])))).toEqual([])
  })
})

describe('sizeScores', () => {
  it('say what was kept and by how much a budget was missed', () => {
    expect(sizeScores(50, 50, 100)).toEqual({ kept: 0.5, met: 1 })
    expect(sizeScores(60, 40, 120)).toEqual({ kept: 0.5, met: 0, excess: 0.5 })
  })
})
