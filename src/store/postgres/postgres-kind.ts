/** Stores on a PostgreSQL server, by their address. Nothing of them is loaded before one is opened. */
import type { StoreKind } from '../store-kind.ts'
import { waitingStore } from '../waiting-store.ts'
import { isPostgresAddress, postgresAddress } from './postgres-address.ts'

export const postgresKind: StoreKind = {
  name: 'postgres',
  accepts: isPostgresAddress,
  exists: () => true,
  open(address, options) {
    // What cannot be an address is refused here, and not with the first call.
    postgresAddress(address)
    return waitingStore(address, options)
  },
  openLater: async (address, options) =>
    (await import('./postgres-store.ts')).postgresStore(address, options),
  show: address => postgresAddress(address).shown,
}
