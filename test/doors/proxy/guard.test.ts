import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProxy, type ProxyOptions } from '../../../src/doors/proxy/index.ts'
import { type Provider, startProvider } from './provider-double.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { startPair } from './start-proxy.ts'

const words = [{ role: 'user', content: 'What is the password?' }]
const question = JSON.stringify({ model: 'm', max_tokens: 5, messages: words })
const bodies: Readonly<Record<string, string>> = {
  '/v1/responses': JSON.stringify({ model: 'm', input: words }),
}
const token = 'a-token-of-more-than-16-characters'

/** Every kind of route: a conversation, a count, whatever else is passed on, and the pages of the proxy itself. */
const routes = [
  ['POST', '/v1/messages'],
  ['POST', '/v1/messages/count_tokens'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/responses'],
  ['GET', '/v1/models'],
  ['DELETE', '/v1/files/file_1'],
  ['GET', '/fovea'],
  ['GET', '/fovea/status.json'],
  ['GET', '/fovea/events'],
] as const

const ask = (
  url: string,
  headers: readonly string[],
  [method, path]: readonly [string, string] = ['POST', '/v1/messages'],
): Promise<RawAnswer> =>
  rawRequest(
    url,
    [`${method} ${path} HTTP/1.1`, ...headers],
    method === 'POST' ? (bodies[path] ?? question) : '',
  )

describe.each(routes)('%s %s', (method, path) => {
  const refusedWith = async (code: string, status: number, headers: (port: string) => readonly string[]) => {
    const { url, provider } = await startPair({ tools: true })
    const answer = await ask(url, headers(new URL(url).port), [method, path])
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ type: 'error', error: { code } })
    expect(answer.head).not.toContain('access-control')
    expect(provider.asked).toEqual([])
  }

  it('is refused under a name that merely leads here', () =>
    refusedWith('host_not_allowed', 403, port => [`Host: attacker.example:${port}`]))

  it('is refused to a page that came by such a name', () =>
    refusedWith('host_not_allowed', 403, port => [
      `Host: attacker.example:${port}`,
      `Origin: http://attacker.example:${port}`,
    ]))

  it.each([
    'https://attacker.example',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'app://obsidian.md',
    'vscode-webview://1a2b3c',
    'file://',
    '',
  ])('is refused to a page of the origin %j', origin =>
    refusedWith('origin_not_allowed', 403, port => [`Host: 127.0.0.1:${port}`, `Origin: ${origin}`]),
  )

  it.each(['cross-site', 'same-site'])('is refused to images and links of a page: %s', site =>
    refusedWith('origin_not_allowed', 403, port => [`Host: 127.0.0.1:${port}`, `Sec-Fetch-Site: ${site}`]),
  )

  it('is refused without the token, where there is one', async () => {
    const { url, provider } = await startPair({ token })
    for (const shown of [
      [],
      ['x-fovea-token: wrong'],
      [`x-fovea-token: ${token}x`],
      [`Authorization: Bearer ${token}`],
    ]) {
      const answer = await ask(url, ['Host: localhost', ...shown], [method, path])
      expect(answer.status).toBe(401)
      expect(answer.head).toContain('www-authenticate: fovea-token')
    }
    expect(provider.asked).toEqual([])
  })
})

