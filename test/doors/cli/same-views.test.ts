import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../../src/compress.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Run, Store, SyncStore } from '../../../src/store/store.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { prose } from '../../strategies/rules/said.ts'
import { type Workplace, workplace } from './run-fovea.ts'

/** Sessions whose views read the same: they differ in blank lines. */
const session = (number: number) => [
  { role: 'user', content: `${prose(900, 'start')}${'\n'.repeat(number)}` },
  ...Array.from({ length: 6 }, (_, at) => ({
    role: at % 2 === 0 ? 'assistant' : 'user',
    content: `Go on ${at}.`,
  })),
]

/** Between the look and the record, somebody else records. */
function overtaken(store: SyncStore, other: () => void): SyncStore {
  let isDone = false
  return {
    ...store,
    record(run: Run) {
      if (!isDone) {
        isDone = true
        other()
      }
      return store.record(run)
    },
  }
}

describe('a view text that another process takes at the same instant', () => {
  const plain = { strict: true, secrets: 'show' } as const

  it('is named, and both come back', async () => {
    const alone = [0, 1].map(number => compressSync(session(number), plain).messages)
    expect(alone[0]?.[0]).toEqual(alone[1]?.[0])
    for (const isSync of [true, false]) {
      const store = memoryStore()
      const shared = overtaken(store, () => {
        compressSync(session(0), { ...plain, store })
      })
      const second = isSync
        ? compressSync(session(1), { ...plain, store: shared })
        : await compress(session(1), { ...plain, store: shared as Store })
      const first = compressSync(session(0), { ...plain, store })
      expect(uncompressSync(first.messages, store).messages).toEqual(session(0))
      expect(uncompressSync(second.messages, store).messages).toEqual(session(1))
      expect(second.messages).not.toEqual(first.messages)
    }
  })
})

describe('processes that compress files with the same view at once', () => {
  let work: Workplace
  beforeEach(() => {
    work = workplace()
  })
  afterEach(() => work.remove())

  it('all succeed, and every file comes back to the byte', { timeout: 60_000 }, async () => {
    const names = [0, 1, 2, 3].map(number => {
      writeFileSync(work.path(`s${number}.json`), JSON.stringify(session(number)))
      return `s${number}.json`
    })
    const done = await Promise.all(
      names.map(name => work.fovea(['compress', name, '-o', `view-${name}`], { isProcess: true })),
    )
    expect(done.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0])
    for (const name of names) {
      const back = await work.fovea(['uncompress', `view-${name}`])
      expect(back.stdout).toBe(readFileSync(work.path(name), 'utf8'))
    }
  })
})
