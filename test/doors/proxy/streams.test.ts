import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fixedSessions } from './fixed-sessions.ts'
import type { Body } from './provider-double.ts'
import { type Part, streamedReply } from './provider-replies.ts'
import { eventually, startPair } from './start-proxy.ts'

/** With a tool, in any dialect: ours are added behind it. */
const question = {
  model: 'm',
  max_tokens: 5,
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ type: 'function', name: 'read', function: { name: 'read' } }],
}
const parts: readonly Part[] = [
  { thinking: 'Let me see 🤔' },
  { text: 'Grüße, 世界 👋\nsecond line' },
  { call: { id: 'call_1', name: 'read', input: { path: 'a.ts' } } },
]

const post = (url: string, body: Body, more: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), ...more })

describe.each([
  ['anthropic', '/v1/messages', { inputTokens: 170, cachedTokens: 60, writtenTokens: 10, outputTokens: 20 }],
  ['openai-chat', '/v1/chat/completions', { inputTokens: 100, cachedTokens: 60, outputTokens: 20 }],
  ['openai-responses', '/v1/responses', { inputTokens: 100, cachedTokens: 60, outputTokens: 20 }],
] as const)('a stream of %s', (format, path, usage) => {
  const events = streamedReply(format, { model: 'm', stream_options: { include_usage: true } }, { parts })
  const whole = Buffer.from(events.join(''))
  const body = { ...question, input: question.messages }

  it.each([false, true])('arrives byte for byte, with tools: %s', async tools => {
    const sessions = fixedSessions()
    const { url, provider } = await startPair({ sessions, tools })
    provider.instead = async (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      // In pieces that respect neither events nor characters.
      for (let at = 0; at < whole.length; at += 13) {
        outgoing.write(whole.subarray(at, at + 13))
        if (at % 130 === 0) await new Promise(resolve => setImmediate(resolve))
      }
      outgoing.end()
    }
    const answer = await post(url + path, body)
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(whole.toString())
    await eventually(() => sessions.usages.length === 1)
    expect(sessions.usages[0]?.usage).toMatchObject(usage)
  })

  it.each([false, true])(
    'is not held back: each event is there before the next is sent, with tools: %s',
    async tools => {
      const { url, provider } = await startPair({ tools })
      let next: (() => void) | undefined
      provider.instead = async (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const event of events) {
          outgoing.write(event)
          await new Promise<void>(resolve => {
            next = resolve
          })
        }
        outgoing.end()
      }
      const answer = await post(url + path, body)
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
      const isEnding = (event: string): boolean =>
        /"type":"(?:message_delta|message_stop|response.completed)"|"finish_reason":"|\[DONE\]|"choices":\[\]/.test(
          event,
        )
      let seen = ''
      for (const [index, event] of events.entries()) {
        // With tools, the last word waits until it is clear that there is nothing to look up.
        const isHeld = tools && isEnding(event)
        while (!isHeld && !seen.endsWith(event)) {
          const { value } = await reader.read()
          seen += Buffer.from(value ?? []).toString()
        }
        if (!isHeld) expect(seen).toBe(events.slice(0, index + 1).join(''))
        await eventually(() => next !== undefined)
        next?.()
        next = undefined
      }
      for (let step = await reader.read(); !step.done; step = await reader.read())
        seen += Buffer.from(step.value).toString()
      expect(seen).toBe(events.join(''))
    },
  )

  it('that is compressed stays compressed, and is read for its usage all the same', async () => {
    const sessions = fixedSessions()
    const { url, provider } = await startPair({ sessions })
    const packed = gzipSync(whole)
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      outgoing.end(packed)
    }
    const answer = await post(url + path, body)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.text()).toBe(whole.toString())
    await eventually(() => sessions.usages.length === 1)
    expect(sessions.usages[0]?.usage).toMatchObject(usage)
  })

  it.each([false, true])('that the upstream breaks off is broken off, with tools: %s', async tools => {
    const { url, provider, proxy } = await startPair({ tools })
    provider.instead = (incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(events[0] as string)
      setTimeout(() => incoming.socket.destroy(), 20)
    }
    const answer = await post(url + path, body)
    await expect(answer.text()).rejects.toThrow()
    await eventually(() => proxy.status().requests === 1)
    expect(proxy.status().recent[0]).toMatchObject({ status: 502, notes: ['upstream-broke-off'] })
    expect(proxy.status()).toMatchObject({ failures: 1, left: 0 })
  })

  it.each([false, true])('that the client leaves is ended upstream, with tools: %s', async tools => {
    const { url, provider, proxy } = await startPair({ tools })
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(events[0] as string)
    }
    const controller = new AbortController()
    const answer = await post(url + path, body, { signal: controller.signal })
    expect(answer.status).toBe(200)
    controller.abort()
    await eventually(() => provider.aborted === 1)
    await eventually(() => proxy.status().requests === 1)
    expect(proxy.status().recent[0]?.status).toBe(499)
  })
})

