import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { copyStore } from '../../src/store/copy-store.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { batchesIn } from '../../src/tools/batch/stored-batches.ts'
import { temporaryPlace } from './temporary-place.ts'

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

describe('a store', () => {
  it('is not copied into itself, by whatever name', async () => {
    const place = temporaryPlace()
    const [source, target] = [sqliteStore(place.file), sqliteStore(place.file)]
    const ask = { role: 'user', content: 'What went wrong?' }
    const output = { role: 'tool', content: 'INFO ok\n'.repeat(500) }
    compressSync([ask, output, ask], { budget: 200, store: source, strict: true })
    await expect(copyStore(source, target, { name: './store.db' })).rejects.toThrow('into itself')
    expect(source.stats().receipts).toBe(1)
    source.close()
    target.close()
    place.remove()
  })
})
