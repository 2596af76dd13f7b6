import { request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProxy } from '../../../src/doors/proxy/index.ts'
import { fixedSessions } from './fixed-sessions.ts'
import { eventually, startPair } from './start-proxy.ts'

const question = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
}

/** With the raw bytes of the answer, which `fetch` would decode. */
function ask(
  url: string,
  method: string,
  headers: readonly string[],
  body?: string | Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const request = httpRequest(url, { method, headers: ['Host', host, ...headers], agent: false })
    request.on('error', reject)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers, rawHeaders } = response
        resolve({ status: statusCode, headers, rawHeaders, bytes: Buffer.concat(chunks) })
      })
    })
    request.end(body)
  })
}

const post = (url: string, body: unknown, headers: readonly string[] = []): Promise<Answer> =>
  ask(url, 'POST', ['Content-Type', 'application/json', ...headers], JSON.stringify(body))

describe('requests that are no conversation', () => {
  it.each([
    ['GET', '/v1/models?limit=2&after=%2Fa%20b'],
    ['HEAD', '/v1/models'],
    ['OPTIONS', '/v1/messages'],
    ['DELETE', '/v1/files/file-1'],
    ['GET', '/v1/responses/resp_1?include=a'],
    ['POST', '/v1/threads/t_1/messages'],
  ])('%s %s goes through as it is', async (method, path) => {
    const { url, provider } = await startPair()
    const answer = await ask(url + path, method, ['X-Mixed-Case', 'yes', 'Authorization', 'Bearer key'])
    expect(answer.status).toBe(200)
    expect(answer.headers['x-fovea']).toBeUndefined()
    expect(provider.asked[0]).toMatchObject({ method, url: path })
    expect(provider.asked[0]?.rawHeaders).toEqual(
      expect.arrayContaining(['X-Mixed-Case', 'yes', 'Authorization', 'Bearer key']),
    )
    expect(provider.asked[0]?.headers.host).toBe(new URL(provider.url).host)
  })

  it('carry their bodies, whatever they are', async () => {
    const { url, provider } = await startPair()
    const bytes = Buffer.from([0, 1, 2, 254, 255])
    await ask(
      `${url}/v1/files`,
      'POST',
      ['Content-Type', 'application/octet-stream', 'Content-Length', '5'],
      bytes,
    )
    await ask(`${url}/v1/files`, 'PUT', ['Transfer-Encoding', 'chunked'], bytes)
    expect(provider.asked.map(({ bytes: seen }) => seen)).toEqual([bytes, bytes])
    expect(provider.asked[0]?.headers['content-length']).toBe('5')
  })
})

describe('headers', () => {
  it('of one connection stay on it, and those of the message go on, repeated ones too', async () => {
    const { url, provider } = await startPair()
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(418, 'Short And Stout', [
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Private', 'p', 'Connection', 'X-Private'],
        ...['request-id', 'req_7', 'anthropic-ratelimit-tokens-remaining', '9'],
      ])
      outgoing.end('{}')
    }
    const answer = await post(`${url}/v1/messages`, question, [
      ...['Connection', 'keep-alive, X-Hop', 'X-Hop', '1', 'TE', 'trailers', 'Proxy-Authorization', 'secret'],
      ...['anthropic-beta', 'one', 'anthropic-beta', 'two', 'x-fovea', 'on'],
    ])
    const seen = provider.asked[0]?.headers ?? {}
    expect(seen['x-hop']).toBeUndefined()
    expect(seen.te).toBeUndefined()
    expect(seen['proxy-authorization']).toBeUndefined()
    expect(seen['x-fovea']).toBeUndefined()
    expect(seen['anthropic-beta']).toBe('one, two')
    expect(answer.status).toBe(418)
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(answer.headers['x-private']).toBeUndefined()
    expect(answer.headers['request-id']).toBe('req_7')
    expect(answer.headers['anthropic-ratelimit-tokens-remaining']).toBe('9')
  })

  it('report what was saved', async () => {
    const sessions = fixedSessions(body => ({ ...body, messages: [{ role: 'user', content: 'H' }] }))
    const { url, provider } = await startPair({ sessions })
    const { headers } = await post(`${url}/v1/messages`, question)
    expect(headers).toMatchObject({
      'x-fovea': 'compressed',
      'x-fovea-session': 'session-1',
      'x-fovea-action': 'append',
      'x-fovea-saved-tokens': '1',
    })
    expect(provider.asked[0]?.body.messages).toEqual([{ role: 'user', content: 'H' }])
    expect(provider.asked[0]?.headers['content-length']).toBe(String(provider.asked[0]?.bytes.length))
  })
})

