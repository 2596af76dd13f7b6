import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { type EndpointSummarizerOptions, endpointSummarizer } from '../../src/models/endpoint-models.ts'
import type { SummaryContext } from '../../src/models/model.ts'
import { summarizeAll } from '../../src/models/summarize-all.ts'
import { localEndpoint } from './local-endpoint.ts'
import { wordCounter as counter } from './word-counter.ts'

const apiKey = 'sk-very-secret-0123456789'
const context: SummaryContext = { role: 'user', maxTokens: 700, signal: new AbortController().signal }

const completion = (content: unknown, finish_reason = 'stop') => ({
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
})
const message = (text: string, stop_reason = 'end_turn') => ({
  type: 'message',
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text },
  ],
  stop_reason,
})

/** What the summarizer throws; fails where it does not throw a `FoveaError`. */
async function failureOf(options: Omit<EndpointSummarizerOptions, 'model'>, signal = context.signal) {
  const error: unknown = await Promise.resolve(
    endpointSummarizer({ model: 'small', ...options })('A long story.', { ...context, signal }),
  ).then(
    answer => answer,
    (reason: unknown) => reason,
  )
  if (!FoveaError.isInstance(error)) throw new Error(`no error but ${String(error)}`)
  return error
}

describe('endpointSummarizer', () => {
  it('speaks to an OpenAI-compatible endpoint', async () => {
    await using endpoint = await localEndpoint(() => ({ body: completion('It broke.') }))
    const summarizer = endpointSummarizer({ url: endpoint.url, model: 'small', kind: 'openai', apiKey })
    expect(await summarizer('A long story.', context)).toBe('It broke.')
    const [received, ...others] = endpoint.received
    expect(others).toEqual([])
    expect(received).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: { model: 'small', max_tokens: 1400, messages: [{ role: 'system' }, { role: 'user' }] },
    })
    expect(JSON.stringify(received?.body)).toContain('A long story.')
  })

  it('speaks to a Gemini endpoint', async () => {
    const candidate = (finishReason: string, ...parts: readonly object[]) => ({
      candidates: [{ content: { role: 'model', parts }, finishReason }],
      usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 4, thoughtsTokenCount: 9 },
    })
    await using endpoint = await localEndpoint(() => ({
      body: candidate('STOP', { text: 'hm', thought: true }, { text: 'It ' }, { text: 'broke.' }),
    }))
    for (const [url, path] of [
      [endpoint.url, '/v1beta/models/small:generateContent'],
      [`${endpoint.url}/v1/`, '/v1/models/small:generateContent'],
      [`${endpoint.url}/v1/models/small:generateContent`, '/v1/models/small:generateContent'],
    ] as const) {
      const summarizer = endpointSummarizer({ url, model: 'models/small', kind: 'gemini', apiKey })
      expect(await summarizer('A long story.', context)).toBe('It broke.')
      expect(endpoint.received.at(-1)).toMatchObject({
        path,
        headers: { 'x-goog-api-key': apiKey },
        body: { generationConfig: { maxOutputTokens: 1400 }, contents: [{ role: 'user' }] },
      })
    }
    for (const [body, why] of [
      [candidate('MAX_TOKENS', { text: 'It' }), 'ran into the output limit'],
      [candidate('SAFETY'), 'refused to answer'],
      [{ promptFeedback: { blockReason: 'SAFETY' } }, 'refused to answer'],
      [{ error: 'no' }, 'without a message'],
    ] as const) {
      await using failing = await localEndpoint(() => ({ body }))
      expect((await failureOf({ url: failing.url, kind: 'gemini' })).message).toContain(why)
    }
  })

  it('speaks to an Anthropic endpoint', async () => {
    await using endpoint = await localEndpoint(() => ({ body: message('It broke.') }))
    const summarizer = endpointSummarizer({ url: endpoint.url, model: 'small', kind: 'anthropic', apiKey })
    expect(await summarizer('A long story.', context)).toBe('It broke.')
    expect(endpoint.received[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      body: { model: 'small', max_tokens: 1400, messages: [{ role: 'user' }] },
    })
    expect(endpoint.received[0]?.body.system).toContain('The piece is material')
  })

  it('sends no key where there is none, further headers and fields where there are', async () => {
    await using endpoint = await localEndpoint(() => ({
      body: completion([{ type: 'text', text: 'In parts.' }]),
    }))
    const summarizer = endpointSummarizer({
      url: endpoint.url,
      model: 'small',
      kind: 'openai',
      headers: { 'x-team': 'blue' },
      settings: { temperature: 0, max_tokens: undefined, max_completion_tokens: 5 },
    })
    expect(await summarizer('A long story.', context)).toBe('In parts.')
    const { headers, body } = endpoint.received[0] ?? {}
    expect(headers?.authorization).toBeUndefined()
    expect(headers?.['x-team']).toBe('blue')
    expect(body).toMatchObject({ temperature: 0, max_completion_tokens: 5 })
    expect(body).not.toHaveProperty('max_tokens')
  })

  it.each([
    ['openai', '', '/v1/chat/completions'],
    ['openai', '/', '/v1/chat/completions'],
    ['openai', '/api/v1', '/api/v1/chat/completions'],
    ['openai', '/api/v1/', '/api/v1/chat/completions'],
    ['openai', '/v1/chat/completions', '/v1/chat/completions'],
    ['openai', '/deployments/x?api-version=1', '/deployments/x/chat/completions?api-version=1'],
    ['anthropic', '', '/v1/messages'],
    ['anthropic', '/v1', '/v1/messages'],
    ['anthropic', '/proxy/v1/messages', '/proxy/v1/messages'],
  ] as const)('for %s finds its way from %j to %s', async (kind, path, expected) => {
    await using endpoint = await localEndpoint(() => ({ body: { ...completion('x'), ...message('x') } }))
    await endpointSummarizer({ url: endpoint.url + path, model: 'small', kind })('A long story.', context)
    expect(endpoint.received[0]?.path).toBe(expected)
  })

  it('names the limit as OpenAI wants it named', async () => {
    const bodies: Record<string, unknown>[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return Response.json(completion('x'))
    }
    for (const host of ['api.openai.com', 'mine.openai.azure.com', 'notopenai.com'])
      await endpointSummarizer({ url: `https://${host}`, model: 'small', kind: 'openai', fetch })(
        'text',
        context,
      )
    expect(bodies.map(body => 'max_completion_tokens' in body)).toEqual([true, true, false])
  })

  it('says the status and how the answer begins', async () => {
    const body = `{"error": "slow\n down", "rest": "${'x'.repeat(5000)}"}`
    await using endpoint = await localEndpoint(() => ({ status: 429, body }))
    const error = await failureOf({ url: endpoint.url, kind: 'openai', apiKey })
    expect(error.message).toContain(`${endpoint.url}/v1/chat/completions answered 429: {"error": "slow down"`)
    expect(error.message.length).toBeLessThan(450)
    expect(error.cause).toMatchObject({ status: 429 })
  })

  it('asks again when a busy endpoint says when, and fails where that is too late', async () => {
    let refusals = 0
    await using busy = await localEndpoint(() => {
      refusals += 1
      return refusals > 2
        ? { body: completion('Short.') }
        : { status: refusals === 1 ? 429 : 529, headers: { 'retry-after': '0' } }
    })
    const ask = endpointSummarizer({ url: busy.url, model: 'small', kind: 'openai' })
    expect(await ask('text', context)).toBe('Short.')
    await using later = await localEndpoint(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    const error = await failureOf({ url: later.url, kind: 'openai' })
    expect([error.cause, later.received.length]).toMatchObject([{ status: 429 }, 1])
  })

  it('waits for a busy endpoint no longer than its caller, nor longer for several refusals than for one', async () => {
    const refusal = (seconds: string) =>
      new Response('Busy.', { status: 429, headers: { 'retry-after': seconds } })
    const url = 'https://example.com'
    const caller = new AbortController()
    const stop = async () => {
      setTimeout(() => caller.abort())
      return refusal('20')
    }
    const aborted = await failureOf({ url, kind: 'openai', fetch: stop }, caller.signal)
    expect(aborted.cause).toMatchObject({ status: 429 })
    const waits = ['0.01', '20']
    const fetch = async () => refusal(waits.shift() ?? '')
    const error = await failureOf({ url, kind: 'openai', fetch })
    expect([error.cause, waits]).toMatchObject([{ status: 429 }, []])
  })

  it.each([
    ['no JSON', '<html>hello</html>', 'without a message: <html>hello'],
    ['other JSON', { ok: true }, 'without a message: {"ok":true}'],
    ['an empty answer', '', 'without a message'],
    ['half an answer', completion('It', 'length'), 'ran into the output limit'],
    ['a refusal', { choices: [{ message: { content: null, refusal: 'no' } }] }, 'refused'],
  ])('fails on %s', async (_, body, why) => {
    await using endpoint = await localEndpoint(() => ({ body }))
    expect((await failureOf({ url: endpoint.url, kind: 'openai' })).message).toContain(why)
  })

  it.each([
    ['other JSON', { ok: true }, 'without a message'],
    ['half an answer', message('It', 'max_tokens'), 'ran into the output limit'],
    ['a refusal', message('', 'refusal'), 'refused'],
  ])('fails on %s of Anthropic', async (_, body, why) => {
    await using endpoint = await localEndpoint(() => ({ body }))
    expect((await failureOf({ url: endpoint.url, kind: 'anthropic' })).message).toContain(why)
  })

  it('never shows the key, whoever repeats it', async () => {
    const filler = 'x'.repeat(290)
    await using endpoint = await localEndpoint(({ headers }) => ({
      status: 401,
      body: `wrong key ${apiKey} ${headers.authorization} ${filler} ${apiKey}`,
    }))
    const query = 'token-in-the-query'
    const broken = `${apiKey}\n${apiKey}`
    const throwing: typeof globalThis.fetch = (url, init) =>
      Promise.reject(
        new Error(`cannot send ${String(url)} ${JSON.stringify(init)}`, { cause: new Error(apiKey) }),
      )
    const errors = [
      await failureOf({ url: `${endpoint.url}?key=${query}`, kind: 'openai', apiKey }),
      await failureOf({ url: `${endpoint.url}?key=${query}`, kind: 'openai', apiKey, fetch: throwing }),
      await failureOf({ url: endpoint.url, kind: 'anthropic', headers: { 'x-other': apiKey } }),
      await failureOf({ url: endpoint.url, kind: 'openai', apiKey: broken }),
      await failureOf({ url: endpoint.url, kind: 'openai', apiKey: `${apiKey}\n` }),
      await failureOf({ url: endpoint.url, kind: 'openai', headers: { authorization: `Bearer ${apiKey}` } }),
    ]
    for (const error of errors) {
      const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`
      expect(shown).not.toContain('sk-very')
      expect(shown).not.toContain(query)
    }
    expect(errors[0]?.message).toContain('answered 401: wrong key [secret] Bearer [secret]')
  })

  it('says why an endpoint cannot be reached', async () => {
    const endpoint = await localEndpoint(() => ({}))
    await endpoint[Symbol.asyncDispose]()
    const error = await failureOf({ url: endpoint.url, kind: 'openai', apiKey })
    expect(error.message).toContain('/v1/chat/completions could not be reached: fetch failed')
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('says that an endpoint broke off after it was asked, which may have cost tokens', async () => {
    const endpoint = await localEndpoint(() => {
      setImmediate(() => endpoint[Symbol.asyncDispose]())
      return { hang: true }
    })
    const error = await failureOf({ url: endpoint.url, kind: 'openai', apiKey })
    expect(error.message).toContain('/v1/chat/completions broke off its answer: fetch failed')
    expect(error.cause).not.toHaveProperty('usage')
  })

  it('does not carry the key to where it is redirected', async () => {
    await using elsewhere = await localEndpoint(() => ({ body: completion('caught') }))
    await using endpoint = await localEndpoint(() => ({ status: 307, headers: { location: elsewhere.url } }))
    const error = await failureOf({ url: endpoint.url, kind: 'anthropic', apiKey })
    expect(error.message).toContain('could not be reached')
    expect(elsewhere.received).toEqual([])
  })

  it('stops waiting when nobody else does', async () => {
    await using endpoint = await localEndpoint(() => ({ hang: true }))
    const summarizer = endpointSummarizer({ url: endpoint.url, model: 'small', kind: 'openai' })
    const text = 'a long story of many words'
    const { outcomes } = await summarizeAll([{ key: 'k', text, role: 'user' }], {
      summarizer,
      counter,
      timeoutMs: 100,
    })
    expect(outcomes).toEqual([{ key: 'k', outcome: 'timed-out', why: 'no answer within 100 ms' }])
    const error = await failureOf({ url: endpoint.url, kind: 'openai' }, AbortSignal.timeout(50))
    expect(error.message).toContain('could not be reached')
  })

  it('leaves out what a local model thinks aloud', async () => {
    await using endpoint = await localEndpoint(() => ({ body: completion('<think>hm</think>It broke.') }))
    const summarizer = endpointSummarizer({ url: endpoint.url, model: 'small', kind: 'openai' })
    expect(await summarizer('A long story.', context)).toBe('It broke.')
  })

  it.each([
    [{ url: 'localhost:11434', model: 'm', kind: 'openai' }, 'http or https'],
    [{ url: 'not a url', model: 'm', kind: 'openai' }, 'http or https'],
    [{ url: 'https://me:secret@example.com', model: 'm', kind: 'openai' }, 'apiKey'],
    [{ url: 'https://example.com', model: '', kind: 'openai' }, 'model must name'],
    [{ url: 'https://example.com', model: 'm', kind: 'telepathy' as 'openai' }, 'kind must be'],
  ] as const)('refuses %j', (options, why) => {
    expect(() => endpointSummarizer(options)).toThrow(why)
  })
})
