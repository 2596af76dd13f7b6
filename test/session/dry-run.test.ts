import { describe, expect, it } from 'vitest'
import { createSession, createSessions } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { history, longOutput, requestLengths, smallLines, withAnswer } from './growing-history.ts'

const messages = history(30)
const lengths = requestLengths(messages)
const requests = lengths.map(length => messages.slice(0, length))

describe('a dry run of a step', () => {
  it('says what the step will send and cost, epochs included', async () => {
    const session = createSession({ ...smallLines, maxExtraCost: 1 })
    const actions = new Set<string>()
    for (const request of requests) {
      const counted = await session.step(request, { dryRun: true })
      const taken = await session.step(request)
      expect(counted).toEqual({ ...taken, isUnsent: true })
      actions.add(taken.receipt.action)
    }
    expect([...actions].sort()).toEqual(['append', 'epoch'])
  })

  it('leaves no trace in the session', async () => {
    const send = async (dryRuns: number) => {
      const sessions = createSessions({ ...smallLines, maxExtraCost: 1, store: memoryStore() })
      for (const request of requests) {
        for (let run = 0; run < dryRuns; run += 1) await sessions.step(request, { dryRun: true })
        const { session } = await sessions.step(request)
        sessions.usage(session, { inputTokens: JSON.stringify(request).length / 3 })
      }
      return sessions.receipts()
    }
    expect(await send(2)).toEqual(await send(0))
  })

  it('reports what it shortened, and so does the step', async () => {
    const session = createSession({ shortenOutputs: { from: 2000, maxTokens: 500 } })
    const request = withAnswer([{ role: 'user', content: 'Why?' }], 'npm test', longOutput(400))
    const counted = await session.step(request, { dryRun: true })
    const taken = await session.step(request)
    expect(counted).toEqual({ ...taken, isUnsent: true })
    expect(taken.receipt.shortened).toHaveLength(1)
  })

  it('of what cannot be read is no step either', async () => {
    const sessions = createSessions()
    const { request, receipt } = await sessions.step({ nothing: 'here' }, { dryRun: true })
    expect({ request, action: receipt.action }).toEqual({ request: { nothing: 'here' }, action: 'untouched' })
    expect(sessions.receipts()).toEqual([])
  })
})

describe('epochs prepared after every step', () => {
  it('are taken again and again, each in its turn', async () => {
    const sessions = createSessions({ ...smallLines, maxExtraCost: 1 })
    const sent: unknown[] = []
    for (const request of requests) {
      const { request: view, session, receipt } = await sessions.step(request)
      if (receipt.action === 'epoch') {
        expect(receipt.tokens.sent).toBeLessThan(receipt.tokens.given)
        expect(sent).not.toContainEqual(view)
        sent.push(view)
      }
      await sessions.prepare(session)
    }
    expect(sent.length).toBeGreaterThan(1)
  })

  it('are of no concern to sessions that nobody knows', async () => {
    await expect(createSessions().prepare('s_unknown')).resolves.toBeUndefined()
  })
})

describe('usage that cannot be meant', () => {
  it.each([1, 1e9])('%d tokens: the estimate stays as it was', async inputTokens => {
    const session = createSession()
    const { receipt: before } = await session.step(requests[0] as unknown[])
    session.usage({ inputTokens })
    const { receipt } = await session.step(requests[0] as unknown[])
    expect(receipt.tokens.given).toBe(before.tokens.given)
  })
})
