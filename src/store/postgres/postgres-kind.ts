/** Stores on a PostgreSQL server, by their address. Their code is loaded when one is opened. */
import type { StoreKind } from '../store-kind.ts'
import { waitingStore } from '../waiting-store.ts'
import { isPostgresAddress, type PostgresOptions, postgresAddress } from './postgres-options.ts'

export const postgresKind: StoreKind<PostgresOptions> = {
  name: 'postgres',
  example: 'postgres://user@host/database',
  accepts: isPostgresAddress,
  exists: () => true,
  open(address, options) {
    // An invalid address is rejected here, not with the first call.
    postgresAddress(address)
    return waitingStore(address, options)
  },
  openLater: async (address, options) =>
    (await import('./postgres-store.ts')).postgresStore(address, options),
  async migrate(address) {
    const { version, search } = await (await import('./postgres-store.ts')).migratePostgres(address)
    const index =
      search === 'pg_trgm'
        ? 'pg_trgm'
        : 'tsvector, as the extension pg_trgm may not be used; search works, with a larger index'
    return `version ${version}, search by ${index}`
  },
  show: address => postgresAddress(address).shown,
  addressForCommand: address => postgresAddress(address).forCommand,
  hasPassword: address => postgresAddress(address).hasPassword,
}
