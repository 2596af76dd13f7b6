import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSession, createSessions, type SessionOptions } from '../../src/session/session.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { uncompress } from '../../src/uncompress.ts'
import { type Place, temporaryPlace } from '../store/temporary-place.ts'
import {
  history,
  isPrefix,
  longOutput,
  requestLengths,
  serialized,
  smallLines,
  withAnswer,
} from './growing-history.ts'

const options: SessionOptions = {
  ...smallLines,
  maxExtraCost: 1,
  shortenOutputs: { from: 1000, maxTokens: 300 },
}

describe('a session in a SQLite store', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  it('goes on in the next process where it was, byte for byte', async () => {
    const messages = withAnswer(history(40), 'npm run build', longOutput(600))
    const lengths = requestLengths(messages)
    const one = sqliteStore(place.file)
    const first = createSession({ ...options, store: one })
    let before: readonly unknown[] = []
    for (const length of lengths.slice(0, -2)) before = (await first.step(messages.slice(0, length))).request
    one.close()

    const other = sqliteStore(place.file)
    const second = createSession({ ...options, store: other })
    const again = await second.step(messages.slice(0, lengths.at(-3)))
    expect(again.receipt.action).toBe('append')
    expect(serialized(again.request)).toEqual(serialized(before))
    expect(again.receipt.tokens.cached).toBe(again.receipt.tokens.sent)
    expect(again.receipt.step).toBe(lengths.length - 1)
    const last = await second.step([...messages])
    if (last.receipt.action !== 'epoch')
      expect(isPrefix(serialized(before), serialized(last.request))).toBe(true)
    expect(second.id).toBe(first.id)
    expect((await uncompress(last.request, other)).messages).toEqual(messages)
    other.close()
  })

  it('is shared by two processes without loss', async () => {
    const messages = history(40)
    const [one, other] = [sqliteStore(place.file), sqliteStore(place.file)]
    const sessions = [
      createSession({ ...options, store: one }),
      createSession({ ...options, store: other }),
    ] as const
    let before: readonly string[] = []
    let isEpoch = false
    for (const [turn, length] of requestLengths(messages).entries()) {
      const { request, receipt } = await sessions[turn % 2 === 0 ? 0 : 1].step(messages.slice(0, length))
      const now = serialized(request)
      if (receipt.action !== 'epoch') expect(isPrefix(before, now)).toBe(true)
      isEpoch ||= receipt.action === 'epoch'
      expect(receipt.step).toBe(turn + 1)
      before = now
    }
    expect(isEpoch).toBe(true)
    one.close()
    other.close()
  })

  it('declares an epoch again where the process that made it ended before its request was sent', async () => {
    const messages = history(40)
    const store = sqliteStore(place.file)
    const made = await createSession({ ...options, store }).step([...messages])
    expect(made.receipt).toMatchObject({ action: 'epoch', epoch: 1 })
    for (let repeated = 0; repeated < 2; repeated += 1) {
      const again = await createSession({ ...options, store }).step([...messages])
      expect(again.receipt).toMatchObject({ action: 'epoch', epoch: 1, step: repeated + 2 })
      expect(serialized(again.request)).toEqual(serialized(made.request))
    }
    const next = await createSession({ ...options, store }).step([
      ...messages,
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'Go on.' },
    ])
    expect(next.receipt.action).toBe('append')
    expect(isPrefix(serialized(made.request), serialized(next.request))).toBe(true)
    store.close()
  })

  it('goes on from what was sent, not from the epoch of a process that ended in its step', async () => {
    const messages = history(40)
    const lengths = requestLengths(messages)
    const at = (turn: number) => messages.slice(0, lengths.at(turn))
    const patient = { ...options, highWater: 1_000_000, lowWater: 900_000, window: 2_000_000 }
    const store = sqliteStore(place.file)
    const first = createSession({ ...patient, store })
    await first.step(at(-3))
    const stale = store.state(first.id, 'head')
    // It was killed before it sent this.
    expect((await createSession({ ...options, store }).step(at(-2))).receipt.action).toBe('epoch')
    let isStale = true
    const late = {
      ...store,
      state(session: string, name: string) {
        if (name !== 'head' || !isStale) return store.state(session, name)
        isStale = false
        return stale
      },
    }
    const sent = await createSession({ ...patient, store: late }).step(at(-2))
    expect(sent.receipt.action).toBe('append')
    const next = await createSession({ ...patient, store }).step(at(-1))
    expect(next.receipt.action).toBe('append')
    expect(isPrefix(serialized(sent.request), serialized(next.request))).toBe(true)
    store.close()
  })

  it('starts afresh after a purge', async () => {
    const store = sqliteStore(place.file)
    const session = createSession({ ...options, store })
    const messages = history(40)
    await session.step([...messages])
    store.purge({ session: session.id })
    const { request, receipt } = await session.step([...messages])
    expect(receipt).toMatchObject({ step: 1, epoch: 1 })
    expect((await uncompress(request, store)).messages).toEqual(messages)
    store.close()
  })
})

