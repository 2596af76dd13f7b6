/** What every store must do, whatever it is made of. Each call is awaited, so that a store may answer later. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { importOriginals } from '../../src/store/import-originals.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { takeSteps } from '../../src/store/store-steps.ts'
import { toBytes, toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { describeAbout } from './about-contract.ts'
import { anyText } from './any-text.ts'
import { codeOf, errorOf } from './error-of.ts'
import { describeModel } from './model-contract.ts'
import { describeRetention } from './retention-contract.ts'
import { colliding, originalOf, receiptOf, runOf, viewOf } from './samples.ts'
import { describeSearch } from './search-contract.ts'
import { describeStates } from './state-contract.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** The same content through a new store, where it outlives the old one. */
  reopen?(): Store | Promise<Store>
  dispose?(): void | Promise<void>
}

export type MakeStore = () => StoreUnderTest | Promise<StoreUnderTest>

export function describeStore(name: string, make: MakeStore): void {
  describe(`${name} keeps the contract of a store`, () => {
    let under: StoreUnderTest
    let store: Store
    beforeEach(async () => {
      under = await make()
      store = under.store
    })
    afterEach(async () => {
      await store.close()
      await under.dispose?.()
    })

    const handle = async (text: string) => (await store.put([originalOf(text)]))[0]?.handle ?? ''

    describe('put and get', () => {
      it('gives back exactly the bytes that it was given', async () => {
        await fc.assert(
          fc.asyncProperty(anyBytes, async bytes => {
            const [stored] = await store.put([originalOf(bytes)])
            expect(await store.get(stored?.handle ?? '')).toEqual(bytes)
          }),
          { numRuns: 60 },
        )
      })

      it('stores the same bytes once', async () => {
        const [first, second] = await store.put([originalOf('same'), originalOf('same')])
        const [third] = await store.put([originalOf('same')])
        expect([first?.added, second?.added, third?.added]).toEqual([true, false, false])
        expect(third?.handle).toBe(handleOf(originalOf('same').hash))
        expect((await store.stats()).originals).toBe(1)
      })

      it('refuses bytes under a hash that is not theirs, and the whole batch with them', async () => {
        const wrong = { ...originalOf('right'), bytes: toBytes('wrong') }
        expect(await codeOf(() => store.put([originalOf('good'), wrong]))).toBe('internal')
        expect((await store.stats()).originals).toBe(0)
      })

      it('shares no memory with its callers', async () => {
        const bytes = toBytes('untouched')
        const [stored] = await store.put([originalOf(bytes)])
        bytes.fill(0)
        const first = await store.get(stored?.handle ?? '')
        first.fill(0)
        expect(toText(await store.get(stored?.handle ?? ''))).toBe('untouched')
      })

      it('outlives being closed, where it lies on a disk', async () => {
        const name = await handle('still here')
        await store.record(runOf(['recorded'], 'session'))
        if (under.reopen === undefined) return
        await store.close()
        store = await under.reopen()
        expect(toText(await store.get(name))).toBe('still here')
        expect(await store.receipts('session')).toHaveLength(1)
        expect(await store.search('recorded')).toHaveLength(1)
      })
    })

    describe('ranges', () => {
      const text = 'one\r\ntwo\n\nfour without end'

      it.each([
        [[1, 1], 'one\r\n'],
        [[2, 3], 'two\n\n'],
        [[4, 4], 'four without end'],
        [[2, 99], 'two\n\nfour without end'],
        [[1, Number.POSITIVE_INFINITY], text],
      ] as const)('lines %j', async (lines, expected) => {
        expect(toText(await store.get(await handle(text), { lines }))).toBe(expected)
      })

      it('gives the whole when consecutive ranges are put together', async () => {
        await fc.assert(
          fc.asyncProperty(linedBytes, fc.nat(30), async (bytes, cut) => {
            const [stored] = await store.put([originalOf(bytes)])
            const get = async (first: number, last: number) =>
              Buffer.from(await store.get(stored?.handle ?? '', { lines: [first, last] }))
            const parts: Buffer[] = []
            const count = bytes.reduce(
              (sum, byte) => sum + (byte === 10 ? 1 : 0),
              bytes.at(-1) === 10 ? 0 : 1,
            )
            for (let first = 1; first <= count; first += cut + 1) parts.push(await get(first, first + cut))
            expect(Buffer.concat(parts).equals(bytes)).toBe(true)
          }),
          { numRuns: 40 },
        )
      })

      it('takes bytes from the start up to the end', async () => {
        const name = await handle('0123456789')
        expect(toText(await store.get(name, { bytes: [2, 5] }))).toBe('234')
        expect(toText(await store.get(name, { bytes: [8, 99] }))).toBe('89')
      })

      it.each([
        [{ lines: [5, 6] }, 'has 4 lines'],
        [{ lines: [0, 1] }, 'count from 1'],
        [{ lines: [3, 2] }, 'not before the first'],
        [{ lines: [1.5, 2] }, 'no range'],
        [{ lines: [Number.NaN, 2] }, 'no range'],
        [{ bytes: [26, 30] }, 'has 26 bytes'],
        [{ bytes: [3, 3] }, 'an end above it'],
        [{ bytes: [-1, 3] }, 'at least 0'],
      ] as const)('says why %j is empty', async (range, why) => {
        const name = await handle(text)
        const error = await errorOf(() => store.get(name, range))
        expect(error.code).toBe('invalid-option')
        expect(error.message).toContain(why)
      })

      it('finds no line in an empty original', async () => {
        const name = await handle('')
        expect(await store.get(name)).toHaveLength(0)
        expect((await errorOf(() => store.get(name, { lines: [1, 1] }))).message).toContain('has 0 lines')
      })
    })

    describe('handles', () => {
      it.each([
        '../../etc/passwd',
        'db_../..',
        'db_%',
        'db_____________',
        'db_ABCDEF012345',
        'db_abcdef012345\n',
        ' db_abcdef012345',
        'db_abcdef01234',
        `db_${'0'.repeat(65)}`,
        "db_000000000000' OR 1=1",
        '',
      ])('refuses %j', async name => {
        expect(await codeOf(() => store.get(name))).toBe('invalid-handle')
        expect(await codeOf(() => store.purge({ handles: [name] }))).toBe('invalid-handle')
      })

      it('does not know what was never stored', async () => {
        expect(await codeOf(() => store.get('db_000000000000'))).toBe('not-found')
        expect(await codeOf(() => store.purge({ handles: ['db_000000000000'] }))).toBe('not-found')
      })

      it('finds an original by any longer prefix of its hash', async () => {
        await handle('long')
        const { hash } = originalOf('long')
        for (const digits of [12, 13, 40, 64])
          expect(toText(await store.get(handleOf(hash, digits)))).toBe('long')
      })

      it('are longer where two originals would share one, and the short one names both', async () => {
        const [one, two] = [originalOf(colliding[0]), originalOf(colliding[1])]
        expect(two.hash.slice(0, 12)).toBe(one.hash.slice(0, 12))
        const [short] = await store.put([one])
        const before = await store.handles([one.hash, two.hash])
        const [longer] = await store.put([two])
        expect(await store.handles([one.hash, two.hash])).toEqual(before)
        expect(longer?.handle).toBe(before[1])
        expect(toText(await store.get(before[0] ?? ''))).toBe(colliding[0])
        expect(toText(await store.get(before[1] ?? ''))).toBe(colliding[1])
        const error = await errorOf(() => store.get(short?.handle ?? ''))
        expect(error.code).toBe('ambiguous-handle')
        for (const name of before) expect(error.message).toContain(name)
      })

      it('reads only', async () => {
        await store.handles([originalOf('asked about').hash])
        expect((await store.stats()).originals).toBe(0)
      })
    })

    describe('runs', () => {
      it('record originals, views and receipt together', async () => {
        const original = originalOf('the original')
        const view = viewOf('the view', original, 'json')
        await store.record({ originals: [original], views: [view], receipt: receiptOf(10, 4) })
        expect(await store.views([view.hash, 'f'.repeat(64)])).toEqual(new Map([[view.hash, view]]))
        expect(await store.receipts()).toEqual([{ run: 1, receipt: receiptOf(10, 4) }])
        expect(toText(await store.get(handleOf(original.hash)))).toBe('the original')
      })

      it('may record the same view again', async () => {
        await store.record(runOf(['again']))
        await store.record(runOf(['again']))
        expect((await store.stats()).originals).toBe(1)
        expect(await store.receipts()).toHaveLength(2)
      })

      it('may record a view of what is already stored, and no receipt', async () => {
        const original = originalOf('put before')
        await store.put([original])
        const view = viewOf('its view', original)
        await store.record({ originals: [], views: [view] })
        expect((await store.views([view.hash])).get(view.hash)).toEqual(view)
        expect(await store.receipts()).toEqual([])
      })

      const one = originalOf('one')
      const two = originalOf('two')
      it.each([
        ['for another original', [viewOf('view', two)], 'view-taken'],
        ['in another medium', [viewOf('view', one, 'json')], 'view-taken'],
        ['twice in one run', [viewOf('new', one), viewOf('new', two)], 'view-taken'],
        ['for an original that is nowhere', [viewOf('new', originalOf('nowhere'))], 'internal'],
      ])('refuse a view %s, and all that came with it', async (_, views, code) => {
        await store.record({ originals: [one], views: [viewOf('view', one)], receipt: receiptOf(2, 1) })
        const before = await store.stats()
        const run = { originals: [two], views, receipt: receiptOf(2, 1), session: { id: 'new' } }
        expect(await codeOf(() => store.record(run))).toBe(code)
        expect(await store.stats()).toEqual(before)
        expect(await codeOf(() => store.get(handleOf(two.hash)))).toBe('not-found')
        expect((await store.views([viewOf('new', one).hash])).size).toBe(0)
      })

      it('refuse a view of a purged original', async () => {
        await store.put([one])
        await store.purge({ everything: true })
        expect(await codeOf(() => store.record({ originals: [], views: [viewOf('v', one)] }))).toBe(
          'internal',
        )
      })

      it('list receipts by session, in order', async () => {
        await store.record({ ...runOf(['a'], 'first'), receipt: receiptOf(10, 1) })
        await store.record({ ...runOf(['b'], 'second'), receipt: receiptOf(20, 2) })
        await store.record({ ...runOf(['c'], 'first'), receipt: receiptOf(30, 3) })
        expect(await store.receipts('first')).toEqual([
          { run: 1, session: 'first', receipt: receiptOf(10, 1) },
          { run: 3, session: 'first', receipt: receiptOf(30, 3) },
        ])
        expect(await store.receipts()).toHaveLength(3)
        expect(await store.receipts('unknown')).toEqual([])
      })

      it('add up in the statistics', async () => {
        await store.record({ ...runOf(['12345', '123'], 'first'), receipt: receiptOf(100, 40) })
        await store.record({ ...runOf(['12345'], 'second'), receipt: receiptOf(10, 5) })
        await store.purge({ handles: [handleOf(originalOf('123').hash)] })
        expect(await store.stats()).toEqual({
          originals: 1,
          purged: 1,
          sessions: 2,
          receipts: 2,
          bytes: 5,
          storedBytes: 5,
          tokensSaved: 65,
        })
      })
    })

    describe('find', () => {
      const [one, two] = [originalOf('of one'), originalOf('of another')]
      const outcome = async (name: string, session: string) => {
        try {
          return await store.find(name, session)
        } catch (error) {
          return error instanceof FoveaError ? `${error.code}: ${error.message}` : error
        }
      }

      it('names the originals of a session, and no others', async () => {
        await store.record(runOf(['of one'], 'first'))
        await store.record(runOf(['of another'], 'second'))
        await store.put([originalOf('of nobody')])
        await store.record(runOf(['of a run without a session']))
        expect(await store.find(handleOf(one.hash), 'first')).toBe(one.hash)
        expect(await store.find(handleOf(one.hash, 64), 'first')).toBe(one.hash)
        expect(await store.find(handleOf(two.hash), 'second')).toBe(two.hash)
        for (const text of ['of another', 'of nobody', 'of a run without a session'])
          expect(await codeOf(() => store.find(handleOf(originalOf(text).hash), 'first'))).toBe('not-found')
        expect(await codeOf(() => store.find(handleOf(one.hash), 'third'))).toBe('not-found')
        expect(await codeOf(() => store.find('../etc/passwd', 'first'))).toBe('invalid-handle')
      })

      it('answers for what another session holds as for what nobody does', async () => {
        const name = handleOf(two.hash)
        const absent = await outcome(name, 'first')
        await store.record(runOf(['of another'], 'second'))
        expect(await outcome(name, 'first')).toBe(absent)
        await store.purge({ handles: [name] })
        expect(await outcome(name, 'first')).toBe(absent)
        expect(absent).toMatch(/^not-found: /)
      })

      it('lets an original belong to every session that stored or showed it', async () => {
        await store.record(runOf(['of one'], 'first'))
        await store.record(runOf(['of one'], 'second'))
        await store.record({ originals: [], views: [viewOf('shown', one)], session: { id: 'third' } })
        for (const session of ['first', 'second', 'third'])
          expect(await store.find(handleOf(one.hash), session)).toBe(one.hash)
      })

      it('is not confused by an original of another session with the same handle', async () => {
        await store.record(runOf([colliding[0]], 'first'))
        await store.record(runOf([colliding[1]], 'second'))
        const [mine, other] = colliding.map(text => originalOf(text).hash) as [string, string]
        expect(handleOf(mine)).toBe(handleOf(other))
        expect(await store.find(handleOf(mine), 'first')).toBe(mine)
        await store.record(runOf([colliding[1]], 'first'))
        expect(await codeOf(() => store.find(handleOf(mine), 'first'))).toBe('ambiguous-handle')
      })
    })

    it('lists the latest originals first, without what was purged', async () => {
      expect(await store.newest(5)).toEqual([])
      for (const text of ['first', 'second', 'gone', 'last one']) await store.put([originalOf(text)])
      await store.put([originalOf('second')])
      await store.purge({ handles: [handleOf(originalOf('gone').hash)] })
      const listed = await store.newest(2)
      expect(listed).toEqual([
        { handle: handleOf(originalOf('last one').hash), size: 8 },
        { handle: handleOf(originalOf('second').hash), size: 6 },
      ])
      expect(await store.newest(9)).toHaveLength(3)
    })

    describe('purge', () => {
      it('forgets the content and leaves a tombstone', async () => {
        const name = await handle('to be forgotten')
        expect(await store.purge({ handles: [name] })).toBe(1)
        expect(await codeOf(() => store.get(name))).toBe('purged')
        expect(await store.search('forgotten')).toEqual([])
        expect(await store.purge({ handles: [name] })).toBe(0)
        expect((await store.verify()).problems).toEqual([])
      })

      it('keeps the views, so that the way back ends at the tombstone', async () => {
        const run = runOf(['viewed'])
        await store.record(run)
        await store.purge({ everything: true })
        expect((await store.views([run.views[0]?.hash ?? ''])).size).toBe(1)
      })

      it('is undone by storing the same bytes again', async () => {
        const name = await handle('back again')
        await store.purge({ handles: [name] })
        expect((await store.put([originalOf('back again')]))[0]).toMatchObject({ added: true, handle: name })
        expect(toText(await store.get(name))).toBe('back again')
        expect(await store.search('again')).toHaveLength(1)
        expect((await store.stats()).purged).toBe(0)
      })

      it('of a session keeps what other runs stored as well', async () => {
        await store.record(runOf(['own', 'shared', 'also without session'], 'one'))
        await store.record(runOf(['shared'], 'two'))
        await store.record(runOf(['also without session']))
        expect(await store.purge({ session: 'unknown' })).toBe(0)
        expect(await store.purge({ session: 'one' })).toBe(1)
        expect(await codeOf(() => store.get(handleOf(originalOf('own').hash)))).toBe('purged')
        expect(toText(await store.get(handleOf(originalOf('shared').hash)))).toBe('shared')
      })

      it('touches only what satisfies every limit', async () => {
        await store.record(runOf(['a', 'b'], 'one'))
        const other = await handle('c')
        expect(await store.purge({ session: 'one', handles: [other] })).toBe(0)
        expect(await store.purge({ everything: true, handles: [other] })).toBe(1)
        expect((await store.stats()).originals).toBe(2)
      })

      it('does nothing without a filter', async () => {
        const name = await handle('safe')
        expect(await codeOf(() => store.purge({}))).toBe('invalid-option')
        expect(await store.purge({ handles: [] })).toBe(0)
        expect(await codeOf(() => store.purge({ handles: [name, 'db_000000000000'] }))).toBe('not-found')
        expect(toText(await store.get(name))).toBe('safe')
      })
    })

    describe('export', () => {
      let directory: string
      beforeEach(() => {
        directory = join(mkdtempSync(join(tmpdir(), 'fovea-export-')), 'new', 'folder')
      })
      afterEach(() => rmSync(join(directory, '..', '..'), { recursive: true, force: true }))

      it('writes a file for each original, for its owner alone, and a manifest', async () => {
        const text = await handle('plain text')
        const [binary] = await store.put([originalOf(new Uint8Array([0xff, 0xfe, 0]))])
        const gone = await handle('gone')
        await store.purge({ handles: [gone] })
        expect(await store.exportTo(directory)).toBe(2)
        expect(readdirSync(directory).sort()).toEqual(
          [`${text}.txt`, `${binary?.handle}.bin`, 'manifest.jsonl'].sort(),
        )
        expect(readFileSync(join(directory, `${text}.txt`), 'utf8')).toBe('plain text')
        for (const file of readdirSync(directory))
          if (process.platform !== 'win32') expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600)
        const manifest = readFileSync(join(directory, 'manifest.jsonl'), 'utf8').trimEnd().split('\n')
        expect(manifest.map(line => JSON.parse(line))).toEqual([
          {
            handle: text,
            hash: originalOf('plain text').hash,
            size: 10,
            state: 'available',
            file: `${text}.txt`,
          },
          {
            handle: binary?.handle,
            hash: binary?.hash,
            size: 3,
            state: 'available',
            file: `${binary?.handle}.bin`,
          },
          { handle: gone, hash: originalOf('gone').hash, size: 4, state: 'purged' },
        ])
      })

      it('is read into another store, with the views that lead to the originals', async () => {
        const [one, two] = [originalOf('the first original'), originalOf('the second original')]
        const views = [viewOf('1st', one), viewOf('first', one, 'json'), viewOf('2nd', two)]
        await store.record({ originals: [one, two], views })
        await handle('without a view')
        await store.exportTo(directory)
        const other = memoryStore()
        expect(await importOriginals(directory, other)).toEqual({ originals: 3, added: 3 })
        const hashes = views.map(({ hash }) => hash)
        expect([...other.views(hashes).values()]).toEqual(views)
        expect(await importOriginals(directory, other)).toEqual({ originals: 3, added: 0 })
        expect(toText(other.get(handleOf(two.hash)))).toBe('the second original')
      })

      it('may be repeated', async () => {
        await handle('twice')
        expect(await store.exportTo(directory)).toBe(1)
        expect(await store.exportTo(directory)).toBe(1)
      })

      it('says where it cannot write', async () => {
        const file = join(directory, '..', '..', 'file')
        writeFileSync(file, 'in the way')
        const error = await errorOf(() => store.exportTo(file))
        expect(error.code).toBe('file-unwritable')
        expect(error.message).toContain(file)
      })
    })

    it('verifies clean', async () => {
      await store.record(runOf(['a text that is long enough for the index', 'b'], 'one'))
      expect(await store.verify()).toEqual({ checked: 2, corrupt: [], problems: [] })
    })

    it('says so when it is closed, and may be closed twice', async () => {
      await store.close()
      await store.close()
      const neverWritten = join(tmpdir(), `fovea-never-written-${process.pid}`)
      const calls: readonly (() => unknown)[] = [
        () => store.handles([originalOf('a').hash]),
        () => store.put([originalOf('a')]),
        () => store.get('db_000000000000'),
        () => store.views(['a']),
        () => store.search('abc'),
        () => store.newest(1),
        () => store.record(runOf(['a'])),
        () => store.receipts(),
        () => store.stats(),
        () => store.verify(),
        () => store.purge({ everything: true }),
        () => takeSteps(store.purgeSteps({ everything: true })),
        () => takeSteps(store.verifySteps()),
        () => takeSteps(store.compactSteps()),
        () => store.previewPurge({ everything: true }),
        () => store.exportTo(neverWritten),
      ]
      for (const call of calls) expect(await codeOf(call)).toBe('store-closed')
      expect(existsSync(neverWritten)).toBe(false)
    })

    describeSearch(() => store)
    describeStates(
      () => store,
      async () => {
        if (under.reopen === undefined) return undefined
        await store.close()
        store = await under.reopen()
        return store
      },
    )
    describeRetention(() => store)
    describeAbout(() => store)
    describeModel(make)
  })
}

/** Random, repetitive and textual bytes: every codec gets its turn. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 2000 }))
    .map(([part, times]) =>
      Uint8Array.from({ length: part.length * times }, (_, index) => part[index % part.length] ?? 0),
    ),
  anyText.map(text => Uint8Array.from(toBytes(text))),
)

const linedBytes = fc
  .array(fc.constantFrom(10, 10, 13, 97, 0xe5, 0xff), { minLength: 1, maxLength: 80 })
  .map(bytes => Uint8Array.from(bytes))
