import { afterEach, describe, expect, it, vi } from 'vitest'
import { compress, compressSync } from '../src/compress.ts'
import { compressRequest } from '../src/compress-request.ts'
import { FoveaError } from '../src/errors.ts'
import { expand } from '../src/expand.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import type { Store, SyncStore } from '../src/store/store.ts'
import { uncompress, uncompressSync } from '../src/uncompress.ts'

const log = Array.from({ length: 400 }, (_, at) => `${at} INFO request ${at} served in ${at % 90} ms`).join(
  '\n',
)
const conversation = [
  { role: 'user', content: 'What happened last night?' },
  { role: 'assistant', content: `I read the log.\n${log}` },
  { role: 'user', content: 'And this morning?' },
]
const options = { budget: 500, recencyWindow: 0, strategy: 'cap' } as const

/** An embedded store that answers as a remote one does. */
function later(store: SyncStore): Store {
  return new Proxy(store, {
    get: (target, method: keyof SyncStore) =>
      typeof target[method] === 'function'
        ? async (...args: unknown[]) => (target[method] as (...args: unknown[]) => unknown)(...args)
        : target[method],
  }) as unknown as Store
}

describe('compress never fails a request', () => {
  const broken = (method: keyof SyncStore): SyncStore => ({
    ...memoryStore(),
    [method]: () => {
      throw new FoveaError('store-full', 'The disk is full.')
    },
  })

  it.each([
    ['null', null, 'unknown-format'],
    ['text', 'hello', 'unknown-format'],
    ['a list of nothing known', [{ speaker: 'x' }], 'unknown-format'],
    [
      'mixed formats',
      [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
        { role: 'model', parts: [{ text: 'x' }] },
      ],
      'mixed-formats',
    ],
  ])('given %s it returns the input and a note', async (_, input, code) => {
    const result = await compress(input as never)
    expect(result.messages).toBe(input)
    expect(result.receipt.notes).toEqual([{ code, message: expect.stringMatching(/./) }])
    await expect(compress(input as never, { strict: true })).rejects.toThrow(FoveaError)
  })

  it.each([
    { budget: Number.NaN },
    { budget: -1 },
    { budget: '120%' },
    { recencyWindow: -1 },
    { strategy: 'nonsense' },
    { format: 'nonsense' },
  ])('given the option %o it returns the input and a note', async wrong => {
    const result = await compress(conversation, wrong as never)
    expect(result.messages).toBe(conversation)
    expect(['invalid-option', 'unknown-format']).toContain(result.receipt.notes[0]?.code)
  })

  it.each(['views', 'handles', 'record'] as const)(
    'with a store that fails in %s it returns the input and a note',
    async method => {
      for (const store of [broken(method), later(broken(method))]) {
        const result = await compress(conversation, { ...options, store })
        expect(result.messages).toBe(conversation)
        expect(result.receipt.notes[0]?.code).toBe('store-full')
      }
      expect(compressSync(conversation, { ...options, store: broken(method) }).messages).toBe(conversation)
    },
  )

  it('given a request body of no known shape it returns the body', async () => {
    const body = { prompt: 'hello' }
    expect((await compressRequest(body)).body).toBe(body)
    await expect(compressRequest(body, { strict: true })).rejects.toThrow(/messages/)
  })

  it('given a message that JSON cannot hold it returns the input and says why', async () => {
    const messages = [{ ...conversation[0], cost: 10n }, ...conversation.slice(1)]
    const { messages: view, receipt } = await compress(messages, { budget: 300 })
    expect(view).toBe(messages)
    expect(receipt.notes).toMatchObject([
      { code: 'unknown-format', message: expect.stringContaining('BigInt') },
    ])
  })
})

describe('a store that never answers', () => {
  afterEach(() => vi.useRealTimers())

  const promise = new Promise<never>(() => {})
  // biome-ignore lint/suspicious/noThenProperty: query builders answer so.
  const thenable = { then() {} }

  it.each([
    ['views', promise],
    ['handles', promise],
    ['record', promise],
    ['views', thenable],
  ] as const)('holds a request up for half a minute: %s, %o', async (method, answer) => {
    vi.useFakeTimers()
    const store = { ...later(memoryStore()), [method]: () => answer } as Store
    const compressing = compress(conversation, { ...options, store })
    await vi.advanceTimersByTimeAsync(30_000)
    const { messages, receipt } = await compressing
    expect(messages).toBe(conversation)
    expect(receipt.notes).toEqual([
      { code: 'store-unreachable', message: 'The store did not answer within 30 seconds.' },
    ])
  })
})

