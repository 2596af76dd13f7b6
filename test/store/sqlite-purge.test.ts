import { existsSync, readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { errorOf } from './error-of.ts'
import { tamper, valueIn } from './raw-database.ts'
import { noise, originalOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

/** Too short to be compressed, so that its bytes are in the file unchanged. */
const secrets = Array.from({ length: 40 }, (_, index) => `ŁŁŁ secret ${index} ßßß`)
const masked = 'ŘŘŘ masked ŘŘŘ'

describe('purging a SQLite store', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  /** How often these bytes occur on disk. */
  const onDisk = (...needles: readonly string[]) => {
    const files = ['', '-wal', '-shm']
      .map(suffix => `${place.file}${suffix}`)
      .filter(file => existsSync(file))
    const all = Buffer.concat(files.map(file => readFileSync(file)))
    return needles.filter(needle => all.includes(needle))
  }

  it('leaves nothing of the content in the file: neither text, masked text nor terms', () => {
    const store = sqliteStore(place.file)
    for (const secret of secrets) store.put([originalOf(secret), originalOf(`other ${secret.length} text`)])
    store.put([originalOf('masked original of its own', masked)])
    expect(onDisk('secret 7 ', 'ŁŁ', 'ŘŘ')).toEqual(['secret 7 ', 'ŁŁ', 'ŘŘ'])
    const handles = [...secrets, 'masked original of its own'].map(text => `db_${originalOf(text).hash}`)
    expect(store.purge({ handles })).toBe(41)
    expect(onDisk('secret', 'ŁŁ', 'ßß', 'ŘŘ')).toEqual([])
    expect(store.search('other')).toHaveLength(2)
    expect(store.verify()).toMatchObject({ corrupt: [], problems: [] })
    store.close()
    expect(onDisk('secret', 'ŁŁ', 'ßß', 'ŘŘ')).toEqual([])
  })

  it('leaves no terms of a single text among many, which SQLite by itself would keep for later', () => {
    const store = sqliteStore(place.file)
    for (let index = 0; index < 60; index += 1) store.put([originalOf(`a text that stays ${index}`)])
    const [stored] = store.put([originalOf('ĦĦĦĦ')])
    expect(onDisk('ĦĦĦ')).toEqual(['ĦĦĦ'])
    store.purge({ handles: [stored?.handle ?? ''] })
    expect(onDisk('ĦĦĦ', 'ĦĦ', 'Ħ', 'ħħ', 'ħ')).toEqual([])
    store.close()
  })

  it('gives the room back to the disk', () => {
    let store = sqliteStore(place.file)
    store.put([originalOf(noise(2_000_000))])
    store.close()
    expect(statSync(place.file).size).toBeGreaterThan(2_000_000)
    store = sqliteStore(place.file)
    store.purge({ everything: true })
    store.close()
    expect(statSync(place.file).size).toBeLessThan(200_000)
  })

  it('changes nothing while a reader would keep the old bytes alive', async () => {
    const store = sqliteStore(place.file, { busyTimeout: 50 })
    store.put([originalOf('read by someone')])
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const reader = new DatabaseSync(place.file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM original').get()
    const error = await errorOf(() => store.purge({ everything: true }))
    expect(error.code).toBe('store-locked')
    expect(store.stats().originals).toBe(1)
    reader.exec('COMMIT')
    reader.close()
    expect(store.purge({ everything: true })).toBe(1)
    store.close()
  })

  it('removes deleted terms, which the plain delete of an index leaves behind', () => {
    const store = sqliteStore(place.file)
    store.put([originalOf('vanishing zebra'), originalOf('staying horse')])
    store.purge({ handles: [`db_${originalOf('vanishing zebra').hash}`] })
    store.close()
    tamper(place.file, "CREATE VIRTUAL TABLE terms USING fts5vocab('search_part1', 'row')")
    expect(valueIn(place.file, "SELECT count(*) FROM terms WHERE term IN ('zeb', 'van')")).toBe(0)
    expect(valueIn(place.file, "SELECT count(*) FROM terms WHERE term IN ('hor', 'sta')")).toBe(2)
    tamper(place.file, "INSERT INTO search_part1 (search_part1, rank) VALUES ('integrity-check', 1)")
  })
})