describe('the names that the proxy answers under', () => {
  it.each([
    ['127.0.0.1:8787', 200],
    ['localhost', 200],
    ['LOCALHOST:1', 200],
    ['[::1]:8787', 200],
    ['127.0.0.53', 200],
    ['localhost.attacker.example', 403],
    ['127.0.0.1.attacker.example', 403],
    ['attacker.example#127.0.0.1', 403],
    ['user@127.0.0.1', 403],
    ['0.0.0.0:8787', 403],
    ['192.168.1.7', 403],
    ['box.internal', 403],
    ['', 403],
  ])('%j: %i', async (host, status) => {
    const { url, provider } = await startPair()
    expect((await ask(url, [`Host: ${host}`])).status).toBe(status)
    expect(provider.asked).toHaveLength(status === 200 ? 1 : 0)
  })

  it('are more where they are listed', async () => {
    const { url } = await startPair({ allowedHosts: ['Box.internal', '[fd00::1]'] })
    for (const host of ['box.internal', 'BOX.internal:9', '[fd00::1]:8787', 'localhost'])
      expect((await ask(url, [`Host: ${host}`])).status).toBe(200)
    expect((await ask(url, ['Host: other.internal'])).status).toBe(403)
    // A page of that very address is the proxy's own.
    expect((await ask(url, ['Host: box.internal:9', 'Origin: http://box.internal:9'])).status).toBe(200)
    expect((await ask(url, ['Host: box.internal:9', 'Origin: http://box.internal:8'])).status).toBe(403)
  })

  it('have to be given exactly once', async () => {
    const { url, provider } = await startPair()
    expect((await ask(url, ['Host: localhost', 'Host: attacker.example'])).status).toBe(400)
    expect((await ask(url, ['Host: attacker.example', 'Host: localhost'])).status).toBe(400)
    expect((await ask(url, ['Host: localhost', 'Host: localhost'])).status).toBe(400)
    expect((await ask(url, [])).status).toBe(400)
    expect((await rawRequest(url, ['POST /v1/messages HTTP/1.0'], question)).status).toBe(400)
    expect((await rawRequest(url, ['POST /v1/messages HTTP/1.0', 'Host: x.example'], question)).status).toBe(
      403,
    )
    expect(provider.asked).toEqual([])
    expect((await rawRequest(url, ['POST /v1/messages HTTP/1.0', 'Host: localhost'], question)).status).toBe(
      200,
    )
  })

  it('are those of an absolute target too', async () => {
    const { url, provider } = await startPair()
    const absolute = (target: string, host: string): Promise<RawAnswer> =>
      ask(url, [`Host: ${host}`], ['POST', target])
    expect((await absolute('http://attacker.example/v1/messages', 'localhost')).status).toBe(403)
    expect((await absolute('http://localhost/v1/messages', 'attacker.example')).status).toBe(403)
    expect((await absolute('http://localhost@attacker.example/v1/messages', 'localhost')).status).toBe(403)
    expect((await absolute('http://attacker.example/fovea', 'localhost')).status).toBe(403)
    expect((await absolute('ftp://localhost/v1/messages', 'localhost')).status).toBe(400)
    expect(provider.asked).toEqual([])
    expect((await absolute('http://localhost/v1/messages', 'localhost')).status).toBe(200)
  })

  it.each(['http://box.internal', 'box.internal:80', '*', '', 'a b'])('cannot be %j', name => {
    expect(() => createProxy({ allowedHosts: [name] })).toThrow(/is no host name/)
  })
})

describe('programs that are no browser', () => {
  it('send no origin, and pass', async () => {
    const { url, provider } = await startPair()
    for (const route of routes.slice(0, 6))
      expect((await ask(url, ['Host: localhost'], route)).status).toBe(200)
    expect(provider.asked).toHaveLength(6)
  })

  it('that are typed into the address bar of one pass too', async () => {
    const { url } = await startPair()
    const answer = await ask(url, ['Host: localhost', 'Sec-Fetch-Site: none'], ['GET', '/fovea'])
    expect(answer.status).toBe(200)
  })
})

