import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ProxyOptions } from '../../../src/doors/proxy/index.ts'
import { chromiumPath } from '../../chromium-path.ts'
import { sharedPage } from '../../shared-page.ts'
import { type Attempts, attempts, startAttacker } from './attacker-page.ts'
import { type Pair, startPair } from './start-proxy.ts'

const title = 'pages in a real browser (skipped where there is none: install chromium or set CHROMIUM_PATH)'

describe.skipIf(chromiumPath === undefined)(title, () => {
  const emptied = sharedPage([
    '--host-resolver-rules=MAP *.example 127.0.0.1',
    // Newer browsers ask their reader before a page may reach this machine; here the proxy is asked alone.
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
  ])

  async function opened(address: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
    const page = await emptied()
    await prepare?.(page)
    await page.goto(address)
    return page
  }

  /** A provider that would let every page read its answers. */
  async function startGenerous(options: ProxyOptions = {}): Promise<Pair & { readonly refused: string[] }> {
    const refused: string[] = []
    const pair = await startPair({
      tools: true,
      log: line => void (/ 4\d\d .*_not_allowed/.test(line) && refused.push(line)),
      ...options,
    })
    pair.provider.instead = ({ headers }, outgoing) => {
      outgoing.writeHead(200, {
        'access-control-allow-origin': headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'authorization, content-type',
        'content-type': 'application/json',
      })
      outgoing.end('{"secret":"DATABASE_PASSWORD"}')
    }
    return { ...pair, refused }
  }

  const attack = (page: Page, proxy: string): Promise<Attempts> =>
    page.evaluate(`(${attempts})(${JSON.stringify(proxy)})`)

  const readable = (results: Attempts): string[] => Object.keys(results).filter(name => results[name] !== '')

  it.each(['127.0.0.1', 'localhost', 'attacker.example'])(
    'of another port under %s read nothing, and nothing of theirs goes upstream',
    async name => {
      const { port } = await startAttacker()
      const { url, provider, refused } = await startGenerous()
      for (const host of ['127.0.0.1', 'localhost']) {
        const page = await opened(`http://${name}:${port}/`)
        const results = await attack(page, url.replace('127.0.0.1', host))
        expect(Object.keys(results).length).toBeGreaterThan(20)
        expect(readable(results)).toEqual([])
      }
      expect(provider.asked).toEqual([])
      expect(refused.length).toBeGreaterThan(35)
    },
  )

  it('whose name leads here since a moment ago read only that they are refused', async () => {
    const { url, provider, refused } = await startGenerous()
    const address = url.replace('127.0.0.1', 'rebound.example')
    const page = await opened(`${address}/page`, async fresh => {
      await fresh.route('**/page', route =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
      )
    })
    const results = await attack(page, address)
    expect(JSON.stringify(results)).not.toContain('DATABASE_PASSWORD')
    expect(results['fetch with a preflight']).toContain('host_not_allowed')
    expect(results['fetch of the status']).toContain('host_not_allowed')
    expect(provider.asked).toEqual([])
    expect(refused.length).toBeGreaterThan(15)
  })

  it('that are listed ask and read, also streams', async () => {
    const { port } = await startAttacker()
    const origin = `http://localhost:${port}`
    const { url, provider } = await startPair({ allowedOrigins: [origin], token: 'x'.repeat(20) })
    const page = await opened(origin)
    const asked = (options: object): Promise<{ text: string; session: string | null }> =>
      page.evaluate(
        `fetch(${JSON.stringify(`${url}/v1/messages`)}, ${JSON.stringify(options)})
          .then(async answer => ({ text: await answer.text(), session: answer.headers.get('x-fovea-session') }))`,
      )
    const body = JSON.stringify({
      model: 'm',
      max_tokens: 5,
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer mine' }
    expect((await asked({ method: 'POST', body, headers })).text).toContain('token_required')
    expect(provider.asked).toEqual([])
    const shown = { ...headers, 'x-fovea-token': 'x'.repeat(20) }
    const { text, session } = await asked({ method: 'POST', body, headers: shown })
    expect(text).toContain('message_stop')
    expect(session).toBe('session-1')
    // The preflight was answered here.
    expect(provider.asked.map(({ method }) => method)).toEqual(['POST'])

    const other = await opened(`http://127.0.0.1:${port}`)
    await expect(
      other.evaluate(`fetch(${JSON.stringify(`${url}/v1/models`)}).then(answer => answer.text())`),
    ).rejects.toThrow('Failed to fetch')
    expect(provider.asked).toHaveLength(1)
  })

  it('of the proxy itself are drawn with the token in their address', async () => {
    const token = 'x'.repeat(20)
    const { url, proxy } = await startPair({ token })
    const page = await opened(`${url}/fovea-token/${token}/fovea`)
    await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-fovea-token': token },
      body: JSON.stringify({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
    })
    await page.locator('tbody tr').waitFor()
    expect(proxy.status().requests).toBe(1)
  })
})
