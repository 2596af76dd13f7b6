import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { handlesIn } from '../../src/scan/marker.ts'
import {
  createSession,
  createSessions,
  type Session,
  type SessionOptions,
  type StepReceipt,
} from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import type { FormatName } from '../../src/types.ts'
import { uncompress } from '../../src/uncompress.ts'
import { longSession } from '../coverage-session.ts'
import {
  history,
  isPrefix,
  longOutput,
  requestLengths,
  serialized,
  smallLines,
  withAnswer,
} from './growing-history.ts'

interface Sent {
  readonly length: number
  readonly view: readonly unknown[]
  readonly receipt: StepReceipt
}

/** Every request of a history in turn. */
async function sendAll(
  session: Session,
  messages: readonly unknown[],
  format?: FormatName,
): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  for (const length of requestLengths(messages, format)) {
    const { request, receipt } = await session.step([...messages.slice(0, length)])
    sent.push({ length, view: request, receipt })
  }
  return sent
}

const open = (options: SessionOptions = {}) => createSession({ ...smallLines, maxExtraCost: 1, ...options })

describe('a session', () => {
  it('hands back the very request while there is little to gain', async () => {
    const session = createSession()
    const body = { model: 'any', max_tokens: 10, messages: history(3) }
    const { request, receipt } = await session.step(body)
    expect(request).toBe(body)
    expect(receipt).toMatchObject({
      action: 'append',
      reason: 'below the high-water mark',
      step: 1,
      epoch: 0,
    })
    expect(receipt.tokens.saved).toBe(0)
    expect(session.id).toMatch(/^s_[0-9a-f]{16}$/)
  })

  const formatNames: readonly FormatName[] = [
    'anthropic',
    'openai-chat',
    'openai-responses',
    'gemini',
    'bedrock',
    'ai-sdk',
    'plain',
  ]
  it.each(formatNames)('keeps what it sent until an epoch, and every request valid: %s', async name => {
    const format = formatNamed(name)
    const messages = history(40, name)
    const sent = await sendAll(open({ format: name }), messages, name)
    let before: readonly string[] = []
    for (const { length, view, receipt } of sent) {
      const now = serialized(view)
      if (receipt.action !== 'epoch') expect(isPrefix(before, now)).toBe(true)
      expect(format.check(view).length).toBeLessThanOrEqual(format.check(messages.slice(0, length)).length)
      before = now
    }
    const epochs = sent.filter(({ receipt }) => receipt.action === 'epoch')
    expect(epochs.length).toBeGreaterThan(1)
    expect(epochs.every(({ receipt }) => receipt.tokens.sent < receipt.tokens.given * 0.75)).toBe(true)
    expect(sent.at(-1)?.receipt.epoch).toBe(epochs.length)
  })

  it('changes nothing but the messages of a request body', async () => {
    const session = open()
    const messages = history(30)
    const body = { model: 'm', system: 'Be brief.', tools: [{ name: 'x', input_schema: {} }], messages }
    const { request, receipt } = await session.step(body)
    expect(receipt.action).toBe('epoch')
    expect({ ...request, messages }).toEqual(body)
    expect(request.messages).not.toBe(messages)
  })

  const [own, added] = [{ name: 'x' }, { name: 'expand' }]
  const choice = { toolChoice: { auto: {} } }
  it.each([
    ['anthropic', { tools: [own] }, { tools: [own, added] }],
    [
      'bedrock',
      { toolConfig: { tools: [own], ...choice } },
      { toolConfig: { tools: [own, added], ...choice } },
    ],
    ['bedrock', { modelId: 'm' }, { modelId: 'm', toolConfig: { tools: [added] } }],
  ] as const)('adds its tools to those of a request: %s %#', async (name, given, sent) => {
    const body = { ...given, messages: history(30, name) }
    const { request, receipt } = await open().step(body, { tools: [added] })
    expect(receipt.action).toBe('epoch')
    expect({ ...request, messages: [] }).toEqual({ ...sent, messages: [] })
  })

  it.each([
    ['anthropic', 'model'],
    ['bedrock', 'modelId'],
  ] as const)('finds nothing cached under another model: %s', async (name, key) => {
    const session = createSession({ format: name })
    const messages = history(3, name)
    await session.step({ [key]: 'one', messages })
    const other = await session.step({ [key]: 'other', messages }, { dryRun: true })
    const same = await session.step({ [key]: 'one', messages }, { dryRun: true })
    expect(other.receipt.tokens.cached).toBe(0)
    expect(same.receipt.tokens.cached).toBeGreaterThan(0)
  })

  it('keeps the latest step and its answer to the letter', async () => {
    const messages = withAnswer(history(30), 'npm test', 'all 40 tests passed')
    const { request } = await open().step([...messages])
    expect(request.slice(-2)).toEqual(messages.slice(-2))
    expect(request.at(-1)).toBe(messages.at(-1))
  })

  it('keeps the latest step of the agent also where somebody has spoken since', async () => {
    const step = withAnswer(history(30), 'npm test', 'all 40 tests passed')
    const thinking = { type: 'thinking', thinking: 'First the tests.', signature: 'signed' }
    const call = step.at(-2) as { readonly content: readonly object[] }
    const messages = [
      ...step.slice(0, -2),
      { ...call, content: [thinking, ...call.content] },
      step.at(-1),
      { role: 'user', content: 'This goes on from an earlier conversation.' },
      { role: 'user', content: 'Can a rule of the linter find this?' },
    ]
    const { request, receipt } = await open().step([...messages])
    expect(receipt.action).toBe('epoch')
    expect(serialized(request)).toEqual(expect.arrayContaining([...serialized(messages.slice(-4, -2))]))
    expect(request.at(-1)).toEqual(messages.at(-1))
  })

  it.each<[FormatName, unknown, unknown]>([
    [
      'openai-responses',
      { type: 'compaction', encrypted_content: 'early' },
      { type: 'compaction', encrypted_content: 'late' },
    ],
    [
      'openai-responses',
      { type: 'compaction_summary', encrypted_content: 'early' },
      { type: 'context_compaction', encrypted_content: 'late' },
    ],
    [
      'anthropic',
      { role: 'assistant', content: [{ type: 'compaction', content: 'The user wants a parser.' }] },
      { role: 'assistant', content: [{ type: 'compaction', content: 'The parser is done.' }] },
    ],
  ])('keeps what the provider has compacted last: %s, %j', async (format, early, late) => {
    const messages = history(30, format)
    const [first = 0, second = 0] = requestLengths(messages, format).slice(3, 5)
    const given = [
      ...messages.slice(0, first),
      early,
      ...messages.slice(first, second),
      late,
      ...messages.slice(second),
    ]
    const { request, receipt } = await open().step([...given])
    expect(receipt.action).toBe('epoch')
    expect(serialized(request)).toContain(JSON.stringify(late))
    expect(serialized(request)).not.toContain(JSON.stringify(early))
  })

  it('does not rewrite while a call is open', async () => {
    const whole = withAnswer(history(30), 'npm test', 'fine')
    const session = open()
    const { receipt } = await session.step(whole.slice(0, -1))
    expect(receipt).toMatchObject({ action: 'append', reason: 'a tool call has no answer yet' })
    expect((await session.step([...whole])).receipt.action).toBe('epoch')
  })

  it('can bring everything back', async () => {
    const store = memoryStore()
    const messages = withAnswer(history(30), 'npm run build', longOutput(600))
    const session = open({ store, shortenOutputs: { from: 1000, maxTokens: 300 } })
    const { request, receipt } = await session.step([...messages])
    expect(receipt.shortened).toHaveLength(1)
    expect(receipt.action).toBe('epoch')
    expect((await uncompress(request, store)).messages).toEqual(messages)
  })

  it('comes back with a note where it cannot read the request', async () => {
    const session = open()
    for (const request of [
      {},
      { messages: 'no list' },
      [{ role: 'nobody' }],
      [7],
      Object.freeze({ input: 3 }),
    ]) {
      const step = await session.step(request)
      expect(step.request).toBe(request)
      expect(step.receipt.notes).toHaveLength(step.receipt.action === 'untouched' ? 1 : 0)
    }
    expect(session.receipts().map(({ action }) => action)).toContain('untouched')
    expect((await session.step([...history(30)])).receipt.action).toBe('epoch')
  })

  it('goes on from memory where the store fails', async () => {
    const broken: Store = {
      ...memoryStore(),
      state: () => {
        throw new Error('the disk is gone')
      },
    }
    const sent = await sendAll(open({ store: broken }), history(30))
    expect(sent.every(({ receipt }) => receipt.notes.length > 0)).toBe(true)
    let before: readonly string[] = []
    for (const { view, receipt } of sent) {
      if (receipt.action !== 'epoch') expect(isPrefix(before, serialized(view))).toBe(true)
      before = serialized(view)
    }
    expect(sent.some(({ receipt }) => receipt.action === 'epoch')).toBe(true)
  })

  it('refuses options that cannot be', () => {
    for (const [options, message] of [
      [{ highWater: 100, lowWater: 100 }, 'lowWater is 100; it must be less than highWater, which is 100.'],
      [{ window: 0 }, 'window is 0; it must be a number of at least 1.'],
      [{ maxExtraCost: -1 }, 'maxExtraCost is -1; it must be a number of at least 0.'],
      [{ headroom: 1e6 }, 'headroom is 1000000; it must be less than the window, which is 200000.'],
      [{ prices: { read: 0.1, write: 1, ttlSeconds: -1 } }, 'prices.ttlSeconds is -1; it must be a number'],
      [{ prices: { read: 0.1, write: 1, perMillion: Number.NaN } }, 'prices.perMillion is NaN; it must be'],
      [{ format: 'claude' }, 'No message format "claude". Known: plain, '],
    ] as const)
      expect(() => createSession(options)).toThrow(message)
    expect(() => createSessions({ memory: { bytes: -1 } })).toThrow('memory.bytes is -1; it must be')
  })

  it('prints its receipts as JSON', async () => {
    const session = open({ prices: { read: 0.1, write: 1.25, perMillion: 3 } })
    for (const { receipt } of await sendAll(session, history(30)))
      expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt)
    const { cost } = session.receipts().at(-1) as StepReceipt
    expect(cost.total.saved).toBeCloseTo(cost.total.given - cost.total.sent, 1)
    expect(cost.money?.total).toBeCloseTo((cost.total.saved * 3) / 1e6, 6)
  })
})

