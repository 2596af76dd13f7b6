/** Opens the store named by its argument, reads, then tries to write; prints what came of each as JSON. */
import { FoveaError } from '../../src/errors.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../../src/store/store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { originalOf } from './samples.ts'

const [, , file, handle = ''] = process.argv

function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return FoveaError.isInstance(error) ? error.code : String(error)
  }
}

function tryAll(store: SyncStore) {
  return {
    get: outcome(() => toText(store.get(handle))),
    search: outcome(() => store.search('readable').length),
    verify: outcome(() => store.verify()),
    put: outcome(() => store.put([originalOf('more')])),
    purge: outcome(() => store.purge({ everything: true })),
    close: outcome(() => store.close()),
  }
}

if (file !== undefined) console.log(JSON.stringify(outcome(() => tryAll(sqliteStore(file)))))
