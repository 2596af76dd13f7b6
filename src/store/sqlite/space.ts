/** The space that a SQLite store takes, and how freed space is returned to the disk. */
import { errorAtFile } from '../../errors.ts'
import type { StoreStep } from '../store.ts'
import { triedAgain } from '../store-steps.ts'
import type { Connection } from './connection.ts'

interface Space {
  /** Bytes of the file, without its log. */
  readonly fileBytes: number
  /** Without free pages. */
  readonly usedBytes: number
  readonly freePages: number
}

export function spaceOf(connection: Connection): Space {
  const row = connection.row<{ pages: number; free: number; size: number }>(
    `SELECT page_count AS pages, freelist_count AS free, page_size AS size
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  ) ?? { pages: 0, free: 0, size: 0 }
  return {
    fileBytes: row.pages * row.size,
    usedBytes: (row.pages - row.free) * row.size,
    freePages: row.free,
  }
}

/** `false` for a file that was not created by this store: only rewriting the whole file returns space. */
export function isVacuumedInSteps(connection: Connection): boolean {
  return connection.row<{ auto_vacuum: number }>('PRAGMA auto_vacuum')?.auto_vacuum === 2
}

const pagesInStep = 250

/** Returns free pages to the disk. */
export function* giveSpaceBack(connection: Connection): Generator<StoreStep> {
  if (!isVacuumedInSteps(connection)) return
  const total = spaceOf(connection).freePages
  for (let free = total; free > 0; ) {
    const waiting: StoreStep = { phase: 'space', done: total - free, total }
    yield* triedAgain(waiting, () => connection.exec(`PRAGMA incremental_vacuum(${pagesInStep})`))
    const left = spaceOf(connection).freePages
    if (left >= free) return
    free = left
    yield { phase: 'space', done: total - free, total }
  }
}

/** The maximum that SQLite allows. */
export const maxPages = 0xfffffffe

export function pageLimit(connection: Connection): number {
  return connection.row<{ max_page_count: number }>('PRAGMA max_page_count')?.max_page_count ?? maxPages
}

/** A store at its size limit needs a little more space to become smaller. The limit never falls below the size. */
export function withoutLimit<Result>(connection: Connection, limit: number, work: () => Result): Result {
  connection.exec(`PRAGMA max_page_count = ${maxPages}`)
  try {
    return work()
  } finally {
    connection.exec(`PRAGMA max_page_count = ${limit}`)
  }
}

/** Rewrites the whole file; no other process can write meanwhile. */
export function rewriteFile(connection: Connection): void {
  connection.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
}

const patience = 25

/** Moves the write-ahead log into the database and truncates it. */
export function* emptyLog(connection: Connection, consequence: string): Generator<StoreStep> {
  const timeout = connection.row<{ timeout: number }>('PRAGMA busy_timeout')?.timeout ?? 0
  const end = performance.now() + timeout
  // Most of it works without the write lock.
  connection.row('PRAGMA wal_checkpoint(PASSIVE)')
  while (isLogInUse(connection, timeout)) {
    if (performance.now() >= end)
      throw errorAtFile(
        'store-locked',
        connection.file,
        `Another process is using the store ${connection.file}. ${consequence} when it is done.`,
      )
    yield { phase: 'log', done: 0 }
  }
}

/** A truncation holds the write lock while it waits for readers, so each wait is short, and writers get in between. */
function isLogInUse(connection: Connection, timeout: number): boolean {
  connection.exec(`PRAGMA busy_timeout = ${Math.min(patience, timeout)}`)
  try {
    return connection.row<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 1
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}
