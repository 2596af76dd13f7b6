/** The only access to a database: statements prepared once, transactions, and every failure as a `FoveaError`. */
import { closed } from '../store-error.ts'
import { sqliteError } from './sqlite-error.ts'

type Value = null | number | string | Uint8Array

/** The part of `DatabaseSync` that is used. */
export interface Driver {
  readonly isTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

interface Statement {
  run(...values: Value[]): unknown
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

export interface Connection {
  readonly file: string
  exec(sql: string): void
  /** Values are bound to plain `?` in order: Node 22 does not bind `?1` by position. */
  run(sql: string, values?: readonly Value[]): void
  /** `Row` is what the statement selects; it is not checked. */
  row<Row>(sql: string, values?: readonly Value[]): Row | undefined
  rows<Row>(sql: string, values?: readonly Value[]): readonly Row[]
  /** One snapshot for everything that `work` reads; temporary tables end with it. */
  read<Result>(work: () => Result): Result
  /** All or nothing. Takes the write lock at the start, so that it cannot fail halfway. */
  write<Result>(work: () => Result): Result
  /** The same for rows that are deleted and inserted again: without checking references to them. */
  rewrite<Result>(work: () => Result): Result
  close(): void
}

export function connectionTo(file: string, driver: Driver): Connection {
  const statements = new Map<string, Statement>()
  let isOpen = true

  const attempt = <Result>(work: () => Result): Result => {
    if (!isOpen) throw closed()
    try {
      return work()
    } catch (error) {
      throw sqliteError(error, file)
    }
  }
  const prepared = (sql: string): Statement => {
    const statement = statements.get(sql) ?? driver.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const transaction = <Result>(begin: string, end: string, work: () => Result): Result =>
    attempt(() => {
      driver.exec(begin)
      try {
        const result = work()
        driver.exec(end)
        return result
      } catch (error) {
        // After a full disk, SQLite has already rolled back.
        if (driver.isTransaction) driver.exec('ROLLBACK')
        throw error
      }
    })

  return {
    file,
    exec: sql => attempt(() => driver.exec(sql)),
    run: (sql, values = []) => attempt(() => void prepared(sql).run(...values)),
    row: <Row>(sql: string, values: readonly Value[] = []) =>
      attempt(() => prepared(sql).get(...values) as Row | undefined),
    rows: <Row>(sql: string, values: readonly Value[] = []) =>
      attempt(() => prepared(sql).all(...values) as Row[]),
    read: work => transaction('BEGIN', 'ROLLBACK', work),
    write: work => transaction('BEGIN IMMEDIATE', 'COMMIT', work),
    rewrite: work =>
      attempt(() => {
        driver.exec('PRAGMA foreign_keys = OFF')
        try {
          return transaction('BEGIN IMMEDIATE', 'COMMIT', work)
        } finally {
          driver.exec('PRAGMA foreign_keys = ON')
        }
      }),
    close() {
      if (isOpen) attempt(() => driver.close())
      isOpen = false
    },
  }
}
