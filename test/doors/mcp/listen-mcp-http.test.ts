import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenMcpHttp, type McpHttpOptions, type McpHttpServer } from '../../../src/doors/mcp/index.ts'
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

  it('answers under further names where configured', async () => {
    const server = await listening({ allowedHosts: ['box.internal'] })
    expect(await post(server, { host: 'box.internal:80' })).toBe(200)
    expect(await post(server, { host: 'other.internal' })).toBe(403)
  })

  it('answers no one without its token, where it has one', async () => {
    const token = 'a secret of thirty characters!'.replaceAll(' ', '-')
    const server = await listening({ token })
    expect(await post(server, {})).toBe(401)
    expect(await post(server, { authorization: `Bearer ${token}x` })).toBe(401)
    expect(await post(server, { authorization: `Basic ${token}` })).toBe(401)
    expect(await post(server, { authorization: `Bearer ${token}` })).toBe(200)
    // The token is no way around the other checks.
    expect(await post(server, { authorization: `Bearer ${token}`, host: 'attacker.example' })).toBe(403)
    const challenge = await fetch(server.url, { method: 'POST', body: ping })
    expect(challenge.headers.get('www-authenticate')).toMatch(/^Bearer /)

    const client = await connectHttp(server.url, 'auto', { authorization: `Bearer ${token}` })
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools).toHaveLength(5)
    await expect(connectHttp(server.url, 'auto')).rejects.toThrow()
  })

  it.each(['0.0.0.0', '::', '192.168.1.7'])('does not listen on %s without a token', async host => {
    await expect(listenMcpHttp({ host })).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringMatching(/^Others can reach .* set FOVEA_MCP_TOKEN \(or --token\)/),
    })
  })

  it('listens elsewhere with one, and answers under the name of that place', async () => {
    const token = 'x'.repeat(16)
    const server = await listening({ host: '0.0.0.0', token })
    const authorization = `Bearer ${token}`
    expect(await post(server, { authorization, host: `0.0.0.0:${server.port}` })).toBe(200)
    expect(await post(server, { authorization, host: 'other.internal' })).toBe(403)
  })

  it.each(['', 'short', 'with a space in between', 'Umläute-sind-nicht-erlaubt'])(
    'refuses %j as a token',
    async token => {
      await expect(listenMcpHttp({ token })).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringContaining('at least 16 characters'),
      })
    },
  )

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
