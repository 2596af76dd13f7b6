import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { errorOf } from './error-of.ts'
import { originalOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

/** Holds the write lock until its input ends. */
const holder = `
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(process.argv[1])
  database.exec('BEGIN IMMEDIATE')
  console.log('locked')
  process.stdin.resume().on('end', () => database.exec('ROLLBACK'))`

describe('a SQLite store that another process has locked', () => {
  let place: Place
  let other: ChildProcess
  let handle: string
  beforeEach(async () => {
    place = temporaryPlace()
    const store = sqliteStore(place.file)
    handle = store.put([originalOf('there before')])[0]?.handle ?? ''
    store.close()
    other = spawn(process.execPath, ['-e', holder, place.file], { stdio: ['pipe', 'pipe', 'ignore'] })
    await once(other.stdout as NodeJS.ReadableStream, 'data')
  })
  afterEach(async () => {
    if (other.exitCode === null) await release()
    place.remove()
  })

  const release = async () => {
    other.stdin?.end()
    await once(other, 'close')
  }

  it('can be opened and read, says that it is locked, and takes writes again afterwards', async () => {
    const store = sqliteStore(place.file, { busyTimeout: 100 })
    expect(toText(store.get(handle))).toBe('there before')
    const error = await errorOf(() => store.put([originalOf('more')]))
    expect(error.code).toBe('store-locked')
    expect(error.message).toContain(place.file)
    expect(store.stats().originals).toBe(1)
    await release()
    expect(store.put([originalOf('more')])[0]?.added).toBe(true)
    store.close()
  })
})
