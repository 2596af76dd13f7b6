import { describe, expect, it } from 'vitest'
import { copyStore } from '../../src/store/copy-store.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { batchesIn } from '../../src/tools/batch/batch-book.ts'

describe('a store of a kind that is not read in parts', () => {
  const drawer: Store = { ...memoryStore() }

  it('is named where it cannot be copied', async () => {
    await expect(copyStore(drawer, memoryStore(), { name: 'drawer:top' })).rejects.toThrow(
      'drawer:top cannot be copied: its kind of store is not read in parts.',
    )
  })

  it('is refused by batches for that reason, and not for how long it lasts', async () => {
    await expect(batchesIn(drawer)).rejects.toThrow('A batch needs a store that is read in parts')
  })
})
