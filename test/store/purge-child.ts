/** Purges everything in the store of its argument, one line for each step. */
import { writeSync } from 'node:fs'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const [, , file = ''] = process.argv
const store = sqliteStore(file)
for (const { phase } of store.purgeSteps({ everything: true })) writeSync(1, `${phase}\n`)
store.close()
