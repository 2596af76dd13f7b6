/** Stores in a SQLite file, by their address. */
import { existsSync } from 'node:fs'
import type { StoreKind } from '../store-kind.ts'
import { openSqlite, type SqliteOptions } from './open-sqlite.ts'
import { sqliteFile } from './sqlite-file.ts'

export const sqliteKind: StoreKind<SqliteOptions> = {
  name: 'sqlite',
  example: 'sqlite:FILE',
  accepts: address => sqliteFile(address) !== undefined,
  exists: address => existsSync(pathOf(address)),
  open: (address, options) => openSqlite(pathOf(address), options),
  show: pathOf,
}

function pathOf(address: string): string {
  return sqliteFile(address) ?? address
}