describe('preflights', () => {
  const preflight = (url: string, origin: string, more: readonly string[] = []): Promise<RawAnswer> =>
    ask(
      url,
      ['Host: localhost', `Origin: ${origin}`, 'Access-Control-Request-Method: POST', ...more],
      ['OPTIONS', '/v1/messages'],
    )
  const generous = (provider: Provider): void => {
    provider.instead = (_, outgoing) => {
      outgoing.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-credentials': 'true',
        'timing-allow-origin': '*',
        vary: 'Accept-Encoding',
        'x-request-id': 'req_1',
      })
      outgoing.end('{"data":[]}')
    }
  }

  it('of foreign pages are refused here', async () => {
    const { url, provider } = await startPair({ allowedOrigins: ['http://localhost:3000'] })
    generous(provider)
    const answer = await preflight(url, 'https://attacker.example')
    expect(answer.status).toBe(403)
    expect(answer.head).not.toContain('access-control')
    expect(provider.asked).toEqual([])
  })

  it('of listed pages are answered here, before any token', async () => {
    const { url, provider } = await startPair({ allowedOrigins: ['http://localhost:3000'], token })
    generous(provider)
    const answer = await preflight(url, 'http://localhost:3000', [
      'Access-Control-Request-Headers: authorization,content-type,x-fovea-token',
      'Access-Control-Request-Private-Network: true',
    ])
    expect(answer.status).toBe(204)
    expect(answer.head).toContain('access-control-allow-origin: http://localhost:3000\r\n')
    expect(answer.head).toContain(
      'access-control-allow-headers: authorization,content-type,x-fovea-token\r\n',
    )
    expect(answer.head).toMatch(/access-control-allow-methods: .*post/)
    expect(answer.head).toContain('access-control-allow-private-network: true')
    expect(answer.head).toMatch(/vary: origin/)
    expect(answer.head).not.toContain('allow-credentials')
    expect(provider.asked).toEqual([])
  })

  it('that ask for names which are none get none', async () => {
    const { url } = await startPair({ allowedOrigins: ['http://localhost:3000'] })
    const answer = await preflight(url, 'http://localhost:3000', ['Access-Control-Request-Headers: a b'])
    expect(answer.head).not.toContain('allow-headers')
  })

  it('differ from other requests with that method', async () => {
    const { url, provider } = await startPair()
    expect((await ask(url, ['Host: localhost'], ['OPTIONS', '/v1/messages'])).status).toBe(200)
    expect(provider.asked).toHaveLength(1)
  })

  it('leave no word of the upstream about pages in any answer', async () => {
    const { url, provider } = await startPair({ allowedOrigins: ['http://localhost:3000'] })
    generous(provider)
    const plain = await ask(url, ['Host: localhost'], ['GET', '/v1/models'])
    expect(plain.head).not.toMatch(/access-control|timing-allow/)
    expect(plain.head).toContain('vary: accept-encoding')
    const listed = await ask(url, ['Host: localhost', 'Origin: http://localhost:3000'], ['GET', '/v1/models'])
    expect(listed.head.match(/access-control-allow-origin/g)).toHaveLength(1)
    expect(listed.head).toContain('access-control-allow-origin: http://localhost:3000\r\n')
    expect(listed.head).not.toMatch(/allow-credentials|timing-allow/)
    expect(listed.head).toMatch(
      /vary: accept-encoding\r\n(?:.*\r\n)*vary: origin|vary: accept-encoding, origin/,
    )
    expect(listed.head).toContain('x-request-id: req_1')
    // The upstream does not learn which page asks.
    expect(provider.asked.at(-1)?.headers.origin).toBeUndefined()
  })
})

describe('origins', () => {
  it('can be listed: pages, apps, and all pages of a scheme that no website has', async () => {
    const { url } = await startPair({
      allowedOrigins: [
        'http://localhost:3000/',
        'https://Chat.example:443',
        'app://obsidian.md',
        'vscode-webview://*',
      ],
    })
    const status = async (origin: string): Promise<number> =>
      (await ask(url, ['Host: localhost', `Origin: ${origin}`])).status
    for (const origin of [
      'http://localhost:3000',
      'https://chat.example',
      'app://obsidian.md',
      'vscode-webview://x1',
    ])
      expect(await status(origin)).toBe(200)
    for (const origin of [
      'http://localhost:3001',
      'https://localhost:3000',
      'http://chat.example',
      'app://other',
      'null',
    ])
      expect(await status(origin)).toBe(403)
  })

  it.each([
    '*',
    'null',
    'http://*',
    'https://*.example',
    'localhost:3000',
    'http://localhost/path',
    'app://',
  ])('%j cannot be listed', origin => {
    expect(() => createProxy({ allowedOrigins: [origin] })).toThrow(/is no origin that can be allowed/)
  })

  it('that are listed can read a failure too', async () => {
    const { url, provider } = await startPair({ allowedOrigins: ['http://localhost:3000'] })
    await provider.close()
    const answer = await ask(url, ['Host: localhost', 'Origin: http://localhost:3000'])
    expect(answer.status).toBe(502)
    expect(answer.head).toContain('access-control-allow-origin: http://localhost:3000\r\n')
  })
})

