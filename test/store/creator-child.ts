/** Opens one new store after the other at agreed instants, so that several of these collide in creating it. */
import { join } from 'node:path'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { originalOf } from './samples.ts'

const [, , directory = '', begin = '0', name = ''] = process.argv

for (let index = 0; index < 30; index += 1) {
  const instant = Number(begin) + index * 30
  sleepUntil(instant - 3)
  // A timer wakes each at another moment.
  while (Date.now() < instant);
  const store = sqliteStore(join(directory, `store-${index}.db`), { busyTimeout: 30_000 })
  store.put([originalOf(`written by ${name}`)])
  store.close()
}

function sleepUntil(moment: number): void {
  const rest = moment - Date.now()
  if (rest > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rest)
}
