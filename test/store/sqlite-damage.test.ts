import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { errorOf } from './error-of.ts'
import { tamper } from './raw-database.ts'
import { originalOf, runOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const texts = ['first text of three', `second ${'text '.repeat(200)}`, 'third text of three']
const named = (text: string) => handleOf(originalOf(text).hash)

describe('a damaged SQLite store', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
    const store = sqliteStore(place.file)
    store.record(runOf(texts, 'one'))
    store.close()
  })
  afterEach(() => place.remove())

  const lookAfter = <Result>(
    statements: readonly string[],
    look: (store: ReturnType<typeof sqliteStore>) => Result,
  ) => {
    tamper(place.file, ...statements)
    const store = sqliteStore(place.file)
    try {
      return look(store)
    } finally {
      store.close()
    }
  }

  it.each([
    ['other bytes', "UPDATE original SET bytes = CAST('First text of three' AS BLOB) WHERE id = 1", 0],
    ['fewer bytes', "UPDATE original SET bytes = x'00' WHERE id = 1", 0],
    ['broken compression', 'UPDATE original SET bytes = randomblob(40) WHERE id = 2', 1],
    ['a bomb', 'UPDATE original SET size = 10 WHERE id = 2', 1],
    ['an unknown codec', 'UPDATE original SET codec = 9 WHERE id = 2', 1],
    ['another hash', `UPDATE original SET hash = '${'0'.repeat(64)}' WHERE id = 3`, undefined],
  ])('never gives out %s', async (_, damage, which) => {
    tamper(place.file, damage)
    const store = sqliteStore(place.file)
    const name = which === undefined ? 'db_000000000000' : named(texts[which] ?? '')
    const error = await errorOf(() => store.get(name))
    expect(error.code).toBe('corrupt')
    expect(error.place.handle).toBe(name)
    expect(store.verify()).toMatchObject({ checked: 3, corrupt: [name] })
    store.close()
  })

  it('says which receipt cannot be read', async () => {
    tamper(place.file, "UPDATE run SET receipt = '{'")
    const store = sqliteStore(place.file)
    expect((await errorOf(() => store.receipts())).code).toBe('corrupt')
    store.close()
  })

  it('is mended by the same content', () => {
    lookAfter(['UPDATE original SET bytes = randomblob(40) WHERE id = 2'], store => {
      expect(store.put([originalOf(texts[1] ?? '')])[0]?.added).toBe(true)
      expect(toText(store.get(named(texts[1] ?? '')))).toBe(texts[1])
      expect(store.verify()).toEqual({ checked: 3, corrupt: [], problems: [] })
    })
  })

  it('exports what is sound, then says what is not', async () => {
    tamper(place.file, 'UPDATE original SET bytes = randomblob(40) WHERE id = 2')
    const store = sqliteStore(place.file)
    const directory = mkdtempSync(join(place.directory, 'export-'))
    const error = await errorOf(() => store.exportTo(directory))
    expect(error.code).toBe('corrupt')
    expect(error.message).toContain(named(texts[1] ?? ''))
    expect(readdirSync(directory)).toHaveLength(3)
    store.close()
    rmSync(directory, { recursive: true })
  })

  it.each([
    ['a text that is not indexed', ['DELETE FROM search_part1 WHERE rowid = 1'], /search index/],
    [
      'a text that should not be indexed',
      ["INSERT INTO search_part1 (rowid, text) VALUES (77, 'ghost')"],
      /search index/,
    ],
    [
      'terms of another text of the same length',
      ["INSERT OR REPLACE INTO search_part1 (rowid, text) VALUES (1, 'FIRST text of three')"],
      /search index.*terms/,
    ],
    [
      'a broken index',
      ['UPDATE search_part1_data SET block = randomblob(60) WHERE id > 100'],
      /malformed|corrupt|search/,
    ],
    ['a view of nothing', [`INSERT INTO view VALUES ('${'a'.repeat(64)}', 99, 'text')`], /missing original/],
    ['a run of no session', ["UPDATE run SET session = 'nobody'"], /missing session/],
  ])('differs from a sound one: %s', (_, damage, problem) => {
    lookAfter(damage, store => {
      const { problems, corrupt } = store.verify()
      expect(problems.join('\n')).toMatch(problem)
      expect(corrupt).toEqual([])
      expect(toText(store.get(named(texts[0] ?? '')))).toBe(texts[0])
    })
  })

  it('says so where the index of hashes is not that of the originals', async () => {
    const bytes = readFileSync(place.file)
    // An entry of the index is the hash and the id of its row.
    const entry = Buffer.concat([Buffer.from(originalOf(texts[1] ?? '').hash), Buffer.from([2])])
    expect(bytes.includes(entry)).toBe(true)
    bytes[bytes.indexOf(entry) + 63] = 0x80
    writeFileSync(place.file, bytes)
    const store = sqliteStore(place.file)
    expect((await errorOf(() => store.get(named(texts[1] ?? '')))).code).toBe('corrupt')
    expect(store.verify().problems).not.toEqual([])
    store.close()
  })

  it('exports by whole hashes where the index cannot say which shorter handle is unique', () => {
    const bytes = readFileSync(place.file)
    const { hash } = originalOf(texts[1] ?? '')
    const page = Math.floor(bytes.indexOf(Buffer.concat([Buffer.from(hash), Buffer.from([2])])) / 4096)
    writeFileSync(place.file, bytes.fill(0, page * 4096, (page + 1) * 4096))
    const store = openSqlite(place.file, { takesDamaged: true })
    const directory = mkdtempSync(join(place.directory, 'export-'))
    attempt(() => store.exportTo(directory))
    expect(readdirSync(directory)).toContain(`db_${hash}.txt`)
    store.close()
  })

  it('lets what is sound be read and exported, whichever page is damaged', () => {
    const more = Array.from(
      { length: 40 },
      (_, index) => `text ${index} of many: ${'0123456789'.repeat(index)}`,
    )
    const store = sqliteStore(place.file)
    store.put(more.map(text => originalOf(text)))
    store.close()
    const sound = readFileSync(place.file)
    const all = [...texts, ...more]
    const saved: number[] = []
    for (let page = 1; page < sound.length / 4096; page += 1) {
      const bytes = Buffer.from(sound).fill(0, page * 4096, (page + 1) * 4096)
      writeFileSync(place.file, bytes)
      for (const suffix of ['-wal', '-shm']) rmSync(`${place.file}${suffix}`, { force: true })
      const isRefused = attempt(() => sqliteStore(place.file).close() ?? true) === undefined
      const damaged = attempt(() => openSqlite(place.file, { takesDamaged: true }))
      // The page that describes the tables has no other copy.
      if (damaged === undefined) continue
      const directory = mkdtempSync(join(place.directory, 'export-'))
      attempt(() => damaged.exportTo(directory))
      const files = readdirSync(directory).filter(name => name.endsWith('.txt'))
      expect(files.every(name => all.includes(readFileSync(join(directory, name), 'utf8')))).toBe(true)
      saved.push(files.length)
      attempt(() => damaged.put([originalOf('one more')]))
      attempt(() => damaged.purge({ everything: true }))
      attempt(() => damaged.close())
      if (isRefused) expect(readFileSync(place.file)).toEqual(bytes)
    }
    expect(saved.length).toBeGreaterThan(sound.length / 4096 - 6)
    const share = saved.reduce((sum, count) => sum + count, 0) / (saved.length * all.length)
    expect(share).toBeGreaterThan(0.9)
  })

  it('gives back exact bytes or an error, wherever the damage lies', async () => {
    const sound = readFileSync(place.file)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sound.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        async (at, noise) => {
          const bytes = Buffer.from(sound)
          bytes.set(noise.subarray(0, bytes.length - at), at)
          writeFileSync(place.file, bytes)
          for (const suffix of ['-wal', '-shm']) rmSync(`${place.file}${suffix}`, { force: true })
          try {
            const store = sqliteStore(place.file)
            try {
              for (const text of texts) {
                const read = attempt(() => toText(store.get(named(text))))
                if (read !== undefined) expect(read).toBe(text)
              }
              attempt(() => store.search('text'))
              attempt(() => store.verify())
              attempt(() => store.receipts())
              attempt(() => store.stats())
              attempt(() => store.views([originalOf('one more').hash]))
              attempt(() => store.record(runOf(['one more'])))
              attempt(() => store.purge({ everything: true }))
            } finally {
              attempt(() => store.close())
            }
          } catch (error) {
            if (!FoveaError.isInstance(error)) throw error
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

/** `undefined` where a `FoveaError` says that it cannot be done. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (FoveaError.isInstance(error)) return undefined
    throw error
  }
}
