import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenMcpHttp, type McpHttpOptions, type McpHttpServer } from '../../src/mcp/index.ts'
import { connectHttp } from './connect-client.ts'

async function listening(options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const server = await listenMcpHttp(options)
  onTestFinished(() => server.close())
  return server
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

function post(
  { port }: McpHttpServer,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = ping,
  path = '/mcp',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        path,
        host: '127.0.0.1',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      response => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

describe('the server over HTTP', () => {
  it('answers only those who ask for this machine by its own name', async () => {
    const server = await listening()
    expect(await post(server, {})).toBe(200)
    expect(await post(server, { host: `localhost:${server.port}` })).toBe(200)
    expect(await post(server, { host: 'attacker.example' })).toBe(403)
    expect(await post(server, { host: `127.0.0.1.attacker.example:${server.port}` })).toBe(403)
  })

  it('answers no web page of another place', async () => {
    const server = await listening()
    expect(await post(server, { origin: 'http://localhost:5173' })).toBe(200)
    expect(await post(server, { origin: 'https://attacker.example' })).toBe(403)
    expect(await post(server, { origin: 'null' })).toBe(403)
  })

  it('answers under further names where it is told to', async () => {
    const server = await listening({ allowedHosts: ['box.internal'] })
    expect(await post(server, { host: 'box.internal:80' })).toBe(200)
    expect(await post(server, { host: 'other.internal' })).toBe(403)
  })

  it('is in one place', async () => {
    const server = await listening()
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`)
    expect(await post(server, {}, ping, '/')).toBe(404)
    expect(await post(server, {}, '{')).toBe(400)
  })

  it('keeps one store for all its requests, and reads no files where it may not', async () => {
    const server = await listening({ sessionFiles: false })
    const client = await connectHttp(server.url, 'auto')
    onTestFinished(() => client.close())
    const text = 'a line that repeats itself\n'.repeat(2000)
    await client.callTool({ name: 'compress', arguments: { text, budget: 100 } })
    const stats = await client.callTool({ name: 'stats', arguments: {} })
    expect(stats.structuredContent).toMatchObject({ originals: 1, bytes: text.length })
    const ledger = await client.callTool({ name: 'ledger', arguments: { file: import.meta.filename } })
    expect(ledger).toMatchObject({ isError: true })
    expect(JSON.stringify(ledger.content)).toContain('reads no files')
  })

  it('says that a port is taken', async () => {
    const { port } = await listening()
    await expect(listenMcpHttp({ port })).rejects.toMatchObject({
      code: 'invalid-option',
      message: `Port ${port} on 127.0.0.1 is in use; name another with --http, or 0 for any that is free.`,
    })
  })
})
