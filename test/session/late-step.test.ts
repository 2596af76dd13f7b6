import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/formats/anthropic.ts'
import { createSession, createSessions, type Session, type StepOptions } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { uncompress } from '../../src/uncompress.ts'
import {
  history,
  isPrefix,
  longOutput,
  requestLengths,
  serialized,
  smallLines,
  withAnswer,
} from './growing-history.ts'

/** A store that can be held up in what it does, or fail in it. */
interface MovedStore {
  readonly store: Store
  hold(...methods: readonly (keyof Store)[]): void
  fail(...methods: readonly (keyof Store)[]): void
  release(): void
}

function movedStore(): MovedStore {
  const inner = memoryStore()
  let held: readonly unknown[] = []
  let failing: readonly unknown[] = []
  let waiting: (() => void)[] = []
  const store = new Proxy(inner, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: readonly unknown[]) => {
        if (failing.includes(name)) throw new TypeError('broken')
        if (held.includes(name)) await new Promise<void>(resolve => waiting.push(resolve))
        return Reflect.apply(method, target, args)
      }
    },
  }) as Store
  return {
    store,
    hold(...methods) {
      held = methods
    },
    fail(...methods) {
      failing = methods
    },
    release() {
      held = []
      failing = []
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}

const lines = { ...smallLines, maxExtraCost: 1 }
const timed: StepOptions = { timeoutMs: 50 }
const messages = history(60)
const noTime = { code: 'late', message: 'No time.' }
const codesOf = ({ notes }: { readonly notes: readonly { readonly code: string }[] }): readonly string[] =>
  notes.map(({ code }) => code)

/** The lengths at which the agent asks, and the places among them at which a session begins its first two epochs. */
const lengths = requestLengths(messages)
const [firstAt = 0, dueAt = 0] = await epochsAt()

async function epochsAt(): Promise<readonly number[]> {
  const session = createSession(lines)
  const actions: string[] = []
  for (const length of lengths) actions.push((await session.step(messages.slice(0, length))).receipt.action)
  return actions.flatMap((action, at) => (action === 'epoch' ? [at] : []))
}

const given = (at: number): readonly unknown[] => messages.slice(0, lengths[at])

/** All requests until the second epoch is due: what was sent last. */
async function withView(step: Session['step']): Promise<readonly unknown[]> {
  let sent: readonly unknown[] = []
  for (let at = 0; at < dueAt; at += 1) sent = (await step([...given(at)])).request
  return sent
}

/** What was sent before, and behind it the newest messages as they came. */
function expectAppended(
  view: readonly unknown[],
  before: readonly unknown[],
  whole: readonly unknown[],
): void {
  expect(isPrefix(serialized(before), serialized(view))).toBe(true)
  const fresh = view.length - before.length
  expect(fresh).toBeGreaterThan(0)
  expect(view.slice(-fresh)).toEqual(whole.slice(-fresh))
  expect(anthropic.check(view)).toEqual([])
}

describe('a step whose view comes too late', () => {
  it('sends the one in use, with what is new; the next step sends the late one', async () => {
    const moved = movedStore()
    const session = createSession({ ...lines, store: moved.store })
    const before = await withView(session.step)
    moved.hold('record')
    const late = await session.step([...given(dueAt)], timed)
    expect(late.receipt).toMatchObject({ action: 'append', epoch: 1 })
    expect(codesOf(late.receipt)).toEqual(['compression-timeout'])
    expect(late.receipt.tokens.sent).toBeLessThan(late.receipt.tokens.given)
    expectAppended(late.request, before, given(dueAt))
    // While it is still at work.
    const more = given(dueAt + 1)
    const meanwhile = await session.step([...more], timed)
    expect(codesOf(meanwhile.receipt)).toEqual(['compression-timeout'])
    expectAppended(meanwhile.request, late.request, more)
    moved.release()
    const next = await session.step([...given(dueAt + 2)])
    expect(next.receipt.action).toBe('epoch')
    expect(codesOf(next.receipt)).not.toContain('compression-timeout')
    expect(next.receipt.step).toBe(meanwhile.receipt.step + 1)
    expect((await uncompress(next.request, moved.store)).messages).toEqual(given(dueAt + 2))
  })

  it('leaves the request alone where nothing was sent before', async () => {
    const moved = movedStore()
    const session = createSession({ ...lines, store: moved.store })
    moved.hold('record')
    const asked = [...given(firstAt)]
    const { request, receipt } = await session.step(asked, timed)
    expect(request).toBe(asked)
    expect(receipt.action).toBe('untouched')
    expect(codesOf(receipt)).toEqual(['compression-timeout'])
    moved.release()
    expect((await session.step([...asked])).receipt.action).toBe('epoch')
  })

  it('goes on from memory where the store is silent', async () => {
    const moved = movedStore()
    const session = createSession({ ...lines, store: moved.store })
    const before = await withView(session.step)
    moved.hold('state', 'setState', 'record')
    const late = await session.step([...given(dueAt)], timed)
    expect(codesOf(late.receipt)).toContain('store-silent')
    expectAppended(late.request, before, given(dueAt))
    moved.release()
    const after = await session.step([...given(dueAt + 1)], { keepView: noTime })
    expectAppended(after.request, late.request, given(dueAt + 1))
  })

  it('sends large output whole, and does not shorten it later', async () => {
    const moved = movedStore()
    const session = createSession({ store: moved.store, shortenOutputs: { from: 500, maxTokens: 100 } })
    const start = history(5)
    const first = await session.step([...start])
    moved.hold('record')
    const large = withAnswer(start, 'npm test', longOutput(300))
    const late = await session.step([...large], timed)
    expectAppended(late.request, first.request, large)
    moved.release()
    const more = withAnswer(large, 'npm run build', longOutput(301))
    const next = await session.step([...more])
    expect(isPrefix(serialized(late.request), serialized(next.request))).toBe(true)
    expect(next.receipt.shortened).toHaveLength(1)
    // A process that knows nothing but the store.
    const other = createSession({ store: moved.store, shortenOutputs: { from: 500, maxTokens: 100 } })
    expect(serialized((await other.step([...more])).request)).toEqual(serialized(next.request))
  })

  it('shows what was shortened before as it was sent', async () => {
    const store = memoryStore()
    const options = { store, shortenOutputs: { from: 500, maxTokens: 100 } }
    const large = withAnswer(history(5), 'npm test', longOutput(300))
    const first = await createSession(options).step([...large])
    expect(first.receipt.shortened).toHaveLength(1)
    const more = withAnswer(large, 'npm run build', longOutput(301))
    for (const dryRun of [true, false]) {
      const { request } = await createSession(options).step([...more], { keepView: noTime, dryRun })
      expectAppended(request, first.request, more)
    }
  })

  it('is no step of a session among many', async () => {
    const moved = movedStore()
    const sessions = createSessions({ ...lines, store: moved.store })
    await withView(sessions.step)
    moved.hold('record')
    const steps = sessions.receipts().length
    const { receipt } = await sessions.step([...given(dueAt)], timed)
    expect(receipt.action).toBe('append')
    expect(sessions.receipts()).toHaveLength(steps + 1)
    moved.release()
    expect((await sessions.step([...given(dueAt + 1)])).receipt.action).toBe('epoch')
    expect(sessions.receipts()).toHaveLength(steps + 2)
  })
})

it('a step that fails sends the view in use, with what is new', async () => {
  const moved = movedStore()
  const options = { ...lines, store: moved.store, shortenOutputs: { from: 500, maxTokens: 100 } }
  const session = createSession(options)
  const before = await withView(session.step)
  moved.fail('handles')
  const asked = withAnswer(given(dueAt), 'npm test', longOutput(300))
  const { request, receipt } = await session.step([...asked])
  expect(receipt).toMatchObject({ action: 'append', reason: 'broken' })
  expect(codesOf(receipt)).toEqual(['internal'])
  expectAppended(request, before, asked)
})
