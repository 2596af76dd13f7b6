import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../../src/store/store.ts'
import { finishSteps } from '../../src/store/store-steps.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { errorOf } from './error-of.ts'
import { noise, originalOf, runOf } from './samples.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

const sound = { corrupt: [], problems: [] }
const content = noise(40_000)
/** No codec makes it smaller, and search has little to do with it. */
const textOf = (number: number): Buffer => Buffer.concat([Buffer.from(`text ${number}`), content])
const named = (text: Buffer): string => handleOf(originalOf(text).hash)

const probe = smallDisk(1)
probe?.remove()
const why = probe === undefined ? ', which cannot be mounted here' : ''

describe.skipIf(probe === undefined)(`a SQLite store on a disk of 12 MB${why}`, { timeout: 300_000 }, () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = smallDisk(12) as SmallDisk
  })
  afterEach(() => disk.remove())

  /** Runs of one text each, ten in a session. */
  const write = (store: SyncStore, from: number, to: number): readonly Buffer[] =>
    Array.from({ length: to - from }, (_, at) => {
      const text = textOf(from + at)
      const id = `session ${Math.floor((from + at) / 10)}`
      store.record({
        ...runOf([`note ${from + at}`]),
        originals: [originalOf(text)],
        views: [],
        session: { id },
      })
      return text
    })

  const readAll = (store: SyncStore, texts: readonly Buffer[]): void => {
    for (const text of texts) expect(text.equals(store.get(named(text)))).toBe(true)
  }

  it('says so while it is being written, has all that it took, and goes on when there is room', async () => {
    const store = sqliteStore(disk.file)
    const texts = [...write(store, 0, 20)]
    disk.fill(500_000)
    const error = await errorOf(() => {
      for (let number = 20; ; number += 1) texts.push(...write(store, number, number + 1))
    })
    expect(error.code).toBe('store-full')
    expect(texts.length).toBeGreaterThan(20)
    readAll(store, texts)
    expect(store.verify()).toEqual({ checked: texts.length, ...sound })
    disk.clear()
    texts.push(...write(store, texts.length, texts.length + 5))
    readAll(store, texts)
    expect(store.verify()).toEqual({ checked: texts.length, ...sound })
    store.close()
  })

  it('says so when it is opened, and is opened when there is room', async () => {
    disk.fill(0)
    expect((await errorOf(() => sqliteStore(disk.file))).code).toBe('store-full')
    disk.clear()
    const store = sqliteStore(disk.file)
    readAll(store, write(store, 0, 3))
    store.close()
  })

  it('says so while it is purged, keeps what was not purged, and gives the room back later', async () => {
    const store = sqliteStore(disk.file)
    const texts = write(store, 0, 100)
    // So that what a purge writes has no room that was there before.
    finishSteps(store.compactSteps())
    disk.fill(0)
    const before = statSync(disk.file).size
    expect((await errorOf(() => store.purge({ everything: true }))).code).toBe('store-full')
    const { originals, purged } = store.stats()
    expect(originals + purged).toBe(texts.length)
    const kept = texts.slice(-originals)
    readAll(store, kept)
    expect(store.verify()).toMatchObject(sound)
    disk.clear()
    store.purge({ everything: true })
    expect(store.stats().originals).toBe(0)
    expect(store.verify()).toMatchObject(sound)
    store.close()
    expect(statSync(disk.file).size).toBeLessThan(before / 4)
  })

  it('says so while its file is rewritten as a whole, and is as it was', async () => {
    sqliteStore(disk.file).close()
    const plain = new DatabaseSync(disk.file)
    plain.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM')
    plain.close()
    const store = sqliteStore(disk.file)
    const texts = write(store, 0, 100)
    disk.fill(200_000)
    expect((await errorOf(() => finishSteps(store.compactSteps()))).code).toBe('store-full')
    readAll(store, texts)
    expect(store.verify()).toEqual({ checked: texts.length, ...sound })
    disk.clear()
    finishSteps(store.compactSteps())
    readAll(store, texts)
    store.close()
  })
})
