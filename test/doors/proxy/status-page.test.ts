import { createServer, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Status } from '../../../src/doors/proxy/index.ts'
import { statusDocument } from '../../../src/doors/proxy/status/status-document.ts'
import { createStatusLog } from '../../../src/doors/proxy/status/status-log.ts'
import { chromiumPath } from '../../chromium-path.ts'
import { sharedPage } from '../../shared-page.ts'
import { contrasts } from '../cli/evaluation/page-facts.ts'
import { fixedSessions, receiptOf } from './fixed-sessions.ts'
import { eventually, type Pair, startPair } from './start-proxy.ts'

/** Requests that grow, with an epoch in the midst. */
function growingSessions() {
  const sessions = fixedSessions()
  let step = 0
  return {
    ...sessions,
    step: async <Request extends object>(given: Request) => {
      step += 1
      const sent = step < 6 ? step * 9000 : 12_000 + step * 3000
      const receipt = receiptOf(step, step * 10_000, sent, step === 6 ? 'epoch' : 'append')
      return { request: given, receipt, session: 'session-1' }
    },
  }
}

const ask = (url: string, model = 'claude <b>&</b>'): Promise<Response> =>
  fetch(`${url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'my own words' }] }),
  })

async function busyPair(): Promise<Pair> {
  const pair = await startPair({ sessions: growingSessions() })
  for (let count = 0; count < 9; count += 1) await (await ask(pair.url)).text()
  await eventually(() => pair.proxy.status().requests === 9)
  return pair
}

describe('the status', () => {
  it('adds up what was saved, cached and paid, and holds no word of a conversation', async () => {
    const { url } = await busyPair()
    const answer = await fetch(`${url}/fovea/status.json`)
    const text = await answer.text()
    const status = JSON.parse(text) as Status
    expect(status).toMatchObject({
      requests: 9,
      conversations: 9,
      sessions: 1,
      failures: 0,
      tokens: { given: 450_000, sent: 273_000, saved: 177_000 },
      usage: { inputTokens: 9 * 170, cachedTokens: 9 * 60, writtenTokens: 90, outputTokens: 180, answers: 9 },
    })
    expect(status.recent).toHaveLength(9)
    expect(text).not.toContain('my own words')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is sent live', async () => {
    const { url, proxy } = await startPair()
    const answer = await fetch(`${url}/fovea/events`)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const next = async (): Promise<Status> => {
      const { value } = await reader.read()
      return JSON.parse(/^data: (.*)$/m.exec(Buffer.from(value ?? []).toString())?.[1] ?? '') as Status
    }
    expect((await next()).requests).toBe(0)
    await ask(url)
    expect((await next()).requests).toBe(1)
    await proxy.close()
    expect((await reader.read()).done).toBe(true)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address

  it.skipIf(outside === undefined)(
    'is not shown to others who claim to be here, as far as this machine has an address for them',
    async () => {
      const { proxy } = await startPair()
      const server = createServer((incoming, outgoing) => void proxy.handle(incoming, outgoing))
      await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
      onTestFinished(() => void server.close())
      const { port } = server.address() as AddressInfo
      const statusFrom = (host: string): Promise<number | undefined> =>
        new Promise((resolve, reject) => {
          get({ host, port, path: '/fovea/status.json', headers: { host: '127.0.0.1' } }, answer => {
            answer.resume()
            resolve(answer.statusCode)
          }).on('error', reject)
        })
      expect(await statusFrom(outside ?? '')).toBe(403)
      expect(await statusFrom('127.0.0.1')).toBe(200)
    },
  )

  it.each([
    ['attacker.example', 403],
    ['127.0.0.1.attacker.example', 403],
    ['localhost.attacker.example:8787', 403],
    ['192.168.1.7:8787', 403],
    ['localhost:8787', 200],
    ['127.0.0.1', 200],
    ['[::1]:8787', 200],
  ])('asked for as %s is answered %i', async (host, status) => {
    const { url } = await startPair()
    for (const path of ['/fovea', '/fovea/status.json', '/fovea/page.json']) {
      const code = await new Promise(resolve => {
        request(url + path, { headers: { host } }, answer => resolve(answer.resume().statusCode)).end()
      })
      expect(code).toBe(status)
    }
  })

  it('counts a client that did not wait apart from what failed, and says so under its own name', async () => {
    const log = createStatusLog(() => 0)
    const exchange = { at: 0, method: 'POST', path: '/v1/messages', milliseconds: 1, notes: [] }
    for (const status of [200, 499, 499, 500]) log.record({ ...exchange, status })
    expect(log.status()).toMatchObject({ requests: 4, failures: 1, left: 2 })
    const [figures] = statusDocument(log.status()).parts
    const named = figures?.type === 'figures' ? figures.figures : []
    expect(named.find(({ name }) => name === 'Requests')?.note).toBe('1 failed, 2 left by the client')
    expect(named.find(({ name }) => name === 'Lookups')?.note).not.toContain('failed')
  })

  it('says what was saved in one way, and over how many requests', async () => {
    const { proxy } = await busyPair()
    const [figures] = statusDocument(proxy.status()).parts
    const said = JSON.stringify(figures)
    expect(said).toContain('"name":"Cost saved"')
    expect(said).not.toContain('×')
    expect(said.match(/over 9 requests/g)).toHaveLength(2)
  })

  it('leads to each session as a page, for whoever has the key', async () => {
    const { url, proxy } = await busyPair()
    const without = await (await fetch(`${url}/fovea/page.json`)).text()
    expect(without).not.toContain('fovea/session')
    const link = /fovea\/session[^"]+/.exec(
      await (await fetch(`${url}/fovea/page.json?key=${proxy.pageKey}`)).text(),
    )
    const answer = await fetch(`${url}/${link?.[0]}`)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('my own words')
    expect(html).toContain('"what was sent"')
    expect((await fetch(`${url}/fovea/session?id=session-1&key=guess`)).status).toBe(404)
    expect((await fetch(`${url}/fovea/session?id=session-1`)).status).toBe(404)
  })

  it('can only be read, and is never asked of the upstream', async () => {
    const { url, provider } = await startPair()
    expect((await fetch(`${url}/fovea`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${url}/fovea/nothing`)).status).toBe(404)
    expect(provider.asked).toEqual([])
  })

  it('has a policy that allows nothing but its own script and style', async () => {
    const { url } = await startPair()
    const policy = (await fetch(`${url}/fovea`)).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; .*connect-src 'self'; frame-ancestors 'none'$/,
    )
    expect(policy).not.toContain('unsafe')
  })
})