describe('many sessions behind one door', () => {
  it('are distinguished by how they begin', async () => {
    const sessions = createSessions({ ...smallLines, maxExtraCost: 1 })
    const one = history(30)
    const other = [{ role: 'user', content: 'Something else.' }, ...one.slice(1)]
    const lengths = requestLengths(one)
    const names = new Set<string>()
    const before = new Map<string, readonly string[]>()
    for (const length of lengths)
      for (const messages of [one, other]) {
        const { request, receipt, session } = await sessions.step({
          model: 'm',
          messages: messages.slice(0, length),
        })
        const now = serialized(request.messages)
        if (receipt.action !== 'epoch') expect(isPrefix(before.get(session) ?? [], now)).toBe(true)
        before.set(session, now)
        names.add(session)
        expect(receipt.session).toBe(session)
      }
    expect(names.size).toBe(2)
    expect(sessions.receipts()).toHaveLength(lengths.length * 2)
  })

  it('that begin alike are branches of one, and both keep their beginnings', async () => {
    const sessions = createSessions({ ...smallLines, maxExtraCost: 1 })
    const stem = history(30)
    const branches = ['left', 'right'].map(way => [
      ...stem.slice(0, 5),
      { role: 'assistant', content: `I go ${way}.` },
      { role: 'user', content: `Go on ${way}.` },
      ...stem.slice(5),
    ])
    const before: string[][] = [[], []]
    for (let length = 7; length < stem.length; length += 2)
      for (const [index, branch] of branches.entries()) {
        const { request, receipt } = await sessions.step(branch.slice(0, length))
        const now = serialized(request)
        if (receipt.action !== 'epoch') expect(isPrefix(before[index] ?? [], now)).toBe(true)
        before[index] = [...now]
      }
    expect(new Set(sessions.receipts().map(({ session }) => session)).size).toBe(1)
    expect(sessions.receipts().some(({ action }) => action === 'epoch')).toBe(true)
  })

  it('take what they cannot read as it is', async () => {
    const request = { messages: 'none' }
    const step = await createSessions().step(request)
    expect(step.request).toBe(request)
    expect(step).toMatchObject({ session: 'unreadable', receipt: { action: 'untouched' } })
  })

  it('learn from usage', async () => {
    const sessions = createSessions()
    const messages = history(8)
    const { session, receipt } = await sessions.step(messages.slice(0, 6))
    sessions.usage(session, { inputTokens: receipt.tokens.sent * 3 })
    sessions.usage('unknown', { inputTokens: 1 })
    await sessions.step(messages.slice(0, 8))
    const { receipt: later } = await sessions.step(messages.slice(0, 10))
    expect(later.tokens.sent).toBeGreaterThan(receipt.tokens.sent * 3)
  })
})