describe('stores', () => {
  it('may be frozen', async () => {
    const store = Object.freeze({ ...later(memoryStore()) }) as Store
    const { receipt } = await compress(conversation, { ...options, store, strict: true })
    expect(receipt.budget?.met).toBe(true)
  })

  it('may answer later', async () => {
    const store = later(memoryStore())
    const { messages, receipt, originalsByHash } = await compress(conversation, {
      ...options,
      store,
      strict: true,
    })
    expect(receipt.budget?.met).toBe(true)
    expect(originalsByHash).toEqual({})
    const back = await uncompress(messages, store)
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(conversation))
    expect(await expand(receipt.changes[0]?.handle ?? '', store, { lines: [2, 2] })).toBe(
      '0 INFO request 0 served in 0 ms\n',
    )
  })

  it('keep what was purged out of the way back, and say so', () => {
    const store = memoryStore()
    const { messages, receipt } = compressSync(conversation, { ...options, store })
    store.purge({ handles: [receipt.changes[0]?.handle ?? ''] })
    const back = uncompressSync(messages, store)
    expect(back.messages).toBe(messages)
    expect(back.missing).toEqual([{ message: 1, code: 'purged', why: expect.stringMatching(/./) }])
  })

  it('can be done without: expand reads the verbatim map', async () => {
    const { receipt, originalsByHash } = compressSync(conversation, options)
    const handle = receipt.changes[0]?.handle ?? ''
    expect(await expand(handle, originalsByHash)).toBe(conversation[1]?.content)
    await expect(expand('db_000000000000', originalsByHash)).rejects.toMatchObject({ code: 'not-found' })
    await expect(expand('../etc/passwd', originalsByHash)).rejects.toMatchObject({ code: 'invalid-handle' })
  })
})

describe('a marker that somebody else wrote', () => {
  it('expands to nothing and stays their text', () => {
    const store = memoryStore()
    const { messages: view } = compressSync(conversation, { ...options, store })
    const quoted = { role: 'user', content: `What does this mean? ${view[1]?.content}` }
    const back = uncompressSync([...view, quoted], store)
    expect(back.messages[3]).toBe(quoted)
    expect(back.restored).toBe(1)
  })

  it('does not keep the real one from coming back', () => {
    const first = compressSync(conversation, options)
    const copied = [
      ...conversation,
      { role: 'user', content: first.messages[1]?.content ?? '' },
      { role: 'user', content: 'Well?' },
    ]
    const second = compressSync(copied, { ...options, budget: 1000 })
    expect(second.receipt.changes.length).toBeGreaterThan(0)
    expect(JSON.stringify(uncompressSync(second.messages, second.originalsByHash).messages)).toBe(
      JSON.stringify(copied),
    )
  })
})

describe('compressRequest', () => {
  it('counts system text and tools against the budget, and changes nothing but the messages', async () => {
    const body = {
      model: 'claude',
      max_tokens: 100,
      system: 'You are careful. '.repeat(50),
      tools: [{ name: 'run', input_schema: { type: 'object' } }],
      messages: conversation,
    }
    const { body: view, receipt } = await compressRequest(body, { ...options, budget: 900 })
    expect(receipt.format).toBe('anthropic')
    expect(receipt.budget?.met).toBe(true)
    expect({ ...view, messages: undefined }).toEqual({ ...body, messages: undefined })
    expect(Object.keys(view)).toEqual(Object.keys(body))
    expect(view.messages).not.toBe(body.messages)
    const bare = await compressRequest({ ...body, system: undefined }, { ...options, budget: 900 })
    expect(bare.receipt.tokens.before.tokens).toBeLessThan(receipt.tokens.before.tokens)
    const small = { ...body, messages: conversation.slice(0, 1) }
    expect((await compressRequest(small)).body).toBe(small)
  })

  it('counts a body with one string in place of messages', async () => {
    const body = { input: 'What went wrong? '.repeat(500) }
    const { body: view, receipt } = await compressRequest(body, { budget: 100 })
    expect(view).toBe(body)
    expect(receipt.tokens.after.tokens).toBeGreaterThan(1000)
    expect(receipt.budget?.met).toBe(false)
  })
})
