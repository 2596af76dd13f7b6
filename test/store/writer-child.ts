/** Records runs in the store named by its arguments until it is killed, or as many as its arguments say; prints each handle once it is safe. */
import { writeSync } from 'node:fs'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { runOf } from './samples.ts'

const [, , file = '', name = '', most = 'Infinity'] = process.argv

const store = sqliteStore(file, { busyTimeout: 30_000 })
for (let count = 0; count < Number(most); count += 1) {
  const run = runOf(
    [`${name} ${count} small`, `${name} ${count} ${'large '.repeat(count % 500)}`, 'shared by all'],
    name,
  )
  store.record(run)
  // Synchronous, so that a line is out before the next run begins.
  writeSync(1, `${run.originals.map(({ hash }) => handleOf(hash)).join(' ')}\n`)
}
store.close()