const name =
  'the status page in a real browser (skipped where there is none: install chromium or set CHROMIUM_PATH)'

describe.skipIf(chromiumPath === undefined)(name, () => {
  const emptyPage = sharedPage()

  async function open(url: string, scheme: 'light' | 'dark' = 'light', width = 1000) {
    const page = await emptyPage({ width, colorScheme: scheme })
    const troubles: string[] = []
    const requests: string[] = []
    page.on('console', message => troubles.push(message.text()))
    page.on('pageerror', error => troubles.push(error.message))
    page.on('request', asked => requests.push(asked.url()))
    await page.goto(`${url}/fovea`)
    await page.waitForSelector('h1')
    return { page, troubles, requests }
  }
  const shown = (page: Page, selector: string): Promise<number> => page.locator(selector).count()

  it('draws what came through, asks nobody else, and has nothing to complain of', async () => {
    const { url } = await busyPair()
    const { page, troubles, requests } = await open(url)
    await page.waitForTimeout(200)
    expect(await page.locator('h1').textContent()).toBe(
      '450k tokens came in, 273k went out: 39\u00a0% saved.',
    )
    expect(await shown(page, 'svg.chart')).toBe(3)
    expect(await shown(page, 'tbody tr')).toBe(9)
    expect(await shown(page, '.epoch')).toBe(2)
    expect(await shown(page, '.stack rect')).toBe(9 * 3)
    expect(await page.locator('tbody tr').first().textContent()).toContain('claude <b>&</b>')
    expect(troubles).toEqual([])
    for (const asked of requests) expect(asked.startsWith(`${url}/fovea`)).toBe(true)
  })

  it('is updated while requests come in', async () => {
    const { url } = await startPair({ sessions: growingSessions() })
    const { page, troubles } = await open(url)
    expect(await page.locator('h1').textContent()).toBe('No conversation has come through yet.')
    await ask(url)
    await page.locator('tbody tr').waitFor()
    for (let count = 0; count < 4; count += 1) await ask(url)
    await page.locator('tbody tr').nth(4).waitFor()
    expect(await page.locator('h1').textContent()).toContain('150k tokens came in')
    expect(troubles).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read in the %s', async scheme => {
    const { url } = await busyPair()
    const { page } = await open(url, scheme)
    const found = await contrasts(page)
    expect(found.length).toBeGreaterThan(30)
    expect(found.filter(({ contrast }) => contrast < 4.5)).toEqual([])
  })

  it('shows every column, however long the name of a model is', async () => {
    const { url } = await startPair({ sessions: growingSessions() })
    const model = `a-model-${'with-a-long-name-'.repeat(10)}`
    await ask(url, model)
    const { page } = await open(url)
    await page.locator('tbody tr').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1000)
    expect(await page.locator('tbody tr').first().textContent()).toContain(model)
  })

  it('says what to do where nothing has come yet, apart from the figures', async () => {
    const { url } = await startPair()
    const { page } = await open(url)
    const figures = await page.locator('.figures').boundingBox()
    const note = await page.locator('section .note').boundingBox()
    const gap = (note?.y ?? 0) - (figures?.y ?? 0) - (figures?.height ?? 0)
    expect(gap).toBeGreaterThan(24)
  })

  it.each([1000, 390, 320])('fits a window of %i pixels', async width => {
    const { url } = await busyPair()
    const { page } = await open(url, 'light', width)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })
})
