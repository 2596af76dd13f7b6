/** The official client, connected to `fovea mcp` in the ways that there are. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const launcher = join(import.meta.dirname, '../../../bin/fovea.js')

/** Clients of the protocol since 2026 ask first; those before shake hands. */
export type Era = 'auto' | 'legacy'

export interface Connection {
  readonly client: Client
  /** Of the process, where one was started. */
  readonly pid: number | null
  end(): Promise<void>
}

export async function connectStdio(store: string, era: Era): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', '--store', store],
    stderr: 'inherit',
  })
  const client = clientOf(era)
  await client.connect(transport)
  return { client, pid: transport.pid, end: () => client.close() }
}

export interface HttpProcess {
  readonly url: string
  end(): Promise<void>
}

export async function startHttpProcess(store: string): Promise<HttpProcess> {
  const child = spawn(process.execPath, [launcher, 'mcp', '--http', '0', '--store', store])
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer): void => {
      printed += chunk.toString()
      const found = /^fovea mcp on (http:\S+)$/m.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(printed)))
  })
  return {
    url,
    end: async () => {
      child.kill('SIGTERM')
      const code = await ended
      if (code !== 0) throw new Error(`fovea mcp ended with ${code}`)
    },
  }
}

export async function connectHttp(
  url: string,
  era: Era,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = clientOf(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

function clientOf(era: Era): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
}