describe('the economics of a session', () => {
  it('never lets it cost more than the maxExtraCost beyond no compression', async () => {
    for (const prices of [
      { read: 0.1, write: 1.25 },
      { read: 0.1, write: 2 },
      { read: 0.5, write: 1 },
    ]) {
      const sent = await sendAll(createSession({ ...smallLines, prices }), history(40))
      for (const { receipt } of sent)
        expect(receipt.cost.total.sent).toBeLessThanOrEqual(receipt.cost.total.given * 1.0201)
      expect(sent.at(-1)?.receipt.cost.total.saved).toBeGreaterThan(0)
    }
  })

  it('waits longer the less is to be risked', async () => {
    const bold = await sendAll(createSession({ ...smallLines, maxExtraCost: 1 }), history(24))
    const careful = await sendAll(createSession({ ...smallLines, maxExtraCost: 0.001 }), history(24))
    const at = bold.findIndex(({ receipt }) => receipt.action === 'epoch')
    expect(at).toBeGreaterThan(0)
    expect(careful[at]?.receipt).toMatchObject({
      action: 'append',
      reason: 'a rewrite would not pay if the session ended here',
    })
  })

  it('says what a rewrite broke and what it saved since', async () => {
    const sent = await sendAll(open(), history(40))
    const at = sent.findIndex(({ receipt }) => receipt.action === 'epoch')
    const [before, epoch, after] = sent.slice(at - 1, at + 2).map(({ receipt }) => receipt) as [
      StepReceipt,
      StepReceipt,
      StepReceipt,
    ]
    expect(epoch.tokens.broken).toBeGreaterThan(0)
    expect(epoch.tokens.broken + epoch.tokens.cached).toBe(before.tokens.sent)
    expect(epoch.receipt?.changes.length).toBeGreaterThan(0)
    expect(after.tokens.cached).toBe(epoch.tokens.sent)
    expect(after.cost.saved).toBeGreaterThan(0)
  })

  it('rewrites earlier where the clock says that the cache is cold', async () => {
    let now = 0
    const messages = history(24)
    const prices = { read: 0.1, write: 1.25, ttlSeconds: 300 }
    const session = createSession({ highWater: 1e6, lowWater: 1500, prices, clock: () => now })
    await session.step(messages.slice(0, 4))
    now += 299_000
    expect((await session.step(messages.slice(0, -2))).receipt).toMatchObject({ action: 'append' })
    now += 301_000
    const { receipt } = await session.step([...messages])
    expect(receipt).toMatchObject({ action: 'epoch', reason: 'nothing was cached' })
    expect(receipt.tokens.broken).toBe(0)
  })

  it('rewrites what would not fit into the window, whatever it costs', async () => {
    const session = createSession({ window: 5000, highWater: 1e6, lowWater: 1500, maxExtraCost: 0 })
    const sent = await sendAll(session, history(40))
    const fits = sent.filter(({ receipt }) => receipt.tokens.sent <= 4500)
    expect(fits).toHaveLength(sent.length)
    expect(sent.some(({ receipt }) => receipt.reason === 'the window is full')).toBe(true)
  })

  it('stops where a rewrite gains too little, and says why', async () => {
    const pinned = formatNamed('anthropic').create(longSession(30))
    const session = open({ compress: { preservePatterns: [/./] } })
    const first = await session.step([...pinned])
    expect(first.receipt.action).toBe('append')
    expect(first.request).toHaveLength(pinned.length)
    const second = await session.step([
      ...pinned,
      { role: 'assistant', content: 'Next.' },
      { role: 'user', content: 'Go on.' },
    ])
    expect(second.receipt.reason).toBe('the last rewrite that was tried gained too little')
  })

  it('corrects its count by what the provider reports', async () => {
    const session = createSession()
    const messages = history(10)
    const { receipt: first } = await session.step(messages.slice(0, 6))
    session.usage({ inputTokens: first.tokens.sent * 2, cachedTokens: 0 })
    const { receipt: second } = await session.step(messages.slice(0, 8))
    expect(second.usage?.inputTokens).toBe(first.tokens.sent * 2)
    const { receipt: third } = await session.step(messages.slice(0, 10))
    const { receipt: plain } = await createSession().step(messages.slice(0, 10))
    expect(third.tokens.given / plain.tokens.given).toBeCloseTo(2, 1)
  })

  it('does not take what a provider adds to a short request for its way of counting', async () => {
    const session = createSession()
    const messages = history(10)
    const { receipt: first } = await session.step(messages.slice(0, 1))
    session.usage({ inputTokens: first.tokens.sent * 3 })
    await session.step(messages.slice(0, 4))
    const { receipt: third } = await session.step(messages)
    const { receipt: plain } = await createSession().step(messages)
    expect(third.tokens.given).toBe(plain.tokens.given)
  })

  it('does not hold a report that comes late against a later step', async () => {
    const session = createSession()
    const messages = history(12)
    const { receipt: first } = await session.step(messages.slice(0, 4))
    await session.step(messages.slice(0, 10))
    session.usage({ inputTokens: first.tokens.sent, step: first.step })
    const { receipt: third } = await session.step(messages)
    const { receipt: plain } = await createSession().step(messages)
    expect(third.tokens.given).toBe(plain.tokens.given)
  })
})

