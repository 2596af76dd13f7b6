import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { type CleanNamespaces, cleanNamespaces } from '../postgres/clean-namespaces.ts'
import { newDatabase, noPostgres } from '../postgres/shared-postgres.ts'
import type { StoreUnderTest } from './contract.ts'
import { originalOf, runOf } from './samples.ts'
import { describeSearch } from './search-contract.ts'

describe.skipIf(noPostgres).each(['pg_trgm', 'tsvector'] as const)(
  'search by %s among many texts',
  search => {
    const wanted = [
      'a rare needle-4711 in the hay',
      'a share of 100% in file_name with a \\\\ backslash',
      "it's “quoted” and 'so on'",
      'メモリ不足のためビルドが失敗しました',
      'two words here: alpha, and far behind: omega',
    ]
    let store: Store
    beforeAll(async () => {
      store = postgresStore(await newDatabase('many'), { spill: false, search })
      await store.put(wanted.map(text => originalOf(text)))
      await store.record(runOf(['in a session: needle-4711'], 'one'))
      await store.put(
        Array.from({ length: 700 }, (_, index) => originalOf(`frequent filler ${index} x100y fileXname`)),
      )
    })
    afterAll(() => store.close())

    it.each([
      ['needle-4711', 2],
      ['100% file_name', 1],
      ['\\\\ backslash', 1],
      ["it's 'so", 1],
      ['ビルドが失敗', 1],
      ['omega alpha', 1],
      ['omega filler', 0],
      ['filler 17', 17],
      ['frequent', 20],
      ['ズ', 0],
    ])('finds old and new: %s', async (query, count) => {
      const hits = await store.search(query)
      expect(hits).toHaveLength(count)
    })

    it('finds within a session', async () => {
      expect(await store.search('needle-4711', { session: 'one' })).toHaveLength(1)
      expect(await store.search('needle-4711', { session: 'other' })).toEqual([])
    })
  },
)

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
