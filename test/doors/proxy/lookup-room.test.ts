import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import { handleOf } from '../../../src/tokens/handle.ts'
import { hashBytes } from '../../../src/tokens/hash.ts'
import { plainItems, type Talk, talks, toolsIn } from './agent-talk.ts'
import { countRequest } from './count-request.ts'
import { fixedSessions } from './fixed-sessions.ts'
import type { Asked, Body, Provider } from './provider-double.ts'
import {
  failedEvents,
  failedReply,
  type Part,
  type Reply,
  streamedReply,
  wholeReply,
} from './provider-replies.ts'
import { eventually, startPair } from './start-proxy.ts'

/** Of more characters than one answer may have. */
const original = Array.from(
  { length: 1500 },
  (_, line) => `line ${line + 1}: module ${line * 13} took ${line * 31} ms`,
).join('\n')
/** It is of no session of the tests with real ones. */
const shared = { tools: true, lookups: 'all' } as const
const handle = handleOf(hashBytes(Buffer.from(original)))

function filledStore(): SyncStore {
  const store = memoryStore()
  const originals = [{ hash: hashBytes(Buffer.from(original)), bytes: Buffer.from(original) }]
  store.record({ originals, views: [], session: { id: 'session-1' } })
  return store
}

const look = (id: string, input: object = { handle }): Part => ({ call: { id, name: 'fovea_expand', input } })
const bash = (id: string, input: object = {}): Part => ({ call: { id, name: 'bash', input } })
const logOf = (number: number, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `log ${number} line ${line}: worker took ${line * 13} ms`).join(
    '\n',
  )

const post = (url: string, { path }: Talk, body: object): Promise<Response> =>
  fetch(url + path, { method: 'POST', body: JSON.stringify(body) })

const reported = (talk: Talk, body: Body): number =>
  countRequest(body) - (talk.format === 'anthropic' ? 70 : 0)

const last = (provider: Provider): Asked => provider.asked.at(-1) as Asked

