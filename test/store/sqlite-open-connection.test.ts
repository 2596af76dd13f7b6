import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import type { Driver } from '../../src/store/sqlite/connection.ts'
import { openConnection } from '../../src/store/sqlite/open-connection.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { codeOf } from './error-of.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

/** Called with every statement before the database sees it. */
type Watch = (sql: string) => void

function connectWith(watch: Watch): (location: string | URL) => Driver {
  return location => {
    const database = new DatabaseSync(location)
    return {
      get isTransaction() {
        return database.isTransaction
      },
      exec(sql) {
        watch(sql)
        database.exec(sql)
      },
      prepare(sql) {
        watch(sql)
        return database.prepare(sql)
      },
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

  const open = (busyTimeout: number, watch: Watch) =>
    openConnection(place.file, { busyTimeout, maxBytes: 1 << 30, connect: connectWith(watch) })

  const lockedFor = (tries: number): Watch => {
    let left = tries
    return sql => {
      if (!sql.includes('journal_mode') || left === 0) return
      left -= 1
      throw Object.assign(new Error('database is locked'), { errcode: 5 })
    }
  }

  it('waits, though SQLite does not', () => {
    const connection = open(5000, lockedFor(3))
    expect(connection.row<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode).toBe('wal')
    connection.close()
  })

  it('waits no longer than it may', async () => {
    expect(await codeOf(() => open(20, lockedFor(99)))).toBe('store-locked')
  })

  it('does not take it for the database of another program', () => {
    let tries = 0
    const connection = open(5000, sql => {
      if (!sql.includes('sqlite_schema') || tries > 0) return
      tries += 1
      try {
        sqliteStore(place.file, { busyTimeout: 0 }).close()
      } catch (error) {
        // It may well have to wait, and cannot here.
        if (!FoveaError.isInstance(error) || error.code !== 'store-locked') throw error
      }
    })
    expect(tries).toBe(1)
    connection.close()
  })
})