describe('new tool output', () => {
  const shortenOutputs = { from: 1000, maxTokens: 300 }
  const messages = withAnswer(history(2), 'npm run build', longOutput(600))

  it('is shortened once, with its errors and a way back', async () => {
    const store = memoryStore()
    const session = createSession({ store, shortenOutputs })
    const { request, receipt } = await session.step([...messages])
    const text = JSON.stringify(request.at(-1))
    expect(text).toContain('error TS2345')
    expect(receipt.shortened).toEqual([
      {
        message: messages.length - 1,
        block: 0,
        handle: handlesIn(text)[0],
        tokensBefore: expect.any(Number),
        tokensAfter: expect.any(Number),
      },
    ])
    expect(receipt.shortened[0]?.tokensAfter).toBeLessThanOrEqual(300)
    expect(toText(store.get(receipt.shortened[0]?.handle ?? ''))).toBe(longOutput(600))
    const later = await session.step([
      ...messages,
      { role: 'assistant', content: 'I see.' },
      { role: 'user', content: 'Go on.' },
    ])
    expect(isPrefix(serialized(request), serialized(later.request))).toBe(true)
    expect(later.receipt.shortened).toEqual([])
  })

  it('stays whole where it is small, shows a file, was asked back, or nobody wants it shorter', async () => {
    const file = withAnswer(history(2), 'cat src/app.ts', longOutput(600))
    const expanded = messages.map(message =>
      JSON.parse(JSON.stringify(message).replace('"name":"Bash"', '"name":"mcp__fovea__expand"')),
    )
    const cases: readonly (readonly [readonly unknown[], SessionOptions])[] = [
      [messages, {}],
      [messages, { shortenOutputs: false }],
      [messages, { shortenOutputs: { from: 1e6 } }],
      [file, { shortenOutputs }],
      [expanded, { shortenOutputs }],
    ]
    for (const [given, options] of cases)
      expect((await createSession(options).step(given as unknown[])).request).toBe(given)
    const asked = await createSession({ shortenOutputs: { ...shortenOutputs, files: true } }).step([...file])
    expect(asked.receipt.shortened).toHaveLength(1)
  })

  it('keeps the mark that a client set on it', async () => {
    const mark = { type: 'ephemeral' }
    const last = messages.at(-1) as { content: readonly object[] }
    const marked = { role: 'user', content: last.content.map(part => ({ ...part, cache_control: mark })) }
    const { request } = await createSession({ shortenOutputs }).step([...messages.slice(0, -1), marked])
    expect((request.at(-1) as typeof marked).content[0]?.cache_control).toEqual(mark)
  })
})

