import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Driver } from '../../src/store/sqlite-connection.ts'
import { openStore } from '../../src/store/sqlite-open.ts'
import { codeOf } from './error-of.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

/** A database that is locked for the first tries to change its journal, as when two processes create one store. */
function lockedFor(tries: number): (location: string | URL) => Driver {
  let left = tries
  return location => {
    const database = new DatabaseSync(location)
    return {
      get isTransaction() {
        return database.isTransaction
      },
      exec(sql) {
        if (sql.includes('journal_mode') && left-- > 0)
          throw Object.assign(new Error('database is locked'), { errcode: 5 })
        database.exec(sql)
      },
      prepare: sql => database.prepare(sql),
      close: () => database.close(),
    }
  }
}

describe('opening a SQLite store that another process is creating', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  const open = (busyTimeout: number) =>
    openStore(place.file, { busyTimeout, maxBytes: 1 << 30, connect: lockedFor(3) })

  it('waits, though SQLite does not', () => {
    const connection = open(5000)
    expect(connection.row<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode).toBe('wal')
    connection.close()
  })

  it('waits no longer than it may', async () => {
    expect(await codeOf(() => open(20))).toBe('store-locked')
  })
})