describe('upstreams', () => {
  it('are recognised by the path and the headers', async () => {
    const other = await startPair()
    const { url, provider } = await startPair({ anthropicUpstream: other.provider.url })
    await post(`${url}/v1/messages`, question)
    await post(`${url}/v1/messages/count_tokens`, question)
    await ask(`${url}/v1/models`, 'GET', ['anthropic-version', '2023-06-01'])
    await ask(`${url}/v1/models`, 'GET', [])
    await post(`${url}/v1/chat/completions`, question)
    expect(other.provider.asked.map(({ url: path }) => path)).toEqual([
      '/v1/messages',
      '/v1/messages/count_tokens',
      '/v1/models',
    ])
    expect(provider.asked.map(({ url: path }) => path)).toEqual(['/v1/models', '/v1/chat/completions'])
  })

  it('keep their own path and query, and say a version once', async () => {
    const { provider } = await startPair()
    for (const [base, path, expected] of [
      ['/api', '/v1/models', '/api/v1/models'],
      ['/api/v1', '/v1/models', '/api/v1/models'],
      ['/api/v1/', '/models?x=1', '/api/v1/models?x=1'],
      ['/api?version=2', '/models', '/api/models?version=2'],
      ['/api?version=2', '/models?x=1', '/api/models?version=2&x=1'],
    ] as const) {
      const proxy = createProxy({ upstream: provider.url + base, sessions: fixedSessions() })
      const { url } = await proxy.listen({ port: 0 })
      await ask(url + path, 'GET', [])
      expect(provider.asked.at(-1)?.url).toBe(expected)
      await proxy.close()
    }
  })

  it.each(['ftp://host', 'not a url', 'https://name:password@host'])('%s is refused', upstream => {
    expect(() => createProxy({ upstream, sessions: fixedSessions() })).toThrow(/is no upstream/)
    try {
      createProxy({ upstream, sessions: fixedSessions() })
    } catch (error) {
      expect(String(error)).not.toContain('password@')
    }
  })

  it('that cannot be reached are named in the answer', async () => {
    const { provider } = await startPair()
    await provider.close()
    const proxy = createProxy({ upstream: provider.url, sessions: fixedSessions() })
    const { url } = await proxy.listen({ port: 0 })
    const answer = await post(`${url}/v1/messages`, question)
    expect(answer.status).toBe(502)
    expect(JSON.parse(answer.bytes.toString()).error.message).toBe(
      `fovea could not get an answer from ${new URL(provider.url).host}: ECONNREFUSED. Is it running, and the right upstream of this proxy?`,
    )
    await proxy.close()
  })

  it('that speak no TLS are named with what to do', async () => {
    const { provider } = await startPair()
    const proxy = createProxy({
      upstream: provider.url.replace('http:', 'https:'),
      sessions: fixedSessions(),
    })
    const { url } = await proxy.listen({ port: 0 })
    const answer = await post(`${url}/v1/messages`, question)
    expect(JSON.parse(answer.bytes.toString()).error.message).toMatch(
      /EPROTO. No TLS connection could be made: does its address begin with http:\/\/\?$/,
    )
    await proxy.close()
  })

  it('that are such a proxy too do not add to our headers', async () => {
    const inner = await startPair()
    const { url } = await startPair({ upstream: inner.url })
    const { headers } = await post(`${url}/v1/messages`, question)
    expect(headers['x-fovea']).toBe('unchanged')
    const off = await ask(
      `${url}/v1/messages`,
      'POST',
      ['content-type', 'application/json', 'x-fovea', 'off'],
      JSON.stringify(question),
    )
    expect(off.headers['x-fovea']).toBe('off')
  })

  it('that stay silent are given up', async () => {
    const { url, provider } = await startPair({ upstreamTimeoutMs: 60 })
    provider.instead = () => {}
    expect((await post(`${url}/v1/messages`, question)).status).toBe(504)
    await eventually(() => provider.aborted === 1)
  })

  it('that close a kept connection are asked again', async () => {
    const { url, provider } = await startPair()
    await post(`${url}/v1/messages`, question)
    let isFirst = true
    provider.instead = (incoming, outgoing) => {
      if (isFirst) incoming.socket.destroy()
      else outgoing.writeHead(200, { 'content-type': 'text/plain' }).end('again')
      isFirst = false
    }
    expect((await post(`${url}/v1/messages`, question)).bytes.toString()).toBe('again')
  })

  it('that close all kept connections are asked again on a new one', async () => {
    const { url, provider } = await startPair()
    const used = new WeakSet<object>()
    const waiting: (() => void)[] = []
    let together = 3
    provider.instead = ({ socket }, outgoing) => {
      if (used.has(socket)) return void socket.destroy()
      used.add(socket)
      waiting.push(() => outgoing.writeHead(200, { 'content-type': 'text/plain' }).end('new'))
      if (waiting.length >= together) for (const answer of waiting.splice(0)) answer()
    }
    await Promise.all(Array.from({ length: together }, () => post(`${url}/v1/messages`, question)))
    together = 1
    expect((await post(`${url}/v1/messages`, question)).bytes.toString()).toBe('new')
  })
})

