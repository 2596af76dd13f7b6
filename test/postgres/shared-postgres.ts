/** One PostgreSQL server for a whole run of tests: started with the first test that needs it, ended with the run. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type PgConnection, pg, pgDriver } from './pg-driver.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { createPostgres, type PostgresServer } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresFolder: string
  }
}

const wanted = 'wanted'
const address = 'address'
const failure = 'failure'

/** For vitest: the server belongs to the main process, which outlives every worker. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-tests-'))
  project.provide('postgresFolder', folder)
  let server: Promise<PostgresServer> | undefined
  const start = async (): Promise<PostgresServer> => {
    const made = await createPostgres()
    await made.start()
    return made
  }
  const publish = (name: string, text: string): void => {
    writeFileSync(join(folder, `${name}.part`), text)
    renameSync(join(folder, `${name}.part`), join(folder, name))
  }
  const watch = setInterval(() => {
    if (server !== undefined || !existsSync(join(folder, wanted))) return
    server = start()
    server.then(
      made => publish(address, made.url()),
      error => publish(failure, String(error)),
    )
  }, 50)
  watch.unref()
  return async () => {
    clearInterval(watch)
    await server?.then(made => made.remove()).catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Why tests with a server are skipped; `undefined` where they are not. */
export const noPostgres: string | undefined =
  pg === undefined
    ? 'the package pg is not installed'
    : postgresBinaries() === undefined
      ? 'there is no PostgreSQL server on this machine'
      : undefined

/** The address of a new, empty database. */
export async function newDatabase(name: string): Promise<string> {
  const base = await sharedAddress()
  const database = `${name}_${process.pid}_${Date.now().toString(36)}`
  await withClient(base, client => client.query(`CREATE DATABASE ${database}`))
  return base.replace(/\/postgres$/, `/${database}`)
}

export async function withClient<Result>(
  url: string,
  work: (client: PgConnection) => Promise<Result>,
): Promise<Result> {
  const client = new (pgDriver().Client)({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function sharedAddress(): Promise<string> {
  const folder = inject('postgresFolder')
  writeFileSync(join(folder, wanted), '')
  for (let tries = 0; tries < 600; tries += 1) {
    if (existsSync(join(folder, address))) return readFileSync(join(folder, address), 'utf8')
    if (existsSync(join(folder, failure))) throw new Error(readFileSync(join(folder, failure), 'utf8'))
    await sleep(50)
  }
  throw new Error('The PostgreSQL server did not start.')
}
