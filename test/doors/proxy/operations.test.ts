import { describe, expect, it } from 'vitest'
import { proxyMetrics } from '../../../src/doors/proxy/index.ts'
import { type Exchange, logRecord } from '../../../src/doors/proxy/status/exchange.ts'
import { FoveaError } from '../../../src/errors.ts'
import { createSessions } from '../../../src/session/session.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { eventually, startPair } from './start-proxy.ts'

const peer: string = 'prom-client'
const hasPeer = await import(peer).then(
  () => true,
  () => false,
)

const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] })

describe('what whoever runs the proxy asks', () => {
  it('is alive and ready, for probes without a token and under any name', async () => {
    const { url } = await startPair({ token: 'a-long-enough-secret' })
    for (const page of ['health', 'ready'])
      expect((await fetch(`${url}/fovea/${page}`, { headers: { host: '10.1.2.3:8787' } })).status).toBe(200)
    expect(await (await fetch(`${url}/fovea/ready`)).json()).toEqual({ status: 'ready', store: 'up' })
    expect((await fetch(`${url}/fovea/metrics`)).status).toBe(401)
  })

  it('stays ready while the store is away, and says so', async () => {
    const away = () => Promise.reject(new FoveaError('store-unreachable', 'away'))
    const { url } = await startPair({ store: { ...memoryStore(), state: away } })
    expect(await (await fetch(`${url}/fovea/ready`)).json()).toEqual({ status: 'ready', store: 'away' })
  })

  it('names what could not be done once, however often it was tried', async () => {
    const store = memoryStore()
    const away = () => Promise.reject(new FoveaError('store-unreachable', 'away'))
    const unreachable = { ...store, state: away, setState: away, record: away }
    const { url } = await startPair({ sessions: createSessions({ store: unreachable }) })
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body })
    expect(answer.headers.get('x-fovea-note')).toBe('store-unreachable')
  })

  it('is no longer ready while it drains: what streams ends, and nothing new begins', async () => {
    const { url, proxy, provider } = await startPair({ drainMs: 5000 })
    provider.reply = () => ({ parts: [{ text: 'one two three four five '.repeat(9) }], pauseMs: 20 })
    const streaming = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ ...JSON.parse(body), stream: true }),
    })
    const answer = { status: 0, body: '' }
    const outgoing = {
      setHeader() {},
      writeHead(status: number) {
        answer.status = status
        return outgoing
      },
      end(text: string) {
        answer.body = text
      },
    }
    const closed = proxy.close()
    await proxy.handle({ method: 'GET', url: '/fovea/ready', headers: {} } as never, outgoing as never)
    expect(answer.status).toBe(503)
    await expect(fetch(`${url}/v1/messages`, { method: 'POST', body })).rejects.toThrow()
    expect(await streaming.text()).toContain('message_stop')
    await closed
  })

  it.skipIf(!hasPeer)('counts requests, tokens, steps, failures and the store', async () => {
    const metrics = await proxyMetrics()
    const { url, provider } = await startPair({ metrics })
    await (await fetch(`${url}/v1/messages`, { method: 'POST', body })).text()
    provider.instead = (_, outgoing) => outgoing.writeHead(529).end('{}')
    await (await fetch(`${url}/v1/messages`, { method: 'POST', body })).text()
    let text = ''
    const isCounted = async () => {
      const page = await fetch(`${url}/fovea/metrics`)
      expect(page.headers.get('content-type')).toContain('text/plain')
      text = await page.text()
      return text.includes('fovea_failures_total{status="529"} 1')
    }
    while (!(await isCounted()));
    expect(text).toMatch(/fovea_requests_total\{status="200",format="anthropic"\} 1/)
    expect(text).toMatch(/fovea_tokens_total\{side="given"\} \d/)
    expect(text).toMatch(/fovea_steps_total\{action="\w+"\} \d/)
    expect(text).toMatch(/fovea_store_up 1/)
    expect(text).toMatch(/fovea_store_seconds_count [1-9]/)
    expect(text).toMatch(/fovea_process_cpu_seconds_total/)
    expect(text).not.toContain('Hello')
  })

  it('is written as lines of JSON, without a word of what was said', async () => {
    const seen: Exchange[] = []
    const { url } = await startPair({ onExchange: each => void seen.push(each) })
    await (await fetch(`${url}/v1/messages?key=secret`, { method: 'POST', body })).text()
    await eventually(() => seen.length === 1)
    const line = logRecord(seen[0] as Exchange)
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      message: 'request',
      path: '/v1/messages',
      status: 200,
      model: 'm',
      tokensGiven: expect.any(Number),
    })
    expect(line).not.toMatch(/secret|Hello|\n/)
  })
})
