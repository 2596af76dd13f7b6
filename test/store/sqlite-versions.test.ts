import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { finishSteps } from '../../src/store/store-steps.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { codeOf, errorOf } from './error-of.ts'
import { purgeAsOld, putAsOld, writeOldStore } from './old-store.ts'
import { valueIn } from './raw-database.ts'
import { originalOf, receiptOf, runOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const texts = ['first old text', 'second old text', 'third old text']
const named = (text: string) => handleOf(originalOf(text).hash)
const sound = { corrupt: [], problems: [] }

describe('a SQLite store of an older version', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
    writeOldStore(place.file, 2, texts)
  })
  afterEach(() => place.remove())

  it('is read, searched, added to, purged and verified', async () => {
    const store = sqliteStore(place.file)
    expect(store.verify()).toEqual({ checked: 3, ...sound })
    store.put([originalOf('a new text')])
    expect(store.search('text')).toHaveLength(4)
    expect(store.purge({ handles: [named(texts[0] ?? '')] })).toBe(1)
    expect(store.search('text')).toHaveLength(3)
    expect(await codeOf(() => store.get(named(texts[0] ?? '')))).toBe('purged')
    expect(store.verify()).toEqual({ checked: 3, ...sound })
    store.close()
  })

  it('hands out the receipts of that version in the words of this one', () => {
    const { version, ...receipt } = receiptOf(100, 40)
    const pressure = { window: 1000, reserve: 100, usable: 860, tokens: 40, share: 0.05 }
    const auto = { reasons: ['room'], pressure: { ...pressure, beside: 40 } }
    const database = new DatabaseSync(place.file)
    database
      .prepare("INSERT INTO run (session, tokens_saved, receipt) VALUES ('old', 60, ?)")
      .run(JSON.stringify({ version: 1, ...receipt, auto }))
    database.close()
    const store = sqliteStore(place.file)
    const [read] = store.receipts('old')
    expect(read?.receipt).toEqual({
      ...receipt,
      version,
      auto: { ...auto, pressure: { ...pressure, systemAndToolTokens: 40 } },
    })
    store.close()
  })

  it('counts as used when it was brought up to date, so that nothing expires at once', () => {
    const store = sqliteStore(place.file)
    expect(store.purge({ maxAge: 60_000, grace: 0 })).toBe(0)
    store.close()
  })

  it('moves its one index into parts when it is compacted', () => {
    const store = sqliteStore(place.file)
    finishSteps(store.compactSteps())
    expect(store.search('old text')).toHaveLength(3)
    expect(store.verify()).toEqual({ checked: 3, ...sound })
    store.close()
    expect(valueIn(place.file, 'SELECT count(*) FROM search_docsize')).toBe(0)
    expect(valueIn(place.file, 'SELECT count(*) FROM search_part1_docsize')).toBe(3)
  })

  it('stays sound while the older version still writes and purges beside the new one', async () => {
    const old = new DatabaseSync(place.file)
    old.prepare('SELECT count(*) FROM original').get()
    const store = sqliteStore(place.file)
    store.record(runOf(['of the new version'], 'new'))
    putAsOld(old, 'written late by the old version')
    expect(store.search('version')).toHaveLength(2)
    expect(toText(store.get(named('written late by the old version')))).toBe(
      'written late by the old version',
    )
    purgeAsOld(old, 'of the new version')
    old.close()
    const error = await errorOf(() => store.get(named('of the new version')))
    expect(error).toMatchObject({ code: 'purged', tombstone: {} })
    expect(store.search('version')).toHaveLength(1)
    expect(store.verify()).toEqual({ checked: 4, ...sound })
    // The old version does not know of the part of the index that holds the terms; the next purge does.
    expect(store.purge({ handles: [] })).toBe(0)
    store.close()
    expect(valueIn(place.file, "SELECT count(*) FROM sqlite_schema WHERE name = 'search_part1'")).toBe(0)
    expect(valueIn(place.file, 'SELECT count(*) FROM session_use')).toBe(2)
  })
})