describe('the token', () => {
  const start = (options: ProxyOptions = {}) => {
    const lines: string[] = []
    return startPair({ token, log: line => void lines.push(line), ...options }).then(pair => ({
      ...pair,
      lines,
    }))
  }

  it('opens the proxy in its header, and stays here', async () => {
    const { url, provider, lines } = await start()
    const answer = await ask(url, ['Host: localhost', `X-Fovea-Token: ${token}`, 'Authorization: Bearer key'])
    expect(answer.status).toBe(200)
    expect(provider.asked[0]?.headers.authorization).toBe('Bearer key')
    expect(JSON.stringify(provider.asked)).not.toContain(token)
    expect(lines.join('\n')).not.toContain(token)
  })

  it('opens the proxy in front of the path, for clients that send no header', async () => {
    const { url, provider, lines, proxy } = await start()
    const answer = await ask(
      url,
      ['Host: localhost'],
      ['POST', `/fovea-token/${token}/v1/messages?beta=true`],
    )
    expect(answer.status).toBe(200)
    expect(provider.asked[0]?.url).toBe('/v1/messages?beta=true')
    const absolute = ['POST', `http://localhost/fovea-token/${token}/v1/messages`] as const
    expect((await ask(url, ['Host: localhost'], absolute)).status).toBe(200)
    const page = await ask(url, ['Host: localhost'], ['GET', `/fovea-token/${token}/fovea/status.json`])
    expect(page.status).toBe(200)
    const wrong = await ask(url, ['Host: localhost'], ['POST', `/fovea-token/${token}x/v1/messages`])
    expect(wrong.status).toBe(401)
    const view = [lines, provider.asked.map(({ url: path }) => path), proxy.status(), page.body]
    expect(JSON.stringify(view)).not.toContain(token)
  })

  it('is not passed on by a proxy that asks for none', async () => {
    const { url, provider } = await startPair()
    await ask(url, ['Host: localhost', `x-fovea-token: ${token}`], ['GET', `/fovea-token/${token}/v1/models`])
    expect(provider.asked[0]?.url).toBe('/v1/models')
    expect(JSON.stringify(provider.asked)).not.toContain(token)
  })

  it.each(['', 'short', 'with a space in between'])('cannot be %j', wrong => {
    expect(() => createProxy({ token: wrong })).toThrow(/at least 16 characters/)
  })

  it.each(['0.0.0.0', '::', '192.168.1.7'])('is needed on %s', async host => {
    await expect(createProxy().listen({ host, port: 0 })).rejects.toMatchObject({
      code: 'invalid-option',
      message: `Others can reach ${host}: give the proxy a token that clients must show, or listen on 127.0.0.1.`,
    })
  })
})

const outside = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

describe.skipIf(outside === undefined)('from another address (skipped where this machine has none)', () => {
  const listening = async (options: ProxyOptions) => {
    const provider = await startProvider()
    const proxy = createProxy({ upstream: provider.url, drainMs: 200, ...options })
    const { port } = await proxy.listen({ host: '0.0.0.0', port: 0 })
    onTestFinished(async () => {
      await proxy.close()
      await provider.close()
    })
    return { url: `http://${outside}:${port}`, provider }
  }

  it('the proxy is reached by that address, with the token', async () => {
    const { url, provider } = await listening({ token })
    const { host } = new URL(url)
    const shown = `x-fovea-token: ${token}`
    expect((await ask(url, [`Host: ${host}`])).status).toBe(401)
    expect((await ask(url, ['Host: attacker.example', shown])).status).toBe(403)
    expect(provider.asked).toEqual([])
    expect((await ask(url, [`Host: ${host}`, shown])).status).toBe(200)
    // The status is for this machine alone.
    expect((await ask(url, [`Host: ${host}`, shown], ['GET', '/fovea'])).status).toBe(403)
  })
})
