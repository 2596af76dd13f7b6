/** Work behind a store's back: what damage, other programs and newer versions do. */
import { DatabaseSync } from 'node:sqlite'

export function tamper(file: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  // Newer Node guards the tables of an index against exactly this.
  ;(database as { enableDefensive?(active: boolean): void }).enableDefensive?.(false)
  try {
    for (const statement of statements) database.exec(statement)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

export function valueIn(file: string, sql: string): unknown {
  const database = new DatabaseSync(file)
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0]
  } finally {
    database.close()
  }
}