describe.each(talks)('with a lookup of forty thousand characters in every turn, $format', talk => {
  it('a conversation goes on, and what is called sent was sent', async () => {
    const window = 60_000
    const { url, provider, proxy } = await startPair({
      ...shared,
      store: filledStore(),
      sessions: undefined,
      workers: 0,
      session: { window, highWater: 16_000, lowWater: 7000 },
    })
    provider.window = window
    let calls = 0
    let isLooking = false
    provider.reply = body => {
      isLooking = !isLooking && toolsIn({ body }).includes('fovea_expand')
      const parts = isLooking ? [look(`call_${calls++}`)] : [{ text: 'On. ' }, bash(`call_${calls++}`)]
      return { parts, inputTokens: reported(talk, body) }
    }
    const history: object[] = [talk.user('Read all logs.')]
    const turns = 12
    let sent = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const answer = await post(url, talk, talk.body(history))
      expect(answer.status).toBe(200)
      sent = Number(answer.headers.get('x-fovea-sent-tokens'))
      const value = (await answer.json()) as Body
      const [call] = talk.calls(value)
      history.push(...talk.said(value), talk.result(call?.id ?? '', logOf(turn, 200)))
    }
    await eventually(() => proxy.status().requests === turns)
    const { failures, lookups, tokens } = proxy.status()
    expect({ failures, isLooked: lookups > 4 }).toEqual({ failures: 0, isLooked: true })
    expect(provider.asked.length).toBe(provider.counted.length)
    expect(tokens.sent).toBe(provider.counted.reduce((sum, each) => sum + each, 0))
    // Of the last turn, the request before its lookup.
    expect(sent).toBe(provider.counted.at(-2))
  })

  it('an answer fits into the room that is left, and says where to go on', async () => {
    const { url, provider } = await startPair({
      ...shared,
      store: filledStore(),
      sessions: undefined,
      workers: 0,
      session: { window: 12_000, headroom: 0, shortenOutputs: { from: 2000, maxTokens: 500 } },
    })
    provider.window = 12_000
    const rest: (readonly Part[])[] = [[look('call_1')], [look('call_2', { handle, from_character: 2000 })]]
    provider.reply = () => ({ parts: rest.shift() ?? [{ text: 'Done.' }] })
    const history = [talk.user('Build.'), ...callOf(talk, 'call_b'), talk.result('call_b', logOf(1, 400))]
    const answer = await post(url, talk, talk.body(history))
    expect(answer.status).toBe(200)
    expect(provider.asked).toHaveLength(3)
    const said = JSON.stringify(provider.asked[1]?.body)
    const next = /For them, repeat the call with from_character (\d+)/.exec(said)?.[1]
    expect(Number(next)).toBeGreaterThan(1000)
    expect(Number(next)).toBeLessThan(13_000)
    expect(provider.counted.every(tokens => tokens < 12_000)).toBe(true)
  })

  it('a request that the provider finds too long is sent again without what was looked up, once and for all', async () => {
    // The session believes in a larger window than there is.
    const { url, provider, proxy } = await startPair({
      tools: true,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    provider.reply = () => ({ parts: [look('call_x'), bash('call_1')] })
    const history = [talk.user('Which line?')]
    const value = (await (await post(url, talk, talk.body(history))).json()) as Body
    history.push(...talk.said(value), talk.result('call_1', 'CONTENT'))
    provider.window = 5000
    provider.reply = () => ({ parts: [{ text: 'Done.' }] })
    const answer = await post(url, talk, talk.body(history))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-fovea-note')).toBe('lookups-dropped')
    expect(provider.asked).toHaveLength(3)
    expect(plainItems(provider.asked[1] as Asked)).toContain('line 700: module')
    expect(plainItems(last(provider))).not.toContain('call_x')
    history.push(...talk.said((await answer.json()) as Body), talk.user('More.'))
    await post(url, talk, talk.body(history))
    // They do not come back: what the provider has seen is said again.
    expect(provider.asked).toHaveLength(4)
    expect(plainItems(last(provider)).startsWith(plainItems(provider.asked[2] as Asked))).toBe(true)
    await eventually(() => proxy.status().requests === 3)
    expect(proxy.status().failures).toBe(0)
  })

  it('a lookup that the provider finds too long is answered without its text', async () => {
    const { url, provider } = await startPair({
      tools: true,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    provider.window = 5000
    provider.reply = body => ({
      parts: JSON.stringify(body).includes('call_x') ? [{ text: 'Never mind.' }] : [look('call_x')],
    })
    const answer = await post(url, talk, talk.body([talk.user('Which line?')]))
    expect(answer.status).toBe(200)
    expect(JSON.stringify(await answer.json())).toContain('Never mind.')
    expect(plainItems(last(provider))).toContain('has no room for what was looked up')
  })

  it.each([
    ['streamed', true],
    ['whole', false],
  ])(
    'a request that is found too long inside a %s answer of status 200 is sent again without what was looked up',
    async (_, stream) => {
      const { url, provider, proxy } = await startPair({
        tools: true,
        store: filledStore(),
        sessions: fixedSessions(),
      })
      provider.reply = () => ({ parts: [look('call_x'), bash('call_1')] })
      const history = [talk.user('Which line?')]
      const value = (await (await post(url, talk, talk.body(history))).json()) as Body
      history.push(...talk.said(value), talk.result('call_1', 'CONTENT'))
      Object.assign(provider, { window: 5000, refusesIn: 'answer' })
      provider.reply = () => ({ parts: [{ text: 'Done.' }] })
      const answer = await post(url, talk, { ...talk.body(history), stream })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-fovea-note')).toBe('lookups-dropped')
      const said = await answer.text()
      expect(said).toContain('Done.')
      expect(said).not.toMatch(/too long|maximum context length|context window/)
      expect(provider.asked).toHaveLength(3)
      expect(plainItems(last(provider))).not.toContain('call_x')
      await eventually(() => proxy.status().requests === 2)
      expect(proxy.status().failures).toBe(0)
    },
  )

  it.each([
    ['streamed', true],
    ['whole', false],
  ])(
    'a lookup that is found too long inside a %s answer of status 200 is answered without its text',
    async (_, stream) => {
      const { url, provider } = await startPair({
        tools: true,
        store: filledStore(),
        sessions: fixedSessions(),
      })
      Object.assign(provider, { window: 5000, refusesIn: 'answer' })
      provider.reply = body => ({
        parts: JSON.stringify(body).includes('call_x') ? [{ text: 'Never.' }] : [look('call_x')],
      })
      const answer = await post(url, talk, { ...talk.body([talk.user('Which line?')]), stream })
      expect(answer.status).toBe(200)
      const said = await answer.text()
      expect(said).toContain('Never.')
      expect(said).not.toMatch(/too long|maximum context length|context window/)
      expect(plainItems(last(provider))).toContain('has no room for what was looked up')
    },
  )

  it.each([
    ['streamed', true],
    ['whole', false],
  ])(
    'an error inside a %s answer of status 200 that is about something else comes as it was written',
    async (_, stream) => {
      const { url, provider } = await startPair({
        tools: true,
        store: filledStore(),
        sessions: fixedSessions(),
      })
      provider.reply = () => ({ parts: [look('call_x'), bash('call_1')] })
      const history = [talk.user('Which line?')]
      const value = (await (await post(url, talk, talk.body(history))).json()) as Body
      history.push(...talk.said(value), talk.result('call_1', 'CONTENT'))
      const failed = { error: { type: 'overloaded_error', code: null, message: 'Overloaded.' } }
      const written = stream
        ? failedEvents(talk.format, {}, failed).join('')
        : JSON.stringify(failedReply(talk.format, {}, failed))
      provider.instead = (_incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
        outgoing.end(written)
      }
      const answer = await post(url, talk, { ...talk.body(history), stream })
      expect(await answer.text()).toBe(written)
      expect(provider.asked).toHaveLength(2)
    },
  )

  it('an upstream that is gone in a later round is an error event of the stream', async () => {
    const { url, provider } = await startPair({
      tools: true,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    provider.reply = () => {
      provider.instead = ({ socket }) => void socket.destroy()
      return { parts: [{ text: 'Hm. ' }, look('call_x')] }
    }
    const answer = await post(url, talk, { ...talk.body([talk.user('Which line?')]), stream: true })
    const said = await answer.text()
    expect(said).toContain('Hm. ')
    expect(said).toContain('fovea could not get an answer from')
  })

  it('an error for which nothing can be left out is passed on as it came', async () => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    provider.window = 1
    const answer = await post(url, talk, talk.body([talk.user('Hi')]))
    expect(answer.status).toBe(400)
    expect(provider.asked).toHaveLength(1)
    expect(await answer.text()).toMatch(/too long|maximum context length|context window/)
  })
})

/** A call of the client, as its history has it. */
function callOf({ format }: Talk, id: string): readonly object[] {
  if (format === 'anthropic')
    return [{ role: 'assistant', content: [{ type: 'tool_use', id, name: 'bash', input: {} }] }]
  return format === 'openai-chat'
    ? [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{}' } }],
        },
      ]
    : [{ type: 'function_call', call_id: id, name: 'bash', arguments: '{}' }]
}

describe.each(talks)('our tools in $format', talk => {
  const sessionOptions = {
    window: 60_000,
    highWater: 6000,
    lowWater: 3000,
    shortenOutputs: { from: 3000, maxTokens: 800 },
  }
  const ours = ['bash', 'fovea_expand', 'fovea_search']

  it('come with the first epoch, and stay', async () => {
    const { url, provider } = await startPair({
      tools: true,
      sessions: undefined,
      workers: 0,
      session: sessionOptions,
    })
    let calls = 0
    provider.reply = body => ({ parts: [bash(`call_${calls++}`)], inputTokens: reported(talk, body) })
    const history: object[] = [talk.user('Read all logs.')]
    const seen: string[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const answer = await post(url, talk, talk.body(history))
      const hasTools = toolsIn(last(provider)).length > 1
      seen.push(`${answer.headers.get('x-fovea-action')} ${hasTools ? 'with' : 'without'}`)
      if (hasTools) expect(toolsIn(last(provider))).toEqual(ours)
      const value = (await answer.json()) as Body
      history.push(...talk.said(value), talk.result(talk.calls(value)[0]?.id ?? '', logOf(turn, 60)))
    }
    const first = seen.indexOf('epoch with')
    expect(first).toBeGreaterThan(2)
    expect(seen.slice(0, first).every(each => each === 'append without')).toBe(true)
    expect(seen.slice(first).every(each => each.endsWith(' with'))).toBe(true)
  })

  it('come at once with output that is shortened where nothing was sent before', async () => {
    const { url, provider } = await startPair({
      tools: true,
      sessions: undefined,
      workers: 0,
      session: sessionOptions,
    })
    const history = [talk.user('Build.'), ...callOf(talk, 'call_b'), talk.result('call_b', logOf(1, 400))]
    await post(url, talk, talk.body(history))
    expect(plainItems(last(provider))).toContain('[Shortened: ')
    expect(toolsIn(last(provider))).toEqual(ours)
  })

  it.each([
    ['is left whole where shortening does not pay for them', 220, 'append', false],
    ['is shortened where that pays for them, which is declared', 2000, 'epoch', true],
  ] as const)('new output %s', async (_, lines, action, isShortened) => {
    const { url, provider, proxy } = await startPair({
      tools: true,
      sessions: undefined,
      workers: 0,
      session: { ...sessionOptions, highWater: 100_000, window: 400_000 },
    })
    provider.isCounting = true
    provider.reply = body => ({ parts: [bash('call_b')], inputTokens: reported(talk, body) })
    const long = logOf(7, 150)
    const history = [talk.user(`Build. ${long}${long}`)]
    const value = (await (await post(url, talk, talk.body(history))).json()) as Body
    history.push(...talk.said(value), talk.result('call_b', logOf(1, lines)))
    const answer = await post(url, talk, talk.body(history))
    expect(answer.headers.get('x-fovea-action')).toBe(action)
    expect(plainItems(last(provider)).includes('[Shortened: ')).toBe(isShortened)
    expect(toolsIn(last(provider))).toEqual(isShortened ? ours : ['bash'])
    await eventually(() => proxy.status().requests === 2)
    const { tokens } = proxy.status()
    expect(tokens.sent).toBe(provider.counted.reduce((sum, each) => sum + each, 0))
  })

  it('that a model refuses are left out, and the session remembers', async () => {
    const store = memoryStore()
    const { url, provider, proxy } = await startPair({
      tools: true,
      store,
      sessions: undefined,
      workers: 0,
      session: sessionOptions,
    })
    provider.isCounting = true
    provider.reply = body =>
      toolsIn({ body }).length > 1
        ? { status: 400, error: "Invalid 'tools': array too long. Expected an array with maximum length 1." }
        : { parts: [{ text: 'Built.' }], inputTokens: reported(talk, body) }
    const history = [talk.user('Build.'), ...callOf(talk, 'call_b'), talk.result('call_b', logOf(1, 400))]
    const answer = await post(url, talk, talk.body(history))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-fovea-note')).toBe('tools-refused')
    expect(provider.asked.map(toolsIn)).toEqual([ours, ['bash']])
    history.push(...talk.said((await answer.json()) as Body), talk.user('And now?'))
    expect((await post(url, talk, talk.body(history))).status).toBe(200)
    expect(provider.asked).toHaveLength(3)
    await eventually(() => proxy.status().requests === 2)
    const { tokens } = proxy.status()
    expect(tokens.sent).toBe(provider.counted.reduce((sum, each) => sum + each, 0))
    // Another model may take them.
    await post(url, talk, talk.body(history, { model: 'other' }))
    expect(toolsIn(provider.asked[3] as Asked)).toEqual(ours)
  })
})

describe.each(talks)('an error in a later round of $format', talk => {
  const failing = (provider: Provider): void => {
    provider.reply = body =>
      JSON.stringify(body).includes('call_x')
        ? { status: 529, error: 'Overloaded, sorry.', errorType: 'overloaded_error' }
        : { parts: [{ text: 'Let me see. ' }, look('call_x')] }
  }

  it('keeps its type and its words in a stream', async () => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    failing(provider)
    const answer = await post(url, talk, talk.body([talk.user('Hi')], { stream: true }))
    const events = (await answer.text()).trim().split('\n\n')
    const event = JSON.parse(/^data: (.*)$/m.exec(events.at(-1) ?? '')?.[1] ?? '') as Body
    expect(event.error).toMatchObject({ type: 'overloaded_error', message: 'Overloaded, sorry.' })
    if (talk.format === 'openai-responses')
      expect(event).toMatchObject({ type: 'error', code: 'overloaded_error', message: 'Overloaded, sorry.' })
  })

  it('keeps its status, its headers and its body otherwise', async () => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    failing(provider)
    const answer = await post(url, talk, talk.body([talk.user('Hi')]))
    expect(answer.status).toBe(529)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toMatchObject({
      error: { type: 'overloaded_error', message: 'Overloaded, sorry.' },
    })
  })
})

const codings = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const

describe.each(talks)('an upstream of $format that compresses although it is asked not to', talk => {
  it.each(codings)('never shows the client our calls: %s', async (coding, pack) => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    provider.instead = (_, outgoing, { body }) => {
      const isLast = JSON.stringify(body).includes('call_x')
      const reply: Reply = {
        parts: isLast ? [{ text: 'Line 3.' }] : [{ text: 'Let me see. ' }, look('call_x')],
      }
      const isStreamed = body.stream === true
      const text = isStreamed
        ? streamedReply(talk.format, body, reply).join('')
        : JSON.stringify(wholeReply(talk.format, body, reply))
      outgoing.writeHead(200, {
        'content-type': isStreamed ? 'text/event-stream' : 'application/json',
        'content-encoding': coding,
      })
      outgoing.end(pack(text))
    }
    for (const stream of [false, true]) {
      const answer = await post(url, talk, talk.body([talk.user('Hi')], { stream }))
      expect(answer.headers.get('content-encoding')).toBeNull()
      const seen = await answer.text()
      expect(seen).not.toContain('call_x')
      expect(seen).toMatch(stream ? /Line 3/ : /Let me see\. .*Line 3\./s)
    }
    expect(provider.asked).toHaveLength(4)
  })
})