describe('a client', () => {
  it('that leaves before there is an answer ends the request', async () => {
    const { url, provider } = await startPair()
    provider.instead = () => {}
    const controller = new AbortController()
    const asked = post(`${url}/v1/messages`, question, { signal: controller.signal })
    await eventually(() => provider.asked.length === 1)
    controller.abort()
    await expect(asked).rejects.toThrow()
    await eventually(() => provider.aborted === 1)
  })

  it('that leaves in the midst of its request harms nobody', async () => {
    const { url, provider } = await startPair()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"mod')
    await new Promise(resolve => setTimeout(resolve, 30))
    socket.destroy()
    expect((await post(`${url}/v1/messages`, { ...question, stream: false })).status).toBe(200)
    expect(provider.asked).toHaveLength(1)
  })

  it.each([false, true])('that stops reading and leaves frees the upstream, with tools: %s', async tools => {
    const { url, provider, proxy } = await startPair({ tools })
    const event = `data: {"x":"${'x'.repeat(65_500)}"}\n\n`
    provider.instead = async (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      const isClosed = once(outgoing, 'close')
      while (!outgoing.destroyed)
        if (!outgoing.write(event)) await Promise.race([once(outgoing, 'drain').catch(() => {}), isClosed])
    }
    const controller = new AbortController()
    await post(`${url}/v1/messages`, question, { signal: controller.signal })
    await new Promise(resolve => setTimeout(resolve, 150))
    controller.abort()
    await eventually(() => provider.aborted === 1)
    await eventually(() => proxy.status().requests === 1)
  })

  it.each([false, true])(
    'that reads slowly slows the upstream down, and misses nothing, with tools: %s',
    async tools => {
      const { url, provider } = await startPair({ tools })
      const event = `data: ${'x'.repeat(65_500)}\n\n`
      const count = 1200
      let written = 0
      provider.instead = async (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        for (; written < count; written += 1)
          if (!outgoing.write(event)) await new Promise(resolve => outgoing.once('drain', resolve))
        outgoing.end()
      }
      const answer = await post(`${url}/v1/messages`, question)
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      await new Promise(resolve => setTimeout(resolve, 300))
      // What sockets hold is a few megabytes; all of it would be 78.
      expect(written).toBeLessThan(count / 2)
      let length = 0
      for (let step = await reader.read(); !step.done; step = await reader.read()) length += step.value.length
      expect(written).toBe(count)
      expect(length).toBeGreaterThan((count - 2) * event.length)
    },
  )
})

describe('a request to speak another protocol', () => {
  it('is answered by the upstream as the plain request that it is', async () => {
    const { url, provider } = await startPair()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      'GET /v1/realtime HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    expect(provider.asked[0]?.headers.upgrade).toBeUndefined()
  })
})

describe('closing', () => {
  it('waits for answers that are still streaming, and takes no new request', async () => {
    const { url, provider, proxy } = await startPair({ drainMs: 5000 })
    let finish = (): void => {}
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write('data: 1\n\n')
      finish = () => outgoing.end('data: 2\n\n')
    }
    const answer = await post(`${url}/v1/messages`, question)
    const closed = proxy.close()
    await expect(post(`${url}/v1/messages`, question)).rejects.toThrow()
    finish()
    expect(await answer.text()).toBe('data: 1\n\ndata: 2\n\n')
    await closed
  })

  it('does not wait for ever', async () => {
    const { url, provider, proxy } = await startPair({ drainMs: 30 })
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    }
    const answer = await post(`${url}/v1/messages`, question)
    await proxy.close()
    await expect(answer.text()).rejects.toThrow()
  })
})
