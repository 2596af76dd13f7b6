import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { workplace } from '../cli/run-fovea.ts'
import { type Provider, startProvider } from './provider-double.ts'
import { type ProxyProcess, startProxyProcess } from './proxy-process.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { eventually } from './start-proxy.ts'

async function started(
  ...more: readonly string[]
): Promise<{ proxy: ProxyProcess; url: string; provider: Provider; directory: string }> {
  const provider = await startProvider()
  const directory = mkdtempSync(join(tmpdir(), 'fovea-guard-'))
  onTestFinished(async () => {
    await provider.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const place = [
    '--upstream',
    provider.url,
    '--store',
    join(directory, 'store.db'),
    '--port',
    '0',
    '--workers',
    '0',
  ]
  const proxy = await startProxyProcess([...place, '--tools', ...more])
  return { proxy, url: proxy.url.replace('0.0.0.0', '127.0.0.1'), provider, directory }
}

const body = JSON.stringify({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] })

const post = (url: string, target: string, ...headers: readonly string[]): Promise<RawAnswer> =>
  rawRequest(url, [`POST ${target} HTTP/1.1`, ...headers], body)

describe('fovea proxy, as a process,', () => {
  it('answers nobody who spoofs a host or comes from a page, and logs no header', async () => {
    const { proxy, url, provider } = await started()
    const refused: readonly (readonly [number, Promise<RawAnswer>])[] = [
      [403, post(url, '/v1/messages', 'Host: attacker.example')],
      [403, post(url, 'http://attacker.example/v1/messages', 'Host: localhost')],
      [403, post(url, 'http://localhost/v1/messages', 'Host: attacker.example')],
      [400, post(url, '/v1/messages', 'Host: localhost', 'Host: attacker.example')],
      [400, rawRequest(url, ['POST /v1/messages HTTP/1.0'], body)],
      [403, post(url, '/v1/messages', 'Host: localhost', 'Origin: null')],
      [403, post(url, '/v1/messages', 'Host: localhost', 'Origin: https://attacker.example')],
      [
        403,
        post(url, '/v1/messages', 'Host: localhost', 'Origin: http://localhost', 'Origin: http://localhost'),
      ],
    ]
    for (const [status, answer] of refused) expect((await answer).status).toBe(status)
    expect(provider.asked).toEqual([])
    expect((await post(url, '/v1/messages', 'Host: localhost')).status).toBe(200)
    await eventually(() => proxy.printed().includes('POST /v1/messages 200'))
    expect(proxy.printed()).toContain('origin_not_allowed')
    expect(proxy.printed()).not.toContain('attacker.example')
  })

  it('answers names and pages that are listed', async () => {
    const { url } = await started(
      '--allow-host',
      'box.internal',
      '--allow-origin',
      'http://localhost:3000',
      'app://x',
    )
    const origin = 'Origin: http://localhost:3000'
    expect((await post(url, '/v1/messages', 'Host: box.internal', origin)).status).toBe(200)
    expect((await post(url, '/v1/messages', 'Host: localhost', 'Origin: app://x')).status).toBe(200)
    expect((await post(url, '/v1/messages', 'Host: localhost', 'Origin: app://y')).status).toBe(403)
  })

  it('makes a token where others can reach it, shows it once, and keeps it to itself', async () => {
    const { proxy, url, provider, directory } = await started('--host', '0.0.0.0')
    await eventually(() => proxy.printed().includes('can be reached by others'))
    const token = /^the token, shown only now: (\S{32})$/m.exec(proxy.printed())?.[1] ?? ''
    expect(token).not.toBe('')
    expect((await post(url, '/v1/messages', 'Host: localhost')).status).toBe(401)
    expect((await post(url, '/v1/messages', 'Host: localhost', `x-fovea-token: ${token}`)).status).toBe(200)
    expect((await post(url, `/fovea-token/${token}/v1/messages`, 'Host: localhost')).status).toBe(200)
    await eventually(() => (proxy.printed().match(/messages 200/g) ?? []).length === 2)
    expect(proxy.printed().split(token)).toHaveLength(2)
    expect(JSON.stringify(provider.asked)).not.toContain(token)
    const kept = readdirSync(directory).map(name => readFileSync(join(directory, name)).toString('latin1'))
    expect(kept.join('')).not.toContain(token)
  })

  it('takes a token of its operator, and does not show that', async () => {
    const token = 'a-token-of-more-than-16-characters'
    const { proxy, url } = await started('--token', token)
    expect((await post(url, '/v1/messages', 'Host: localhost')).status).toBe(401)
    expect((await post(url, '/v1/messages', 'Host: localhost', `x-fovea-token: ${token}`)).status).toBe(200)
    await eventually(() => proxy.printed().includes('messages 200'))
    expect(proxy.printed()).not.toContain(token)
  })

  it('says what is wrong with an option', async () => {
    // It finds that out before it listens, and needs no process of its own.
    const here = workplace()
    onTestFinished(here.remove)
    const wrong = async (...more: readonly string[]): Promise<string> =>
      (await here.fovea(['proxy', '--port', '0', '--store', here.store, ...more])).stderr
    expect(await wrong('--allow-origin', 'null')).toContain('"null" is no origin that can be allowed')
    expect(await wrong('--allow-host', 'http://box')).toContain('"http://box" is no host name')
    expect(await wrong('--token', 'short')).toContain('at least 16 characters')
    expect(await wrong('--lookups', 'some')).toContain('Allowed choices are session, all')
  })
})
