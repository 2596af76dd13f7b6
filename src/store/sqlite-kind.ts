/** Stores in a file of SQLite, by their address. */
import { existsSync } from 'node:fs'
import { sqliteStore } from './sqlite.ts'
import type { StoreKind } from './store-kind.ts'

/** The path of a file, with `sqlite:` before it or without. */
export const sqliteKind: StoreKind = {
  name: 'sqlite',
  example: 'sqlite:FILE',
  accepts: address => address.startsWith('sqlite:') || !/^[a-z][a-z0-9+.-]*:\/\//i.test(address),
  exists: address => existsSync(pathOf(address)),
  open: (address, options) => sqliteStore(pathOf(address), options),
  show: pathOf,
}

function pathOf(address: string): string {
  return address.startsWith('sqlite:') ? address.slice('sqlite:'.length).replace(/^\/\//, '') : address
}
