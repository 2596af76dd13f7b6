/** `fovea mcp` as a process: what it does with files that never end, and how it stops. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const launcher = join(import.meta.dirname, '../../../bin/fovea.js')
const directory = mkdtempSync(join(tmpdir(), 'fovea-mcp-process-'))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const fifo = join(directory, 'session.jsonl')
execFileSync('mkfifo', [fifo])
const empty = join(directory, 'empty.jsonl')
writeFileSync(empty, '')

interface Running {
  readonly child: ChildProcess
  readonly printed: () => string
  /** Until this has been printed. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

function start(...args: readonly string[]): Running {
  const child = spawn(process.execPath, [launcher, 'mcp', ...args, '--store', join(directory, 'store.db')])
  running.add(child)
  let printed = ''
  let check = (): void => {}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      check()
    })
  const ended: Running['ended'] = new Promise(resolve =>
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    }),
  )
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      check = () => {
        if (pattern.test(printed)) resolve(printed)
      }
      check()
      void ended.then(() => reject(new Error(`ended before ${pattern}: ${printed}`)))
    })
  return { child, printed: () => printed, until, ended }
}

function send({ child }: Running, ...requests: readonly object[]): void {
  for (const request of requests) child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
}

const hello = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  },
}
const ready = { method: 'notifications/initialized' }
const ledgerOf = (file: string, id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'ledger', arguments: { file } },
})

describe('fovea mcp', { timeout: 60_000 }, () => {
  it('answers with an error where a file is a pipe, a device, a directory or empty', async () => {
    const server = start()
    const files = [fifo, '/dev/zero', '/dev/null', '/dev/tty', '/proc/self/mountinfo', directory, empty]
    send(server, hello, ready, ...files.map((file, at) => ledgerOf(file, at + 2)))
    for (const [at, file] of files.entries()) {
      const printed = await server.until(new RegExp(`"id":${at + 2}\\b`))
      const answer = printed.split('\n').find(line => line.includes(`"id":${at + 2}`)) ?? ''
      expect(JSON.parse(answer).result).toMatchObject({ isError: true })
      expect(answer).toContain(`Cannot read ${file}`)
    }
    server.child.stdin?.end()
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  it('says nothing but answers to a client that asks much and reads late', async () => {
    const server = start()
    send(server, hello, ready)
    await server.until(/"id":1\b/)
    server.child.stdout?.pause()
    const ids = Array.from({ length: 100 }, (_, at) => at + 2)
    send(server, ...ids.map(id => ({ id, method: 'tools/list' })))
    await new Promise(resolve => setTimeout(resolve, 500))
    server.child.stdout?.resume()
    await server.until(/"id":101\b/)
    server.child.stdin?.end()
    await server.ended
    for (const line of server.printed().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('result')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s while its client stays connected', async signal => {
    const server = start()
    send(server, hello, ready, ledgerOf(fifo, 2))
    await server.until(/"id":2\b/)
    server.child.kill(signal)
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s over HTTP, with a connection open', async signal => {
    const server = start('--http', '0')
    const [, url = ''] = /on (http:\S+)/.exec(await server.until(/on http:\S+\n/)) ?? []
    const post = (message: object) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          connection: 'keep-alive',
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    expect((await post(hello)).status).toBe(200)
    expect(await (await post(ledgerOf(fifo, 2))).text()).toContain('it is a pipe or a device')
    server.child.kill(signal)
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })
})
