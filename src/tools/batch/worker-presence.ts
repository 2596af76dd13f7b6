/** Which workers still exist, of those that hold jobs of a queue in PostgreSQL. */
import type { PgClient, PgPool } from '../../store/postgres/postgres-store.ts'

/** After this time, a job of a worker that no longer exists is given to another one. */
const lostAfterSeconds = 10

interface WorkerPresence {
  announce(id: string): void
  /** Workers that hold jobs and no longer exist. */
  lost(): Promise<readonly string[]>
  leave(): Promise<void>
}

interface HeldConnection {
  readonly client: PgClient
  readonly drop: () => void
}

const key = 'hashtextextended($1, 7)'

/** A lock of a connection ends with its process, even if that is killed: a worker that holds jobs without a lock is gone. */
export async function workerPresence(pool: PgPool): Promise<WorkerPresence> {
  const own = new Set<string>()
  let held: Promise<HeldConnection> | undefined
  /** A connection that breaks takes its locks along: the next one takes them again. */
  const connect = async (): Promise<HeldConnection> => {
    const client = await pool.connect().catch(error => {
      held = undefined
      throw error
    })
    let isDropped = false
    const drop = (): void => {
      // A broken connection may report several errors, also when there is a new one.
      if (isDropped) return
      isDropped = true
      held = undefined
      client.release(true)
    }
    client.on('error', drop)
    try {
      for (const id of own) await lock(client, id)
    } catch (error) {
      drop()
      throw error
    }
    return { client, drop }
  }
  const connection = (): Promise<HeldConnection> => {
    held ??= connect()
    return held
  }
  /** A connection may break before anybody hears of it: after a failed statement the next one is asked. */
  const ask = async <T>(question: (client: PgClient) => Promise<T>): Promise<T> => {
    const { client, drop } = await connection()
    return question(client).catch(error => {
      drop()
      throw error
    })
  }
  await connection()
  return {
    announce(id) {
      own.add(id)
      void ask(client => lock(client, id)).catch(() => {})
    },
    lost: () =>
      ask(async client => {
        const { rows } = await client.query({
          text: `SELECT DISTINCT locked_by FROM graphile_worker.jobs
          WHERE locked_by IS NOT NULL AND locked_at < now() - make_interval(secs => ${lostAfterSeconds})`,
        })
        const ids = (rows as { locked_by: string }[]).map(row => row.locked_by).filter(id => !own.has(id))
        const gone: string[] = []
        for (const id of ids) if (await isFree(client, id)) gone.push(id)
        return gone
      }),
    async leave() {
      const last = await held?.catch(() => undefined)
      last?.drop()
    },
  }
}

/** Shared: a new connection need not wait until the server knows that the one before it is gone. */
function lock(client: PgClient, id: string): Promise<unknown> {
  return client.query({ text: `SELECT pg_advisory_lock_shared(${key})`, values: [id] })
}

async function isFree(client: PgClient, id: string): Promise<boolean> {
  const { rows } = await client.query({ text: `SELECT pg_try_advisory_lock(${key}) AS free`, values: [id] })
  const { free } = rows[0] as { free: boolean }
  if (free) await client.query({ text: `SELECT pg_advisory_unlock(${key})`, values: [id] })
  return free
}
