import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { finishSteps, takeSteps } from '../../src/store/store-steps.ts'
import { codeOf, errorOf } from './error-of.ts'
import { tamper } from './raw-database.ts'
import { noise, originalOf, runOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const words = 'parser token index cache queue worker client server schema column record cursor'.split(' ')

function textOf(number: number): string {
  const parts = Array.from({ length: 100 }, (_, at) => words[(number * 7 + at * at) % words.length])
  return `text ${number} ${parts.join(' ')}`
}

describe('looking after a SQLite store while others use it', () => {
  let filled: Place
  let place: Place
  beforeAll(() => {
    filled = temporaryPlace()
    const store = sqliteStore(filled.file)
    for (let run = 0; run < 15; run += 1)
      store.record(
        runOf(
          Array.from({ length: 40 }, (_, index) => textOf(run * 40 + index)),
          `session ${run}`,
        ),
      )
    store.close()
  })
  afterAll(() => filled.remove())
  beforeEach(() => {
    place = temporaryPlace()
    cpSync(filled.directory, place.directory, { recursive: true })
  })
  afterEach(() => place.remove())

  interface Written {
    readonly ends: readonly number[]
    readonly failures: readonly string[]
  }

  const startWriter = async () => {
    const child = spawn(process.execPath, [script('../../bench/steady-writer.ts'), place.file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    await once(child.stdout, 'data')
    return async (): Promise<Written> => {
      child.stdin.end()
      await once(child, 'close')
      return JSON.parse(output.slice(output.indexOf('\n') + 1)) as Written
    }
  }

  it('lets a writer of another process through between the steps of a purge and a verification', async () => {
    const store = sqliteStore(place.file)
    const stop = await startWriter()
    const started = Date.now()
    const verification = await takeSteps(store.verifySteps())
    let steps = 0
    const report = await takeSteps(store.purgeSteps({ maxAge: 0, grace: 0, now: started }), {
      onStep: () => {
        steps += 1
      },
    })
    const ended = Date.now()
    const { ends, failures } = await stop()
    expect(verification).toMatchObject({ corrupt: [], problems: [] })
    // What the writer stored is of a session that is in use.
    expect(report.originals).toBe(600)
    expect(failures).toEqual([])
    expect(steps).toBeGreaterThan(5)
    expect(ends.filter(time => time > started && time < ended).length).toBeGreaterThan(5)
    expect(store.verify()).toMatchObject({ checked: ends.length, corrupt: [], problems: [] })
    store.close()
  })

  it('is sound after a kill in the middle of a purge, and the next purge does the rest', async () => {
    const phases = new Set<string>()
    for (const lines of [1, 2, 3, 5, 8, 12]) {
      const child: ChildProcess = spawn(process.execPath, [script('./purge-child.ts'), place.file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (output.split('\n').length > lines) child.kill('SIGKILL')
      })
      await once(child, 'close')
      for (const phase of output.split('\n')) phases.add(phase)
      const store = sqliteStore(place.file)
      expect(store.verify()).toMatchObject({ corrupt: [], problems: [] })
      const { originals, purged } = store.stats()
      expect(originals + purged).toBe(600)
      store.close()
    }
    expect(phases).toContain('originals')
    const store = sqliteStore(place.file)
    store.purge({ everything: true })
    expect(store.stats()).toMatchObject({ originals: 0, purged: 600 })
    expect(store.verify()).toEqual({ checked: 0, corrupt: [], problems: [] })
    store.close()
  })

  it('touches only the part of the index that held the text', () => {
    const database = new DatabaseSync(place.file)
    database.exec('UPDATE search_shard SET characters = 1 << 30')
    database.close()
    const store = sqliteStore(place.file)
    store.record(runOf([textOf(600), textOf(601)], 'a session after a full part'))
    const [newest] = store.newest(1)
    const parts = (filter: Parameters<typeof store.purgeSteps>[0]) =>
      [...store.purgeSteps(filter)].findLast(step => step.phase === 'index')?.total
    expect(parts({ handles: [newest?.handle ?? ''] })).toBe(1)
    expect(parts({ everything: true })).toBe(2)
    store.close()
  })

  it('gives back nearly all room of what is purged, tombstones aside', () => {
    const store = sqliteStore(place.file)
    const before = finishSteps(store.compactSteps()).storeBytes
    const { storeBytes, freedBytes } = finishSteps(store.purgeSteps({ everything: true }))
    expect(before - storeBytes).toBe(freedBytes)
    // A tombstone, the view, the run and their indexes.
    expect(storeBytes / 600).toBeLessThan(600)
    store.close()
  })

  it.each(['originals', 'index'])('goes on where another writer held the lock meanwhile: %s', async phase => {
    const store = sqliteStore(place.file, { busyTimeout: 1 })
    const steps = store.purgeSteps({ everything: true })
    let step = steps.next()
    while (!step.done && step.value.phase !== phase) step = steps.next()
    expect(step.done).toBe(false)
    const other = new DatabaseSync(place.file)
    other.exec('BEGIN IMMEDIATE')
    for (let tries = 0; tries < 3; tries += 1) expect(steps.next().done).toBe(false)
    other.exec('COMMIT')
    other.close()
    expect(finishSteps(steps)).toMatchObject({ originals: 600 })
    expect(store.verify()).toMatchObject({ corrupt: [], problems: [] })
    store.close()
  })

  it('says that the store is locked or full, and loses nothing; a full one can still be emptied', async () => {
    const locked = sqliteStore(place.file, { busyTimeout: 50 })
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const other = new DatabaseSync(place.file)
    other.exec('BEGIN IMMEDIATE')
    expect(await codeOf(() => locked.purge({ everything: true }))).toBe('store-locked')
    expect(await codeOf(() => finishSteps(locked.compactSteps()))).toBe('store-locked')
    other.exec('ROLLBACK')
    other.close()
    expect(locked.verify()).toMatchObject({ checked: 600, corrupt: [], problems: [] })
    locked.close()

    const full = sqliteStore(place.file, { maxBytes: 1 })
    expect((await errorOf(() => full.put([originalOf(noise(500_000))]))).code).toBe('store-full')
    expect(full.stats().originals).toBe(600)
    expect(full.purge({ session: 'session 1' })).toBe(40)
    expect(full.verify()).toMatchObject({ checked: 560, corrupt: [], problems: [] })
    expect((await errorOf(() => full.put([originalOf(noise(500_000))]))).code).toBe('store-full')
    full.close()
  })

  it('rewrites as a whole a file that cannot be shortened in steps', () => {
    tamper(place.file, 'PRAGMA journal_mode = DELETE', 'PRAGMA auto_vacuum = NONE', 'VACUUM')
    const store = sqliteStore(place.file)
    expect(finishSteps(store.purgeSteps({ everything: true })).freedBytes).toBe(0)
    expect(finishSteps(store.compactSteps()).freedBytes).toBeGreaterThan(100_000)
    expect(store.verify()).toMatchObject({ corrupt: [], problems: [] })
    store.put([originalOf(noise(500_000))])
    expect(finishSteps(store.purgeSteps({ everything: true })).freedBytes).toBeGreaterThan(400_000)
    store.close()
  })
})
