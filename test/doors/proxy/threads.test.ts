import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProxy } from '../../../src/doors/proxy/index.ts'
import type { PreparedRequest, RequestTask } from '../../../src/doors/proxy/preparation/prepare-request.ts'
import type { Preparer } from '../../../src/doors/proxy/preparation/preparer.ts'
import { remoteStore, serveStore } from '../../../src/doors/proxy/preparation/remote-store.ts'
import {
  type ThreadedOptions,
  threadedPreparer,
} from '../../../src/doors/proxy/preparation/threaded-preparer.ts'
import { FoveaError } from '../../../src/errors.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { TokenCounter } from '../../../src/types.ts'
import { startPair } from './start-proxy.ts'

const task: RequestTask = {
  route: { format: 'anthropic', purpose: 'answer' },
  encoding: undefined,
  tools: false,
  maxBodyBytes: 1e9,
}

interface Turn {
  readonly role: string
  readonly content: string
}

/** A conversation of so many messages; the first of them names its session. */
function talk(name: string, length: number, characters = 400): readonly Turn[] {
  return Array.from({ length }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${name}, message ${at}: ${`worker ${at} finished job ${at * 31} in src/part${at % 9}.ts. `.repeat(characters / 50)}`,
  }))
}

function bodyOf(messages: readonly object[], more: object = {}): Buffer {
  return Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, ...more, messages }))
}

/** So long a request may take. */
const limit = 60_000

const counter: TokenCounter = { name: 'characters', exact: true, count: text => text.length }

const codesOf = ({ notes }: PreparedRequest): readonly string[] => notes.map(({ code }) => code)

async function started(options: Partial<ThreadedOptions> = {}): Promise<Preparer> {
  const preparer = threadedPreparer({
    threads: 2,
    store: memoryStore(),
    session: { window: 20_000, highWater: 6000, lowWater: 2000, maxExtraCost: 1 },
    timeoutMs: limit,
    clock: () => 0,
    ...options,
  })
  onTestFinished(() => preparer.close())
  await preparer.ready()
  return preparer
}

function sqlite(): Store {
  return sqliteAt(emptyDirectory())
}

function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-threads-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function sqliteAt(directory: string): Store {
  const store = sqliteStore(join(directory, 'store.db'))
  onTestFinished(() => store.close())
  return store
}

/** A store that says nothing of the sessions that it holds up. */
interface HoldingStore {
  readonly store: Store
  readonly held: Map<string, () => void>
  isHolding: (session: string) => boolean
  /** Nothing is recorded until they are called. */
  records: (() => void)[] | undefined
}

function holdingStore(): HoldingStore {
  const inner = memoryStore()
  const control: HoldingStore = {
    held: new Map<string, () => void>(),
    isHolding: () => false,
    records: undefined,
    store: {
      ...inner,
      async record(changes) {
        if (control.records !== undefined) await new Promise<void>(resolve => control.records?.push(resolve))
        return inner.record(changes)
      },
      async state(session: string, name: string) {
        if (control.isHolding(session)) await new Promise<void>(resolve => control.held.set(session, resolve))
        return inner.state(session, name)
      },
    },
  }
  return control
}

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))

/** Time goes on as it does, and on call further: nobody waits for a limit, and a busy machine is not late before that. */
function passTime(): (milliseconds: number) => void {
  // One clock for both: a timer that rings before it is due by `performance` has nothing to do, and does not ring again.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  return milliseconds => void vi.advanceTimersByTime(milliseconds)
}

/** Until two threads have started: the one that is first at the store is held up, and the other does its work. */
async function warmUp(preparer: Preparer, holding: HoldingStore): Promise<void> {
  holding.isHolding = () => holding.held.size === 0
  const asked = ['warm', 'up'].map(name => preparer.prepare(bodyOf(talk(name, 1)), task).then(codesOf))
  await Promise.race(asked)
  for (const release of holding.held.values()) release()
  expect((await Promise.all(asked)).flat()).toEqual([])
  holding.held.clear()
}

// A thread takes its time to start where the machine is busy.
describe('requests prepared in other threads', { timeout: 180_000 }, () => {
  it.each([
    ['a SQLite store, which each thread opens for itself', sqlite],
    ['a store in memory, which the main thread serves', memoryStore],
  ])('go through epochs and keep what was sent, with %s', async (_, store) => {
    const preparer = await started({ store: store() })
    const messages = talk('one', 100)
    let before = ''
    let epochs = 0
    let compressed = 0
    for (let length = 1; length <= messages.length; length += 2) {
      const body = bodyOf(messages.slice(0, length))
      const { bytes, receipt, notes, isCompressed } = await preparer.prepare(body, task)
      expect(notes.filter(({ code }) => code.startsWith('compression'))).toEqual([])
      const sent = JSON.stringify(JSON.parse(Buffer.from(bytes ?? body).toString()).messages).slice(0, -1)
      if (receipt?.action === 'epoch') epochs += 1
      else expect(sent.startsWith(before)).toBe(true)
      expect(receipt?.step).toBe((length + 1) / 2)
      if (isCompressed) compressed += 1
      before = sent
    }
    expect(epochs).toBeGreaterThan(1)
    expect(compressed).toBeGreaterThan(10)
  })

  it('say what a request costs that is sent once more', async () => {
    const preparer = await started({ threads: 1 })
    const { receipt } = await preparer.prepare(bodyOf(talk('one', 3)), task)
    if (receipt === undefined) throw new Error('no receipt')
    const extended = await preparer.extend(receipt, talk('more', 2))
    expect(extended.cost.sent).toBeGreaterThan(receipt.cost.sent)
    expect(await preparer.extend({ ...receipt, session: 'nobody' }, [])).toMatchObject({ session: 'nobody' })
  })

  it('take the steps of one session one after another, in the order in which they came', async () => {
    const preparer = await started({ threads: 3 })
    const messages = talk('one', 41)
    const lengths = Array.from({ length: 21 }, (_, at) => 2 * at + 1)
    const asked = lengths.map(length => preparer.prepare(bodyOf(messages.slice(0, length)), task))
    const others = ['two', 'three', 'four'].map(name => preparer.prepare(bodyOf(talk(name, 31)), task))
    const receipts = (await Promise.all(asked)).map(({ receipt }) => receipt)
    expect(receipts.map(receipt => receipt?.step)).toEqual(lengths.map((_, at) => at + 1))
    expect(receipts.map(receipt => receipt?.messages.given)).toEqual(lengths)
    for (const { receipt } of await Promise.all(others)) expect(receipt?.step).toBe(1)
  })

  it('never work on one session in two threads at once, whatever their bodies look like', async () => {
    let atOnce = 0
    let most = 0
    const inner = memoryStore()
    const slow: Store = {
      ...inner,
      state: async (session, name) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise(resolve => setTimeout(resolve, 20))
        atOnce -= 1
        return inner.state(session, name)
      },
    }
    const preparer = await started({ threads: 3, store: slow })
    const messages = talk('one', 9)
    // A hint sees the bytes; the session is the same.
    const marked = (at: number) => [
      { content: messages[0]?.content, role: 'user', ...(at % 2 ? { cache_control: { at } } : {}) },
      ...messages.slice(1),
    ]
    const all = Array.from({ length: 12 }, (_, at) => preparer.prepare(bodyOf(marked(at)), task))
    const sessions = new Set((await Promise.all(all)).map(({ receipt }) => receipt?.session))
    expect(sessions.size).toBe(1)
    expect(most).toBe(1)
  })

  it('go out as they came when their time is over, and others are not kept waiting', async () => {
    const holding = holdingStore()
    const pass = passTime()
    const preparer = await started({ store: holding.store })
    await warmUp(preparer, holding)
    let stuck: string | undefined
    holding.isHolding = session => {
      stuck ??= session
      return session === stuck
    }
    const late = preparer.prepare(bodyOf(talk('stuck', 3)), task)
    while (holding.held.size === 0) await pause()
    const other = preparer.prepare(bodyOf(talk('other', 3)), task)
    expect(codesOf(await Promise.race([other, late]))).toEqual([])
    pass(limit)
    expect(codesOf(await late)).toEqual(['compression-timeout'])
    expect((await late).bytes).toBeUndefined()
    // The next one does not wait for what is still at work.
    holding.isHolding = () => true
    const third = preparer.prepare(bodyOf(talk('third', 3)), task)
    const next = preparer.prepare(bodyOf(talk('stuck', 5)), task)
    const { notes } = await Promise.race([next, third])
    expect(notes).toMatchObject([
      { code: 'compression-timeout', message: expect.stringContaining('is still being compressed') },
    ])
  })

  it('keep the view of their session while the next one is late, and then send that', async () => {
    const holding = holdingStore()
    const pass = passTime()
    const preparer = await started({ store: holding.store })
    const messages = talk('late', 200)
    let before = ''
    let epochs = 0
    const codes: string[] = []
    for (let length = 1; epochs < 2; length += 2) {
      let isSent = false
      const asked = preparer.prepare(bodyOf(messages.slice(0, length)), task).finally(() => {
        isSent = true
      })
      while (!isSent && (holding.records?.length ?? 0) === 0) await pause()
      if (!isSent && codes.length === 0) pass(limit)
      const { bytes, receipt, notes } = await asked
      const sent = JSON.stringify(JSON.parse(Buffer.from(bytes ?? '{}').toString()).messages ?? '').slice(
        0,
        -1,
      )
      codes.push(...notes.map(({ code }) => code))
      if (receipt?.action === 'epoch') epochs += 1
      if (epochs === 0) continue
      if (receipt?.action !== 'epoch') expect(sent.startsWith(before)).toBe(true)
      expect(sent).toContain(JSON.stringify(messages[length - 1]))
      before = sent
      if (codes.length === 0) holding.records ??= []
      // Another request goes out while it is late.
      if (codes.length > 1) {
        const records = holding.records ?? []
        holding.records = undefined
        for (const release of records) release()
      }
    }
    expect(codes.length).toBeGreaterThan(1)
    expect(new Set(codes)).toEqual(new Set(['compression-timeout']))
  })

  it('a thread that is stuck for good is ended, and its session goes on', async () => {
    const holding = holdingStore()
    holding.isHolding = () => true
    const pass = passTime()
    const preparer = await started({ store: holding.store })
    const first = preparer.prepare(bodyOf(talk('stuck', 3)), task)
    while (holding.held.size === 0) await pause()
    pass(limit)
    expect(codesOf(await first)).toEqual(['compression-timeout'])
    holding.isHolding = () => false
    pass(2 * limit)
    for (;;) {
      const again = await preparer.prepare(bodyOf(talk('stuck', 3)), task)
      if (codesOf(again).length === 0) {
        expect(again.receipt?.action).toBe('append')
        break
      }
      await pause()
    }
  })

  it('a thread without memory costs its request a note, and its sessions go on from the store', async () => {
    const store = sqlite()
    const preparer = await started({ store, threads: 1, heapMegabytes: 32 })
    const messages = talk('one', 60)
    const before = await preparer.prepare(bodyOf(messages.slice(0, 57)), task)
    expect(before.isCompressed).toBe(true)
    const tooLarge = bodyOf([
      { role: 'user', content: 'large' },
      ...Array.from({ length: 60_000 }, (_, at) => ({ role: 'assistant', content: `message ${at}` })),
    ])
    expect(codesOf(await preparer.prepare(tooLarge, task))).toEqual(['compression-failed'])
    const after = await preparer.prepare(bodyOf(messages.slice(0, 59)), task)
    const text = ({ bytes }: PreparedRequest): string =>
      JSON.stringify(JSON.parse(Buffer.from(bytes ?? '[]').toString()).messages).slice(0, -1)
    expect(after.receipt).toMatchObject({ step: 2, action: 'append' })
    expect(text(after).startsWith(text(before))).toBe(true)
  })

  it('a store that cannot be opened there costs a note, and is tried again', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fovea-threads-'))
    const store = sqliteStore(join(directory, 'deep.db'))
    store.close()
    rmSync(directory, { recursive: true })
    writeFileSync(directory, 'no directory any more')
    const preparer = await started({ store, threads: 1 })
    for (const name of ['one', 'two'])
      expect(codesOf(await preparer.prepare(bodyOf(talk(name, 3)), task))).toEqual(['compression-failed'])
  })

  it('go on in time from memory while another process holds the store', async () => {
    const directory = emptyDirectory()
    const timeoutMs = 4500
    const preparer = await started({ store: sqliteAt(directory), timeoutMs })
    const messages = talk('locked', 120)
    const before = await preparer.prepare(bodyOf(messages.slice(0, 101)), task)
    expect(before.receipt?.action).toBe('epoch')
    const other = new DatabaseSync(join(directory, 'store.db'))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    for (const length of [103, 105]) {
      const begun = performance.now()
      const { receipt, notes } = await preparer.prepare(bodyOf(messages.slice(0, length)), task)
      expect(performance.now() - begun).toBeLessThan(timeoutMs)
      expect(receipt?.action).toBe('append')
      expect(notes.map(({ code }) => code)).toEqual(['store-locked'])
    }
  })

  it('what is asked after the end goes out as it came', async () => {
    const preparer = await started({ threads: 1 })
    await preparer.prepare(bodyOf(talk('one', 3)), task)
    await preparer.close()
    expect(codesOf(await preparer.prepare(bodyOf(talk('one', 5)), task))).toEqual(['compression-failed'])
    await preparer.prepareNext('any')
  })
})

describe('a proxy with threads', () => {
  it('answers others while a large body is read', async () => {
    const { url, provider } = await startPair({ sessions: undefined, workers: 2, session: {} })
    const order: string[] = []
    const ask = async (name: string, messages: readonly object[]) => {
      const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body: bodyOf(messages) })
      await answer.text()
      order.push(name)
    }
    const large = ask('large', talk('large', 1500, 1000))
    // Its bytes are on their way before the small one begins.
    await new Promise(resolve => setTimeout(resolve, 100))
    await Promise.all([large, ask('small', talk('small', 1))])
    expect(order).toEqual(['small', 'large'])
    expect(provider.asked).toHaveLength(2)
  })

  it('keeps the time that a request may take', async () => {
    const { url, proxy } = await startPair({
      sessions: undefined,
      workers: 1,
      session: {},
      compressionTimeoutMs: 1,
    })
    const body = bodyOf(talk('large', 600, 1000))
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body })
    expect(answer.headers.get('x-fovea-note')).toBe('compression-timeout')
    expect(answer.headers.get('x-fovea')).toBe('unchanged')
    expect(answer.status).toBe(200)
    expect(proxy.status().failures).toBe(0)
  })

  it.each([
    ['workers: 0', { workers: 0 }],
    ['a counter of the caller', { session: { compress: { counter } } }],
  ])('works in its own thread with %s', async (_, options) => {
    const { url } = await startPair({ sessions: undefined, ...options })
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body: bodyOf(talk('one', 3)) })
    expect(answer.headers.get('x-fovea-action')).toBe('append')
    const tokens = Number(answer.headers.get('x-fovea-given-tokens'))
    if ('session' in options) expect(tokens).toBeGreaterThan(1000)
  })

  it('refuses options that cannot be, before it starts anything', () => {
    expect(() => createProxy({ workers: -1 })).toThrow(FoveaError)
    expect(() => createProxy({ session: { window: -1 } })).toThrow(FoveaError)
  })
})

describe('a store in another thread', () => {
  it('answers and fails as it would here', async () => {
    const { port1, port2 } = new MessageChannel()
    const inner = memoryStore()
    serveStore(inner, port1)
    const store = remoteStore(port2)
    onTestFinished(() => port2.close())
    expect(await store.setState('s', 'n', 'value', 0)).toBe(true)
    expect(await store.state('s', 'n')).toEqual({ version: 1, value: 'value' })
    expect(await store.views(['x'])).toEqual(new Map())
    const failure = await Promise.resolve(store.get('db_000000000000')).catch((error: unknown) => error)
    expect(FoveaError.isInstance(failure) && failure.code).toBe('not-found')
    expect(inner.state('s', 'n')?.value).toBe('value')
  })
})
