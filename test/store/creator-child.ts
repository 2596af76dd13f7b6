/** Opens one new store after the other at agreed instants, so that several of these collide in creating it. */
import { join } from 'node:path'
import { sqliteStore } from '../../src/store/sqlite.ts'
import { originalOf } from './samples.ts'

const [, , directory = '', begin = '0', name = ''] = process.argv

for (let index = 0; index < 30; index += 1) {
  const instant = Number(begin) + index * 30
  while (Date.now() < instant);
  const store = sqliteStore(join(directory, `store-${index}.db`), { busyTimeout: 30_000 })
  store.put([originalOf(`written by ${name}`)])
  store.close()
}
