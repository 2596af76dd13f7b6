import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { describeStore } from './contract.ts'
import { temporaryPlace } from './temporary-place.ts'

describeStore('the SQLite store', () => {
  const place = temporaryPlace()
  return {
    store: sqliteStore(place.file),
    reopen: () => sqliteStore(place.file),
    dispose: place.remove,
  }
})
