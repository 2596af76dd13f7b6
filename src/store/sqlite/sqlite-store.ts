/** The embedded store: one SQLite file, with the SQLite that is part of Node. */
import { optionError } from '../../errors.ts'
import type { SyncStore } from '../store.ts'
import { openSqlite, type SqliteOptions } from './open-sqlite.ts'

export type { SqliteOptions } from './open-sqlite.ts'

/** Creates the file if there is none. Throws a `FoveaError` whose code starts with `store-` if it cannot be used. */
export function sqliteStore(path: string, options: SqliteOptions = {}): SyncStore {
  const { busyTimeout: _, maxBytes: __, ...others } = options
  if (typeof path !== 'string')
    throw optionError(`The path of the store is ${String(path)}; it must be a text, such as "fovea.db".`)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw optionError(`There is no option ${unknown}. Known: busyTimeout, maxBytes.`)
  return openSqlite(path, options)
}
