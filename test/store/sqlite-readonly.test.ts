import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { originalOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'
import { canRunUnprivileged, giveToUnprivileged, runUnprivileged } from './unprivileged.ts'

const title = canRunUnprivileged
  ? 'a SQLite store that may not be written'
  : 'a SQLite store that may not be written (skipped: no process here that permissions bind)'

describe.skipIf(!canRunUnprivileged)(title, () => {
  let place: Place
  let handle: string
  beforeEach(() => {
    place = temporaryPlace()
    const store = sqliteStore(place.file)
    handle = store.put([originalOf('still readable')])[0]?.handle ?? ''
    store.close()
    giveToUnprivileged(place.directory, place.file)
  })
  afterEach(() => {
    chmodSync(place.directory, 0o700)
    place.remove()
  })

  const readable = {
    get: 'still readable',
    search: 1,
    verify: { checked: 1, corrupt: [], problems: [] },
    put: 'store-readonly',
    purge: 'store-readonly',
  }

  it('is read in a directory that may be written', () => {
    chmodSync(place.file, 0o400)
    const before = readFileSync(place.file)
    expect(runUnprivileged('./readonly-child.ts', place.file, handle)).toEqual(readable)
    expect(readFileSync(place.file).equals(before)).toBe(true)
  })

  it.each([0o600, 0o400])('is read in a directory that may not, with mode %o', mode => {
    chmodSync(place.file, mode)
    chmodSync(place.directory, 0o500)
    const before = readFileSync(place.file)
    expect(runUnprivileged('./readonly-child.ts', place.file, handle)).toEqual(readable)
    expect(readFileSync(place.file).equals(before)).toBe(true)
    expect(readdirSync(place.directory)).toEqual(['store.db'])
  })

  it('is not created where nothing may be', () => {
    chmodSync(place.directory, 0o500)
    for (const file of [join(place.directory, 'new.db'), join(place.directory, 'deep', 'new.db')])
      expect(runUnprivileged('./readonly-child.ts', file, handle)).toBe('store-readonly')
  })

  it('is unreadable where it may not even be read', () => {
    chmodSync(place.file, 0o000)
    expect(runUnprivileged('./readonly-child.ts', place.file, handle)).toBe('store-unreadable')
    const closed = join(place.directory, 'closed')
    mkdirSync(closed, { mode: 0o000 })
    giveToUnprivileged(closed)
    expect(runUnprivileged('./readonly-child.ts', join(closed, 'store.db'), handle)).toBe('store-unreadable')
    chmodSync(closed, 0o700)
  })
})