describe('encodings', () => {
  const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }

  it.each(Object.entries(encoders))(
    'a body in %s is read, and sent on as it came where nothing changes',
    async (coding, encode) => {
      const sessions = fixedSessions()
      const { url, provider } = await startPair({ sessions })
      const bytes = encode(Buffer.from(JSON.stringify(question)))
      await ask(`${url}/v1/messages`, 'POST', ['Content-Encoding', coding], bytes)
      expect(sessions.steps).toBe(1)
      expect(provider.asked[0]?.bytes).toEqual(bytes)
      expect(provider.asked[0]?.headers['content-encoding']).toBe(coding)
    },
  )

  it.each(Object.entries(encoders))(
    'a body in %s goes out plain where it changes',
    async (coding, encode) => {
      const { url, provider } = await startPair({ sessions: fixedSessions(body => ({ ...body, top_p: 1 })) })
      await ask(
        `${url}/v1/messages`,
        'POST',
        ['Content-Encoding', coding],
        encode(Buffer.from(JSON.stringify(question))),
      )
      expect(provider.asked[0]?.headers['content-encoding']).toBeUndefined()
      expect(provider.asked[0]?.bytes.toString()).toBe(JSON.stringify({ ...question, top_p: 1 }))
    },
  )

  it.each([
    ['an encoding nobody knows', 'snappy', Buffer.from('x')],
    ['bytes that are not what they claim', 'gzip', Buffer.from('no gzip')],
  ])('%s is sent on as it came, with a note', async (_, coding, bytes) => {
    const { url, provider } = await startPair()
    const answer = await ask(`${url}/v1/messages`, 'POST', ['Content-Encoding', coding], bytes)
    expect(answer.status).toBe(400)
    expect(answer.headers['x-fovea-note']).toBe('unreadable-body')
    expect(provider.asked[0]?.bytes).toEqual(bytes)
  })

  it('of an answer stay as they are, and its usage is read all the same', async () => {
    const sessions = fixedSessions()
    const { url } = await startPair({ sessions })
    const answer = await post(`${url}/v1/messages`, question, ['Accept-Encoding', 'gzip'])
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    await eventually(() => sessions.usages.length === 1)
    expect(sessions.usages[0]).toMatchObject({
      session: 'session-1',
      usage: { inputTokens: 170, cachedTokens: 60, writtenTokens: 10, outputTokens: 20 },
    })
  })
})

