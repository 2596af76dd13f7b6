/** A PostgreSQL server in a folder of its own, started and stopped as tests need it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pgDriver } from './pg-driver.ts'
import { postgresBinaries } from './postgres-binaries.ts'

export interface PostgresServer {
  readonly port: number
  /** Of a database; `postgres` is always there. */
  url(database?: string): string
  /** Resolves once it takes connections. */
  start(): Promise<void>
  /** `immediate` is like a power cut; `fast` ends connections, then the server. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
  /** While it runs. */
  pid(): number
}

export interface ServerOptions {
  /** Whether a commit outlives the machine; it outlives the server in any case. @default false */
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

const nobody = 65534

type Identity = { readonly uid: number; readonly gid: number } | { readonly uid?: undefined }

/** PostgreSQL refuses to run as root. */
const identity: Identity = process.getuid?.() === 0 ? unprivileged() : {}

function unprivileged(): Identity {
  const idOf = (flag: string): number =>
    Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10) || nobody
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Throws where no server is on this machine. */
export async function createPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const binaries = postgresBinaries()
  if (binaries === undefined) throw new Error('There is no PostgreSQL server on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'fovea-postgres-'))
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'fovea', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...identity, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  let server: ChildProcess | undefined
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    ...(options.durable === true ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.settings,
  }
  const url = (database = 'postgres'): string => `postgres://fovea@127.0.0.1:${port}/${database}`
  const stop = async (mode: 'fast' | 'immediate' = 'immediate'): Promise<void> => {
    if (server === undefined) return
    const ending = server
    server = undefined
    if (ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  return {
    port,
    url,
    async start() {
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
        ...identity,
        cwd: '/',
        stdio: 'ignore',
      })
      const started = server
      for (let tries = 0; tries < 400; tries += 1) {
        if (started.exitCode !== null) throw new Error(`postgres ended with ${started.exitCode}`)
        if (await answers(url())) return
        await sleep(25)
      }
      throw new Error('postgres did not start')
    },
    stop,
    pid: () => server?.pid ?? 0,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new (pgDriver().Client)({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
