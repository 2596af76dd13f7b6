/** Namespaces of one database that are emptied and used again: making the tables takes longer than a test. */
import type { PostgresOptions } from '../../src/store/postgres/postgres-options.ts'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { StoreUnderTest } from '../store/contract.ts'
import { withClient } from './shared-postgres.ts'

export interface CleanNamespaces {
  take(): Promise<StoreUnderTest>
}

const tables = [
  'original',
  'held',
  'masked',
  'search_text',
  'view',
  'session',
  'session_use',
  'run',
  'run_original',
  'state',
]

export function cleanNamespaces(url: string, options: PostgresOptions = {}): CleanNamespaces {
  const free: string[] = []
  let made = 0
  return {
    async take() {
      made += 1
      const namespace = free.pop() ?? `n${made}`
      const open = () => postgresStore(url, { spill: false, poolSize: 2, ...options, namespace })
      return {
        store: open(),
        reopen: open,
        async dispose() {
          const names = tables.map(table => `"fovea_${namespace}".${table}`)
          await withClient(url, client =>
            client.query(
              `TRUNCATE ${names.join(', ')} RESTART IDENTITY; ALTER SEQUENCE "fovea_${namespace}".original_id RESTART`,
            ),
          ).catch(error => {
            // A test that never used its store has made no tables.
            if (
              (error as { code?: string }).code !== '42P01' &&
              (error as { code?: string }).code !== '3F000'
            )
              throw error
          })
          free.push(namespace)
        },
      }
    },
  }
}
