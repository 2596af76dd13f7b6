import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Never answers. */
  readonly hang?: true
}

export interface LocalEndpoint extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
}

/** A real server on this machine that answers every POST as `reply` says, and remembers what it was asked. */
export async function localEndpoint(reply: (received: Received) => Reply): Promise<LocalEndpoint> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') }
    received.push(one)
    const { status = 200, headers = {}, body = '', hang } = reply(one)
    if (hang) return
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