describe('a history that is not just longer', () => {
  it('is sent again as it was', async () => {
    const messages = history(30)
    const session = open()
    const first = await session.step([...messages])
    const again = await session.step([...messages])
    expect(first.receipt.action).toBe('epoch')
    // Whoever sends a request again may not have had the answer to the first.
    expect(again.receipt.action).toBe('epoch')
    expect(serialized(again.request)).toEqual(serialized(first.request))
    expect(again.receipt.tokens.cached).toBe(again.receipt.tokens.sent)
  })

  it('is known in spite of marks that move through it', async () => {
    const messages = history(30) as { role: string; content: unknown }[]
    const session = open()
    const first = await session.step(messages)
    const [head, ...rest] = messages as [(typeof messages)[0], ...typeof messages]
    const marked = { ...head, content: [{ type: 'text', text: '…', cache_control: { type: 'ephemeral' } }] }
    const plain = { ...marked, content: [{ type: 'text', text: '…' }] }
    const one = await createSession({ ...smallLines, maxExtraCost: 1 }).step([marked, ...rest])
    const other = open()
    await other.step([marked, ...rest])
    const again = await other.step([plain, ...rest])
    expect(first.receipt.action).toBe('epoch')
    expect(one.receipt.action).toBe('epoch')
    expect(again.receipt.action).toBe('epoch')
    expect(serialized(again.request).slice(1)).toEqual(serialized(one.request).slice(1))
  })

  it('goes back to the view of an earlier point', async () => {
    const messages = history(40)
    const session = open()
    const sent = await sendAll(session, messages)
    for (const { length, view } of sent.toReversed().slice(0, 12)) {
      const { request, receipt } = await session.step(messages.slice(0, length))
      expect(receipt.action).not.toBe('epoch')
      expect(serialized(request)).toEqual(serialized(view))
    }
  })

  it('keeps the part of the view that an edit leaves alone', async () => {
    const messages = history(40)
    const session = open()
    const sent = await sendAll(session, messages)
    const epoch = sent.findLast(({ receipt }) => receipt.action === 'epoch') as Sent
    const edited = [
      ...messages.slice(0, epoch.length),
      { role: 'assistant', content: 'Another thought.' },
      { role: 'user', content: 'Which?' },
    ]
    const { request, receipt } = await session.step(edited)
    expect(receipt.action).toBe('rewind')
    expect(isPrefix(serialized(epoch.view), serialized(request))).toBe(true)
    expect(request.at(-1)).toBe(edited.at(-1))
  })

  it('starts afresh where its beginning was edited', async () => {
    const store = memoryStore()
    const messages = history(30)
    const session = open({ store })
    await session.step([...messages])
    const edited = messages.map((message, index) =>
      index === 2 ? JSON.parse(JSON.stringify(message).replace('call_', 'edited_')) : message,
    )
    const { request } = await session.step(edited)
    expect((await uncompress(request, store)).messages).toEqual(edited)
  })
})

