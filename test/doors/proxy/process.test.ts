import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Status } from '../../../src/doors/proxy/index.ts'
import type { StepSummary } from '../../../src/doors/proxy/status/exchange.ts'
import { workplace } from '../cli/run-fovea.ts'
import { type Provider, startProvider } from './provider-double.ts'
import { startProxyProcess } from './proxy-process.ts'
import { eventually } from './start-proxy.ts'

const hasIpv6 = Object.values(networkInterfaces()).some(each =>
  each?.some(({ address }) => address === '::1'),
)
const longTurns = 12
/** Less than the long logs take. */
const window = 24_000

async function place(): Promise<{
  readonly provider: Provider
  readonly directory: string
  readonly args: string[]
}> {
  const provider = await startProvider()
  const directory = mkdtempSync(join(tmpdir(), 'fovea-proxy-'))
  onTestFinished(async () => {
    await provider.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const store = ['--store', join(directory, 'store.db')]
  const args = ['--upstream', provider.url, ...store, '--window', String(window), '--workers', '1']
  return { provider, directory, args }
}

/** A conversation of an agent that reads long logs and then short ones, which give no reason for an epoch. */
function conversation(turns: number): readonly object[] {
  const log = (turn: number): string =>
    Array.from(
      { length: turn < longTurns - 1 ? 100 : 3 },
      (_, line) => `2026-01-02 ${turn}:${line} worker ${line % 7} finished job ${line * turn}`,
    ).join('\n')
  return [
    { role: 'user', content: 'Why does the nightly build fail? Read the logs one by one.' },
    ...Array.from({ length: turns }, (_, turn) => [
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: `toolu_${turn}`, name: 'bash', input: { command: `cat log.${turn}` } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: log(turn) }] },
    ]).flat(),
  ]
}

const withPassword = {
  messages: JSON.parse(
    JSON.stringify(conversation(longTurns)).replaceAll(' worker ', ' DB_PASSWORD=tr0ub4dor7x worker '),
  ),
}