describe('compression never fails a request', () => {
  /** Nobody waits for the seconds that it may take. */
  const neverEnds = (): Promise<never> => {
    const passing = setInterval(() => vi.advanceTimersByTime(1000), 20)
    onTestFinished(() => clearInterval(passing))
    return new Promise(() => {})
  }
  const cases: readonly (readonly [string, () => Promise<Record<string, unknown>>, string])[] = [
    ['throws', () => Promise.reject(new Error('broken')), 'compression-failed'],
    ['never ends', neverEnds, 'compression-timeout'],
    ['gives something that no JSON can say', async () => ({ value: 1n }), 'compression-failed'],
  ]
  it.each(cases)('where it %s', async (_, change, note) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { url, provider } = await startPair({ sessions: fixedSessions(change), compressionTimeoutMs: 40 })
    const answer = await post(`${url}/v1/messages`, question)
    expect(answer.status).toBe(200)
    expect(answer.headers['x-fovea-note']).toBe(note)
    expect(provider.asked[0]?.bytes.toString()).toBe(JSON.stringify(question))
  })

  it('waits for it however large the timeout is', async () => {
    const slow = async <Request>(request: Request): Promise<Request> => {
      await new Promise(resolve => setTimeout(resolve, 50))
      return request
    }
    const { url } = await startPair({ sessions: fixedSessions(slow), compressionTimeoutMs: 1e10 })
    const answer = await post(`${url}/v1/messages`, question)
    expect(answer.headers['x-fovea-note']).toBeUndefined()
  })

  it.each(['not json', '[]', '"text"', ''])('where the body is %j', async body => {
    const { url, provider } = await startPair()
    const answer = await ask(`${url}/v1/messages`, 'POST', [], body)
    expect(provider.asked[0]?.bytes.toString()).toBe(body)
    expect(answer.headers['x-fovea-note']).toBe('unreadable-body')
  })

  it('where the body is larger than the limit: it goes through as it is', async () => {
    const sessions = fixedSessions()
    const { url, provider } = await startPair({ sessions, maxBodyBytes: 100_000 })
    const large = { ...question, messages: [{ role: 'user', content: 'x'.repeat(3_000_000) }] }
    const answer = await post(`${url}/v1/messages`, large)
    expect(answer.status).toBe(200)
    expect(answer.headers['x-fovea-note']).toBe('large-body')
    expect(sessions.steps).toBe(0)
    expect(provider.asked[0]?.bytes.toString()).toBe(JSON.stringify(large))
  })

  it('and x-fovea: off leaves it out', async () => {
    const sessions = fixedSessions(() => ({}))
    const { url, provider } = await startPair({ sessions })
    const answer = await post(`${url}/v1/messages`, question, ['x-fovea', 'off'])
    expect(sessions.steps).toBe(0)
    expect(answer.headers['x-fovea']).toBe('off')
    expect(provider.asked[0]?.bytes.toString()).toBe(JSON.stringify(question))
  })
})

describe('a request that changes', () => {
  it('keeps numbers that no double can hold, and keys named __proto__', async () => {
    const { url, provider } = await startPair({ sessions: fixedSessions(body => ({ ...body, model: 'n' })) })
    const text =
      '{"model":"m","messages":[{"role":"user","content":"12345678901234567890"}],"seed":12345678901234567890,"metadata":{"__proto__":{"a":1},"cost":0.12345678901234567890}}'
    await ask(`${url}/v1/chat/completions`, 'POST', [], text)
    expect(provider.asked[0]?.bytes.toString()).toBe(text.replace('"model":"m"', '"model":"n"'))
  })

  it('is counted as it will be sent', async () => {
    const sessions = fixedSessions(body => ({ ...body, messages: [{ role: 'user', content: 'H' }] }))
    const { url, provider, proxy } = await startPair({ sessions })
    await post(`${url}/v1/messages/count_tokens`, question)
    await post(`${url}/v1/messages`, question)
    expect(provider.asked[0]?.bytes).toEqual(provider.asked[1]?.bytes)
    await eventually(() => proxy.status().requests === 2)
    expect(proxy.status()).toMatchObject({ conversations: 1, tokens: { saved: 1 } })
    expect(sessions).toMatchObject({ steps: 1, dryRuns: 1 })
  })
})

describe('the next epoch', () => {
  it('is prepared when a conversation has its answer, and not for counts, errors and the rest', async () => {
    const sessions = fixedSessions()
    const { url, provider, proxy } = await startPair({ sessions })
    await post(`${url}/v1/messages/count_tokens`, question)
    await ask(`${url}/v1/models`, 'GET', [], '')
    provider.reply = () => ({ status: 529, error: 'overloaded' })
    await post(`${url}/v1/messages`, question)
    await eventually(() => proxy.status().requests === 3)
    expect(sessions.prepared).toEqual([])
    provider.reply = () => ({ parts: [{ text: 'Hello.' }] })
    await post(`${url}/v1/messages`, question)
    await eventually(() => sessions.prepared.length > 0)
    expect(sessions.prepared).toEqual(['session-1'])
  })

  it('that cannot be prepared is nobody else’s trouble', async () => {
    const sessions = { ...fixedSessions(), prepare: () => Promise.reject(new Error('no')) }
    const { url, proxy } = await startPair({ sessions })
    expect((await post(`${url}/v1/messages`, question)).status).toBe(200)
    expect((await post(`${url}/v1/messages`, question)).status).toBe(200)
    await eventually(() => proxy.status().requests === 2)
    expect(proxy.status().failures).toBe(0)
  })
})

describe('a port', () => {
  it('that is in use is named, with what to do', async () => {
    const { url } = await startPair()
    const proxy = createProxy({ sessions: fixedSessions() })
    await expect(proxy.listen({ port: Number(new URL(url).port) })).rejects.toThrow(
      /^Port \d+ on 127\.0\.0\.1 is in use; name another with --port, or 0 for any that is free\.$/,
    )
    await proxy.close()
  })
})
