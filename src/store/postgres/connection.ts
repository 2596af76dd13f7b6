/** The only access to a PostgreSQL server: statements, transactions that are retried, and failures as `FoveaError`s. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FoveaError } from '../../errors.ts'
import { closed } from '../store-error.ts'
import { isLost, isTransient, postgresError } from './postgres-error.ts'

/** The part of a `pg` client that is used. */
export interface PgClient {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>
  release(isBroken?: boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** The part of a `pg` pool that is used. */
export interface PgPool {
  connect(): Promise<PgClient>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface Statements {
  /** `Row` is what the statement selects; it is not checked. Whole numbers come as float8. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Connection extends Statements {
  /** The address for display. */
  readonly place: string
  /** One transaction, all or nothing; `work` is repeated if it conflicts with others. */
  write<Result>(work: (transaction: Statements) => Promise<Result>): Promise<Result>
  /** Runs one statement outside of a transaction and without a time limit, such as VACUUM. */
  maintain(sql: string): Promise<void>
  close(): Promise<void>
}

interface ConnectionSettings {
  readonly place: string
  readonly deadlineMs: number
  /** The maximum number of connections; absent if the pool is not ours. */
  readonly poolSize?: number
  /** Called at the first use, and again after it failed. */
  open(): Promise<PgPool>
  /** Runs once, before everything else. */
  prepare(connection: Statements): Promise<void>
  /** Whether to end the pool when the store is closed. */
  readonly isOwner: boolean
}

/**
 * If all connections of this process are in use, a call waits for a multiple of its deadline: the server is reachable, and a
 * session that continues without its state could send what another replica has not sent.
 */
const queuePatience = 10

/** Milliseconds after which an unreachable server is tried again; until then every call fails immediately. */
const probeMs = 500

export function connectionTo(settings: ConnectionSettings): Connection {
  const { place, deadlineMs } = settings
  let isOpen = true
  let pool: Promise<PgPool> | undefined
  let ready: Promise<void> | undefined
  const queue = connectionQueue(settings.poolSize ?? Number.POSITIVE_INFINITY)
  let away: { readonly until: number; readonly error: FoveaError } | undefined

  const poolOf = (): Promise<PgPool> => {
    pool ??= settings.open().then(
      made => {
        // A broken idle connection is replaced; without a listener the error would end the process.
        made.on('error', () => {})
        return made
      },
      error => {
        pool = undefined
        throw error
      },
    )
    return pool
  }
  const once = async <Result>(work: (client: PgClient) => Promise<Result>): Promise<Result> => {
    const client = await (await poolOf()).connect()
    let isBroken = false
    // A connection that breaks between two statements reports it here; without a listener the error would end the process.
    const onBreak = (): void => {
      isBroken = true
    }
    client.on('error', onBreak)
    try {
      return await work(client)
    } catch (error) {
      isBroken ||= isLost(error)
      throw error
    } finally {
      client.off('error', onBreak)
      client.release(isBroken)
    }
  }
  const attempt = async <Result>(work: (client: PgClient) => Promise<Result>): Promise<Result> => {
    if (!isOpen) throw closed()
    const leave = await queue.enter(deadlineMs * queuePatience)
    if (leave === undefined) throw postgresError(exhausted, place)
    try {
      return await attemptNow(work)
    } finally {
      leave()
    }
  }
  const attemptNow = async <Result>(work: (client: PgClient) => Promise<Result>): Promise<Result> => {
    if (!isOpen) throw closed()
    if (away !== undefined && performance.now() < away.until) throw away.error
    const end = away === undefined ? performance.now() + deadlineMs : 0
    for (let pause = 10; ; pause = Math.min(pause * 2, 500)) {
      try {
        const result = await once(work)
        away = undefined
        return result
      } catch (error) {
        if (!isOpen) throw closed()
        const known = postgresError(error, place)
        if (isTransient(error) && performance.now() + pause < end) {
          // A random pause, so that conflicting writers do not retry at the same time.
          await sleep(pause * (0.5 + Math.random()))
          continue
        }
        away =
          known.code === 'store-unreachable'
            ? { until: performance.now() + probeMs, error: known }
            : undefined
        throw known
      }
    }
  }
  const prepared = (): Promise<void> => {
    ready ??= attempt(client => settings.prepare(statementsOf(client))).catch(error => {
      ready = undefined
      throw error
    })
    return ready
  }
  const write = async <Result>(work: (transaction: Statements) => Promise<Result>): Promise<Result> => {
    await prepared()
    return attempt(async client => {
      await client.query({ text: `BEGIN; SET LOCAL lock_timeout = ${deadlineMs}` })
      try {
        const result = await work(statementsOf(client))
        await client.query({ text: 'COMMIT' })
        return result
      } catch (error) {
        if (!isLost(error)) await client.query({ text: 'ROLLBACK' })
        throw error
      }
    })
  }
  return {
    place,
    async rows(sql, values) {
      await prepared()
      return attempt(client => statementsOf(client).rows(sql, values))
    },
    write,
    async maintain(sql) {
      await prepared()
      await attempt(client =>
        client.query({ text: sql, query_timeout: 0 } as Parameters<PgClient['query']>[0]),
      )
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      const made = await pool?.catch(() => undefined)
      if (settings.isOwner) await made?.end()
    },
  }
}

/** The code that the server uses if its own connections are exhausted. */
const exhausted: Error = Object.assign(new Error('all connections of this process are in use'), {
  code: '53300',
})

function statementsOf(client: PgClient): Statements {
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query({ text, values: [...values] })).rows as Row[],
  }
}

/** Calls that wait for one of a few connections, in order of arrival. */
interface ConnectionQueue {
  /** Resolves with a function that returns the place; `undefined` if none became free in time. */
  enter(patienceMs: number): Promise<(() => void) | undefined>
}

function connectionQueue(places: number): ConnectionQueue {
  const waiting = new Set<() => void>()
  let free = places
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }
  return {
    enter(patienceMs) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(leave)
      }
      return new Promise(resolve => {
        const timer = setTimeout(() => {
          waiting.delete(next)
          resolve(undefined)
        }, patienceMs)
        const next = (): void => {
          clearTimeout(timer)
          resolve(leave)
        }
        waiting.add(next)
      })
    },
  }
}