const ask = (
  url: string,
  turns: number,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/v1/messages?key=query-secret-4711`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk-ant-secret-4711', authorization: 'Bearer bearer-secret-4711', ...headers },
    body: JSON.stringify({ model: 'claude', max_tokens: 9, messages: conversation(turns), ...more }),
  })

const statusOf = async (url: string): Promise<Status> =>
  (await fetch(`${url}/fovea/status.json`)).json() as Promise<Status>

/** An exchange is reported when all of it has passed, a moment after the client has its answer. */
async function latestReceipt(url: string): Promise<StepSummary> {
  for (;;) {
    const receipt = (await statusOf(url)).recent.at(-1)?.receipt
    if (receipt !== undefined) return receipt
  }
}

describe('fovea proxy', () => {
  it('compresses, and keeps no key: not in its store, its log or its status; shows credentials with --secrets show', async () => {
    const { directory, args, provider } = await place()
    const proxy = await startProxyProcess([...args, '--port', '0', '--tools', '--secrets', 'show'])
    const answer = await ask(proxy.url, 0, withPassword)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(provider.asked[0]?.body)).not.toContain('[secret:password:')
    expect(Number(answer.headers.get('x-fovea-saved-tokens'))).toBeGreaterThan(1000)
    expect(provider.asked[0]?.headers['x-api-key']).toBe('sk-ant-secret-4711')
    expect(provider.asked[0]?.url).toBe('/v1/messages?key=query-secret-4711')
    await fetch(`${proxy.url}/v1/models?key=query-secret-4711`, {
      headers: { 'x-api-key': 'sk-ant-secret-4711' },
    })
    await eventually(() => proxy.printed().includes('/v1/models'))
    const shown = JSON.stringify(await statusOf(proxy.url))
    proxy.child.kill('SIGTERM')
    expect(await proxy.ended).toEqual({ code: 0, signal: null })
    const kept = readdirSync(directory).map(name => readFileSync(join(directory, name)).toString('latin1'))
    expect(kept.join('').length).toBeGreaterThan(10_000)
    for (const text of [...kept, proxy.printed(), shown]) expect(text).not.toContain('secret-4711')
    expect(proxy.printed()).toMatch(/POST \/v1\/messages 200 \d+\.\d s · claude · [\d,]+ → [\d,]+ tokens/)
  })

  it('masks credentials in views with --secrets mask', async () => {
    const { args, provider } = await place()
    const proxy = await startProxyProcess([...args, '--port', '0', '--secrets', 'mask'])
    const answer = await ask(proxy.url, 0, withPassword)
    expect(Number(answer.headers.get('x-fovea-saved-tokens'))).toBeGreaterThan(1000)
    expect(JSON.stringify(provider.asked[0]?.body)).toContain('[secret:password:')
  })

  it('goes on with its sessions after it was killed in the midst of a stream', async () => {
    const { args, provider } = await place()
    const first = await startProxyProcess([...args, '--port', '0'])
    const { port } = new URL(first.url)
    await (await ask(first.url, longTurns)).text()
    const before = await latestReceipt(first.url)
    provider.reply = () => ({ parts: [{ text: 'a very long story '.repeat(100) }], pauseMs: 5 })
    const cut = await ask(first.url, longTurns + 1, { stream: true })
    first.child.kill('SIGKILL')
    await expect(cut.text()).rejects.toThrow()
    await first.ended

    provider.reply = () => ({ parts: [{ text: 'Hello again.' }] })
    const second = await startProxyProcess([...args, '--port', port])
    const answer = await ask(second.url, longTurns + 2)
    expect(await answer.text()).toContain('Hello again.')
    const after = await latestReceipt(second.url)
    expect(after.session).toBe(before.session)
    expect(after.step).toBe(3)
    // What was sent before the kill is how the request after it begins.
    const sent = provider.asked.map(({ body }) => JSON.stringify(body.messages).slice(1, -1))
    expect(sent[2]?.startsWith(sent[0] as string)).toBe(true)
  })

  it('lets answers end that are still streaming when it is asked to stop', async () => {
    const { args, provider } = await place()
    provider.reply = () => ({ parts: [{ text: 'one two three four five '.repeat(3) }], pauseMs: 10 })
    const proxy = await startProxyProcess([...args, '--port', '0'])
    const answer = await ask(proxy.url, 1, { stream: true })
    proxy.child.kill('SIGINT')
    expect(await answer.text()).toContain('message_stop')
    expect(await proxy.ended).toEqual({ code: 0, signal: null })
  })

  it('says what is wrong: a port in use, an upstream that is none, a number out of bounds', async () => {
    const { args, provider } = await place()
    const { port } = new URL(provider.url)
    const taken = await startProxyProcess([...args, '--port', port])
    expect(taken.printed()).toContain(`fovea: Port ${port} on 127.0.0.1 is in use; name another with --port`)
    expect((await taken.ended).code).toBe(2)
    // What it finds out before it listens needs no process of its own.
    const here = workplace()
    onTestFinished(here.remove)
    const wrong = await here.fovea(['proxy', ...args, '--upstream', 'nowhere'])
    expect(wrong.stderr).toContain('fovea: "nowhere" is no upstream')
    expect(wrong.code).toBe(2)
    for (const [flag, value, wanted] of [
      ['--port', '80.5', 'whole number from 0 to 65535'],
      ['--workers', '1.5', 'whole number of at least 0'],
      ['--window', '0', 'whole number of at least 1'],
      ['--writer-timeout', '0', 'number of at least 0.001'],
      ['--timeout', '0', 'number of at least 0.001'],
      ['--max-body', '0', 'number of at least 0.001'],
    ] as const)
      expect((await here.fovea(['proxy', ...args, flag, value])).stderr).toContain(
        `${flag} ${value} is no ${wanted}.`,
      )
  })

  it.skipIf(!hasIpv6)(
    'prints where its status is on an address of IPv6, and refuses an empty one',
    async () => {
      const { args } = await place()
      const proxy = await startProxyProcess([...args, '--port', '0', '--host', '[::1]'])
      const [, status] = /status on (\S+)/.exec(proxy.printed()) ?? []
      expect(status).toBe(`${proxy.url}/fovea`)
      expect((await fetch(String(status))).status).toBe(200)
      const empty = await startProxyProcess([...args, '--port', '0', '--host', ''])
      expect(empty.printed()).toContain('fovea: The host is empty; name an address such as 127.0.0.1')
    },
  )

  it('warns where others can reach it', async () => {
    const { args } = await place()
    const proxy = await startProxyProcess([...args, '--port', '0', '--host', '0.0.0.0'])
    await eventually(() => proxy.printed().includes('0.0.0.0 can be reached by others'))
  })
})
