/** The package `pg`, where it is installed: it is an optional peer, and tests that need it are skipped without. */
import type { PgPool } from '../../src/store/postgres/postgres-store.ts'

export interface PgConnection {
  connect(): Promise<void>
  query(text: string): Promise<{ rows: readonly unknown[] }>
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

interface PgDriver {
  readonly Client: new (settings: object) => PgConnection
  readonly Pool: new (settings: object) => PgPool & Pick<PgConnection, 'query'>
}

const name: string = 'pg'

export const pg: PgDriver | undefined = await import(name).then(
  (loaded: { default: PgDriver }) => loaded.default,
  () => undefined,
)

/** Throws where it is not installed. */
export function pgDriver(): PgDriver {
  if (pg === undefined) throw new Error('The package pg is not installed.')
  return pg
}
