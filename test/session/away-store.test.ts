import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { createSession, type SessionOptions } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { history, isPrefix, requestLengths, serialized, smallLines } from './growing-history.ts'

const options: SessionOptions = { ...smallLines, maxExtraCost: 1 }

describe('a session whose store keeps no states for a while', () => {
  it('writes the epochs of that time when the store is back, so that others go on from them', async () => {
    const held = memoryStore()
    let isAway = false
    const answer = <Result>(work: () => Result): Result => {
      if (isAway) throw new FoveaError('store-unreachable', 'away')
      return work()
    }
    const store: Store = {
      ...held,
      state: (...args) => answer(() => held.state(...args)),
      setState: (...args) => answer(() => held.setState(...args)),
    }
    const messages = history(40)
    const lengths = requestLengths(messages)
    const one = createSession({ ...options, store })
    let before: readonly string[] = []
    let made = 0
    let at = 0
    for (; at < lengths.length - 2 && made === 0; at += 1) {
      isAway = at > 1
      const { request, receipt } = await one.step(messages.slice(0, lengths[at]))
      if (receipt.action === 'epoch') {
        made += 1
        expect(receipt.notes.map(({ code }) => code)).toEqual(['store-unreachable'])
      }
      before = serialized(request)
    }
    expect(made).toBe(1)
    isAway = false
    before = serialized((await one.step(messages.slice(0, lengths[at]))).request)
    const other = createSession({ ...options, store })
    const { request, receipt } = await other.step(messages.slice(0, lengths[at + 1]))
    expect(receipt.action).toBe('append')
    expect(isPrefix(before, serialized(request))).toBe(true)
  })
})
