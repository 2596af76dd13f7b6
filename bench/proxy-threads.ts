/**
 * What compression in other threads gives and costs: gaps in a stream while a large body is read, and what the proxy adds
 * to a request of 100,000 tokens. `node bench/proxy-threads.ts [--megabytes N] [--workers N]`, on an idle machine.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createProxy } from '../src/doors/proxy/index.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { longTalk } from './long-talk.ts'

const { values, positionals } = parseArgs({
  options: { megabytes: { type: 'string' }, workers: { type: 'string' } },
  allowPositionals: true,
})
const megabytes = Number(values.megabytes ?? 50)
const [role, ...given] = positionals
if (role === 'proxy') await runProxy(given[0] as string, given[1] as string)
else if (role === 'load') await runLoad()
else
  for (const workers of values.workers === undefined ? [0, 2] : [Number(values.workers)]) await bench(workers)

async function bench(workers: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const provider = await listening(createServer(answerInChunks))
  const load = startRole('load')
  const { url: loadUrl } = (await messageFrom(load)) as { url: string }
  const store = join(directory, 'store.db')
  const options = { anthropicUpstream: provider.url, openaiUpstream: loadUrl, workers }
  const proxy = startRole('proxy', store, JSON.stringify(options))
  const { url } = (await messageFrom(proxy)) as { url: string }
  console.log(`${workers} workers`)

  const cpu = async (): Promise<number> => {
    proxy.send({})
    const { user, system } = (await messageFrom(proxy)) as NodeJS.CpuUsage
    return (user + system) / 1000
  }
  const messages = longTalk(430).map(({ content }, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))
  const steps = 21
  const times: number[] = []
  const cpus: number[] = []
  for (let length = messages.length - 2 * steps; length <= messages.length; length += 2) {
    const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: messages.slice(0, length - 1) })
    const direct = await ask(provider.url, body)
    const before = await cpu()
    const proxied = await ask(url, body)
    cpus.push((await cpu()) - before)
    times.push(proxied.milliseconds - direct.milliseconds)
    if (length === messages.length)
      console.log(`  ${proxied.tokens} tokens: added to each request beyond the first`)
  }
  console.log(
    `    median ${median(times.slice(1))} ms, ${median(cpus.slice(1))} ms of CPU time in all threads`,
  )

  for (const [name, isLoaded] of [
    ['nothing else', false],
    [`a body of ${megabytes} MB`, true],
  ] as const) {
    const stop = new AbortController()
    const streams = [gapsOf(provider.url, stop.signal), gapsOf(url, stop.signal)]
    const start = performance.now()
    if (isLoaded) {
      load.send({ url, megabytes })
      await messageFrom(load)
    } else await pause(5000)
    const seconds = (performance.now() - start) / 1000
    stop.abort()
    const [direct, proxied] = await Promise.all(streams)
    console.log(
      `  ${name}, ${seconds.toFixed(1)} s: gaps direct ${shown(direct)}, through the proxy ${shown(proxied)}`,
    )
  }

  for (const child of [load, proxy]) {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  provider.server.closeAllConnections()
  provider.server.close()
  rmSync(directory, { recursive: true, force: true })
}

function startRole(...args: readonly string[]) {
  return fork(import.meta.filename, args)
}

async function messageFrom(child: ReturnType<typeof fork>): Promise<unknown> {
  return (await once(child, 'message'))[0]
}

/** The proxy, in a process of its own; no epoch comes, so that a request stays as large as it is. */
async function runProxy(store: string, options: string): Promise<void> {
  const session = { highWater: 1e9, window: 1e10 }
  const proxy = createProxy({ ...JSON.parse(options), session, store: sqliteStore(store) })
  const { url } = await proxy.listen({ port: 0 })
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.send?.({ url })
}

/** Who sends the large body, and who receives it. */
async function runLoad(): Promise<void> {
  const upstream = await listening(
    createServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end('{}'))),
  )
  process.on('message', async ({ url, megabytes: size }: { url: string; megabytes: number }) => {
    const messages = longTalk(size * 1130).map(({ content }, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: at === 0 ? 'Read all of this.' : content,
    }))
    const body = JSON.stringify({ model: 'm', messages })
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
    const note = answer.headers.get('x-fovea-note') ?? 'compressed'
    console.log(`  ${(body.length / 1e6).toFixed(0)} MB: ${note}`)
    process.send?.({})
  })
  process.send?.({ url: upstream.url })
}

function answerInChunks(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let isStream = false
  incoming.on('data', (chunk: Buffer) => {
    isStream ||= chunk.includes('"stream":true')
  })
  incoming.on('end', () => {
    if (!isStream) return void outgoing.end('{}')
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => outgoing.write('event: ping\ndata: {}\n\n'), 5)
    outgoing.on('close', () => clearInterval(timer))
  })
}

/** Milliseconds between chunks of a stream. */
async function gapsOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const gaps: number[] = []
  const body = JSON.stringify({
    model: 'm',
    max_tokens: 9,
    stream: true,
    messages: [{ role: 'user', content: 'x' }],
  })
  try {
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body, signal })
    let last = performance.now()
    for await (const _ of answer.body ?? []) {
      const now = performance.now()
      gaps.push(now - last)
      last = now
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return gaps
}

function shown(gaps: readonly number[] = []): string {
  const sorted = gaps.toSorted((one, other) => one - other)
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0)
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`
}

function median(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other)
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1)
}

function ask(url: string, body: string): Promise<{ readonly milliseconds: number; readonly tokens: string }> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/messages`, { method: 'POST' }, answer => {
      answer.resume().on('end', () =>
        resolve({
          milliseconds: performance.now() - start,
          tokens: String(answer.headers['x-fovea-given-tokens']),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function listening(server: Server): Promise<{ readonly server: Server; readonly url: string }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
