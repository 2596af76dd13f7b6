import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { errorOf } from './error-of.ts'
import { writeOldStore } from './old-store.ts'
import { tamper, valueIn } from './raw-database.ts'
import { noise, originalOf, runOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const isWindows = process.platform === 'win32'

describe('the file of a SQLite store', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  const fill = () => {
    const store = sqliteStore(place.file)
    for (let run = 0; run < 20; run += 1) store.record(runOf([`text ${run} ${'filling '.repeat(run * 20)}`]))
    store.close()
  }

  const refusal = async (file = place.file) => {
    const before = existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined
    const error = await errorOf(() => sqliteStore(file))
    expect(error.message).toContain(file)
    expect(error.place.file).toBe(file)
    if (before !== undefined) expect(readFileSync(file).equals(before)).toBe(true)
    return error.code
  }

  it.skipIf(isWindows)('is readable by its owner alone, and so is all that lies beside it', () => {
    const file = join(place.directory, 'new', 'folders', 'store.db')
    const store = sqliteStore(file)
    store.put([originalOf('private')])
    const directory = join(file, '..')
    expect(readdirSync(directory).sort()).toEqual(['store.db', 'store.db-shm', 'store.db-wal'])
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, '..')).mode & 0o777).toBe(0o700)
    store.close()
  })

  it.skipIf(isWindows).each([
    ['deleted', () => {}],
    ['replaced', fill],
  ])('takes nothing more when it was %s while it was open', async (_, replace) => {
    const store = sqliteStore(place.file)
    const [before] = store.put([originalOf('before')])
    for (const name of readdirSync(place.directory)) rmSync(join(place.directory, name))
    replace()
    for (const write of [
      () => store.put([originalOf('after')]),
      () => store.record(runOf(['after'])),
      () => store.setState('session', 'name', 'value', 0),
    ])
      expect(await errorOf(write)).toMatchObject({
        code: 'store-unreadable',
        message: expect.stringContaining('was deleted or replaced'),
      })
    expect(toText(store.get(before?.handle ?? ''))).toBe('before')
    store.close()
  })

  it.skipIf(isWindows)('is closed to others when it comes with wider permissions', () => {
    fill()
    chmodSync(place.file, 0o644)
    sqliteStore(place.file).close()
    expect(statSync(place.file).mode & 0o777).toBe(0o600)
  })

  it.skipIf(isWindows)('is one plain path, whatever its name means to SQLite', () => {
    for (const name of [':memory:', 'file:x?mode=memory', 'a b#c%20?.db']) {
      const file = join(place.directory, name)
      sqliteStore(file).close()
      expect(statSync(file).size).toBeGreaterThan(0)
    }
  })

  it('may be empty, as a crash in the first moment leaves it', () => {
    writeFileSync(place.file, '')
    const store = sqliteStore(place.file)
    const [stored] = store.put([originalOf('fine')])
    expect(toText(store.get(stored?.handle ?? ''))).toBe('fine')
    store.close()
  })

  it.skipIf(isWindows)('may be reached through a symbolic link', () => {
    fill()
    const link = join(place.directory, 'link.db')
    symlinkSync(place.file, link)
    const store = sqliteStore(link)
    expect(store.stats().originals).toBe(20)
    store.close()
  })

  it('is brought up to date where an older version wrote it', () => {
    writeOldStore(place.file, 1, ['an old text'])
    const store = sqliteStore(place.file)
    expect(store.stats().originals).toBe(1)
    expect(store.setState('one', 'head', 'new', 0)).toBe(true)
    expect(store.state('one', 'head')).toEqual({ version: 1, value: 'new' })
    store.close()
  })

  it('says which settings it lives by', () => {
    fill()
    expect(valueIn(place.file, 'PRAGMA journal_mode')).toBe('wal')
    expect(valueIn(place.file, 'PRAGMA user_version')).toBe(4)
    expect(valueIn(place.file, 'PRAGMA auto_vacuum')).toBe(2)
  })

  it('is refused when it is a text', async () => {
    writeFileSync(place.file, 'These are my notes.\n'.repeat(300))
    expect(await refusal()).toBe('store-unreadable')
    expect(readdirSync(place.directory)).toEqual(['store.db'])
  })

  it('is refused when it is a directory', async () => {
    mkdirSync(place.file)
    expect(await refusal()).toBe('store-unreadable')
    expect(readdirSync(place.file)).toEqual([])
  })

  it.skipIf(isWindows)('is refused when it is no regular file', async () => {
    execFileSync('mkfifo', [place.file])
    expect(await refusal()).toBe('store-unreadable')
  })

  it('is refused when a file is where its directory should be', async () => {
    writeFileSync(join(place.directory, 'file'), 'in the way')
    expect(await refusal(join(place.directory, 'file', 'store.db'))).toBe('store-unreadable')
  })

  it('is refused when it is the database of another program', async () => {
    tamper(place.file, 'CREATE TABLE bookmarks (url)', "INSERT INTO bookmarks VALUES ('x')")
    expect(await refusal()).toBe('store-unreadable')
    tamper(place.file, 'PRAGMA application_id = 7')
    expect(await refusal()).toBe('store-unreadable')
  })

  it('is refused when a newer version wrote it', async () => {
    fill()
    tamper(place.file, 'PRAGMA user_version = 999')
    expect(await refusal()).toBe('store-newer')
  })

  it.each([50, 3000, 4096, 9000, 20_000])('is refused when only %d bytes are left of it', async size => {
    fill()
    truncateSync(place.file, size)
    expect(await refusal()).toBe('store-unreadable')
  })

  it('is refused when its pages are damaged', async () => {
    fill()
    const bytes = readFileSync(place.file)
    writeFileSync(place.file, bytes.fill(0xa5, 4096))
    expect(await refusal()).toBe('store-unreadable')
  })

  it.each([{ busyTimeout: -1 }, { busyTimeout: Number.NaN }, { maxBytes: 1.5 }])(
    'refuses %j',
    async options => {
      expect((await errorOf(() => sqliteStore(place.file, options))).code).toBe('invalid-option')
      expect(existsSync(place.file)).toBe(false)
    },
  )

  it('takes nothing more when it is full, and keeps what it has', async () => {
    const store = sqliteStore(place.file, { maxBytes: 300_000 })
    store.record(runOf(['kept'], 'one'))
    const before = store.stats()
    const large = { ...runOf(['small'], 'two'), originals: [originalOf('small'), originalOf(noise(400_000))] }
    const error = await errorOf(() => store.record(large))
    expect(error.code).toBe('store-full')
    expect(error.message).toContain(place.file)
    expect(store.stats()).toEqual(before)
    expect(store.verify()).toEqual({ checked: 1, corrupt: [], problems: [] })
    expect(store.put([originalOf('still room for little')])[0]?.added).toBe(true)
    store.close()
    expect(statSync(place.file).size).toBeLessThanOrEqual(300_000)
  })
})
