/** The one seam to a PostgreSQL server: statements, transactions that are tried again, and failures as `FoveaError`s. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FoveaError } from '../../errors.ts'
import { closed } from '../store-error.ts'
import { isLost, isTransient, postgresError } from './postgres-error.ts'

/** What this needs of a connection of `pg`. */
export interface PgClient {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>
  release(isBroken?: boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** What this needs of a `Pool` of `pg`. */
export interface PgPool {
  connect(): Promise<PgClient>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface Statements {
  /** `Row` is what the statement selects; nothing checks it. Whole numbers come as float8. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Connection extends Statements {
  /** As it may be shown. */
  readonly place: string
  /** One transaction, all or nothing; the whole of `work` is done again where others were in its way. */
  write<Result>(work: (transaction: Statements) => Promise<Result>): Promise<Result>
  /** One snapshot for all that `work` reads. */
  read<Result>(work: (transaction: Statements) => Promise<Result>): Promise<Result>
  /** One statement outside of any transaction that takes as long as it takes, such as VACUUM. */
  maintain(sql: string): Promise<void>
  close(): Promise<void>
}

interface ConnectionSettings {
  readonly place: string
  readonly deadlineMs: number
  /** The most that are used at once; absent where the pool is not ours. */
  readonly poolSize?: number
  /** Called with the first use, and after each failure of it. */
  open(): Promise<PgPool>
  /** Done once, before everything else. */
  prepare(connection: Statements): Promise<void>
  /** Whether the pool is ours to end. */
  readonly isOwner: boolean
}

/**
 * For a connection that other calls of this process use, a call waits for a multiple of its deadline: the server is there, and a
 * session that goes on without its state may send what another replica has not sent.
 */
const queuePatience = 10

/** A server that was away is asked again after so long; until then every call fails at once. */
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
        // An idle connection that breaks is replaced; without a listener it would end the process.
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
    // One that breaks between two statements says so here; without a listener it would end the process.
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
          // Not in step with those who were in the way.
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
  const transaction = async <Result>(
    begin: string,
    work: (transaction: Statements) => Promise<Result>,
  ): Promise<Result> => {
    await prepared()
    return attempt(async client => {
      await client.query({ text: begin })
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
    write: work => transaction(`BEGIN; SET LOCAL lock_timeout = ${deadlineMs}`, work),
    read: work => transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
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

/** As the server says it of its own connections. */
const exhausted: Error = Object.assign(new Error('all connections of this process are in use'), {
  code: '53300',
})

function statementsOf(client: PgClient): Statements {
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query({ text, values: [...values] })).rows as Row[],
  }
}

/** Calls that wait for one of a few connections, in the order in which they came. */
interface ConnectionQueue {
  /** Resolves with what gives the place back; `undefined` where none came free in time. */
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