describe('an epoch prepared ahead of need', () => {
  it('is the one that the next step takes', async () => {
    const messages = history(16)
    const [last = 0, before = 0] = requestLengths(messages).toReversed()
    const whole = (await createSession().step([...messages])).receipt.tokens.given
    const sendBoth = async (isPrepared: boolean, highWater: number) => {
      const session = createSession({ highWater, lowWater: highWater * 0.7, maxExtraCost: 1 })
      const first = await session.step(messages.slice(0, before))
      if (isPrepared) await session.prepare()
      return { first, ...(await session.step(messages.slice(0, last))) }
    }
    // A line that only the last request crosses.
    let highWater = whole
    for (let made = await sendBoth(false, highWater); made.receipt.action !== 'epoch'; highWater *= 0.97)
      made = await sendBoth(false, highWater * 0.97)
    const [prepared, made] = [await sendBoth(true, highWater), await sendBoth(false, highWater)]
    expect(made.first.receipt.action).toBe('append')
    expect([prepared.receipt.action, made.receipt.action]).toEqual(['epoch', 'epoch'])
    // What came since is still as it came.
    expect(prepared.request.slice(before - last)).toEqual(messages.slice(before, last))
    expect(prepared.receipt.receipt?.tokens.before.tokens).toBeLessThan(
      made.receipt.receipt?.tokens.before.tokens ?? 0,
    )
  })

  it('is made once, however many ask for it, and the step waits for it', async () => {
    const messages = history(16)
    const [last = 0, before = 0] = requestLengths(messages).toReversed()
    const { tokens } = (await createSession().step(messages.slice(0, before))).receipt
    const epochsMade = async (ask: (session: Session) => Promise<unknown>) => {
      const store = memoryStore()
      let made = 0
      const counting: Store = {
        ...store,
        record(entry) {
          made += 1
          return store.record(entry)
        },
      }
      const highWater = tokens.given + 1
      const session = createSession({
        highWater,
        lowWater: highWater * 0.7,
        maxExtraCost: 1,
        store: counting,
      })
      await session.step(messages.slice(0, before))
      expect(made).toBe(0)
      await ask(session)
      return made
    }
    const ask = (session: Session, times: number) =>
      Promise.all(Array.from({ length: times }, () => session.prepare()))
    expect(await epochsMade(session => ask(session, 1))).toBe(1)
    expect(await epochsMade(session => ask(session, 3))).toBe(1)
    const asked = epochsMade(async session => {
      const [, { receipt }] = await Promise.all([ask(session, 1), session.step(messages.slice(0, last))])
      expect(receipt.action).toBe('epoch')
    })
    expect(await asked).toBe(1)
  })

  it('is left alone where the history went another way', async () => {
    const messages = history(30)
    const session = createSession({ highWater: 1e5, lowWater: 1500, maxExtraCost: 1, window: 1e6 })
    await session.step([...messages])
    await session.prepare()
    const other = [messages[0], { role: 'assistant', content: 'No.' }, { role: 'user', content: 'Yes.' }]
    const { request } = await session.step(other)
    expect(request).toBe(other)
  })
})
