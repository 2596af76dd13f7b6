import { afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { type CleanNamespaces, cleanNamespaces } from '../postgres/clean-namespaces.ts'
import { newDatabase, noPostgres } from '../postgres/shared-postgres.ts'
import type { StoreUnderTest } from './contract.ts'
import { describeSearch } from './search-contract.ts'

describe.skipIf(noPostgres)('the PostgreSQL store without the extension pg_trgm', () => {
  let namespaces: CleanNamespaces
  let under: StoreUnderTest
  beforeAll(async () => {
    namespaces = cleanNamespaces(await newDatabase('vectors'), { search: 'tsvector' })
  })
  beforeEach(async () => {
    under = await namespaces.take()
  })
  afterEach(async () => {
    await under.store.close()
    await under.dispose?.()
  })
  describeSearch((): Store => under.store)
})
