import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memorySize, sessionsInMemory } from '../../src/session/create-sessions.ts'
import { createSession, createSessions, type Session } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { history, requestLengths, serialized, smallLines } from './growing-history.ts'

const session = (): Session => createSession()

describe('sessions in memory', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('leave when they were idle for long, although nothing else happens', async () => {
    const live = sessionsInMemory(session, { idleMs: 1000 })
    await live.use('one', async () => {})
    vi.advanceTimersByTime(600)
    await live.use('two', async () => {})
    expect(live.size).toBe(2)
    vi.advanceTimersByTime(500)
    expect([live.get('one'), live.size]).toEqual([undefined, 1])
    vi.advanceTimersByTime(600)
    expect([live.size, live.bytes]).toEqual([0, 0])
  })

  it('wait for longer than a timer can without waking again and again', async () => {
    const live = sessionsInMemory(session, { idleMs: Number.POSITIVE_INFINITY })
    await live.use('one', async () => {})
    const wait = vi.fn(setTimeout)
    // A spy would be restored by another file of this worker, and bring the fake timers back.
    vi.stubGlobal('setTimeout', wait)
    vi.advanceTimersByTime(1000)
    vi.unstubAllGlobals()
    expect([live.size, wait.mock.calls.length]).toEqual([1, 0])
  })

  it('are bounded by what they hold: the ones used last stay', async () => {
    const live = sessionsInMemory(session, { bytes: 5_000_000 })
    for (let number = 0; number < 10_000; number += 1)
      await live.use(
        `${number % 7_000}`,
        async () => number % 100,
        size => size * 10_000,
      )
    expect(live.bytes).toBeLessThanOrEqual(5_000_000)
    expect(live.size).toBeLessThan(100)
    expect(live.get('2999')).toBeDefined()
    expect(live.get('0')).toBeUndefined()
  })

  it('the latest stays however large it is, and one at work is not dropped', async () => {
    const live = sessionsInMemory(session, { bytes: 1000, idleMs: 1000 })
    let finish = (): void => {}
    const atWork = live.use('slow', () => new Promise<void>(resolve => (finish = resolve)))
    const slow = live.get('slow')
    await live.use(
      'large',
      async () => {},
      () => 1e9,
    )
    expect(live.get('large')).toBeDefined()
    vi.advanceTimersByTime(5000)
    expect([live.get('slow') === slow, live.size]).toEqual([true, 1])
    finish()
    await atWork
    vi.advanceTimersByTime(5000)
    expect(live.size).toBe(0)
  })
})

describe('a session that left memory', () => {
  it('sends the same bytes as one that stayed, in all its branches', async () => {
    const stem = history(40)
    const talks = ['one', 'other'].flatMap(name =>
      ['left', 'right'].map(way => [
        { role: 'user', content: `${name}: what is wrong with the build?` },
        { role: 'assistant', content: `I go ${way}.` },
        ...stem,
      ]),
    )
    const options = { ...smallLines, maxExtraCost: 1, shortenOutputs: { from: 1000, maxTokens: 300 } }
    const stays = createSessions({ ...options, store: memoryStore() })
    const leaves = createSessions({ ...options, store: memoryStore(), memory: { bytes: 0 } })
    const actions = new Set<string>()
    for (const length of requestLengths(talks[0] as unknown[]))
      for (const talk of talks) {
        const request = talk.slice(0, length)
        const [one, other] = [await stays.step([...request]), await leaves.step([...request])]
        expect(serialized(other.request)).toEqual(serialized(one.request))
        expect(other.receipt).toEqual(one.receipt)
        actions.add(one.receipt.action)
      }
    expect(actions).toContain('epoch')
    expect(actions).toContain('append')
  })
})

it('the size of plain data grows with what it holds', () => {
  expect(memorySize({ text: 'x'.repeat(1e6) })).toBeGreaterThan(1e6)
  expect(memorySize(Array(1000).fill(1))).toBeGreaterThan(1000 * 8)
  expect(memorySize(new Uint8Array(5000))).toBeGreaterThan(5000)
})
