import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { compress } from '../../src/compress.ts'
import { openStore, shownAddress } from '../../src/store/index.ts'
import { postgresError } from '../../src/store/postgres/postgres-error.ts'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { uncompress } from '../../src/uncompress.ts'
import { pgDriver } from '../postgres/pg-driver.ts'
import { newDatabase, noPostgres, withClient } from '../postgres/shared-postgres.ts'
import { createPostgres, type PostgresServer } from '../postgres/start-postgres.ts'
import { codeOf, errorOf } from './error-of.ts'
import { originalOf, runOf, viewOf } from './samples.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const named = (text: string) => handleOf(originalOf(text).hash)
const texts = ['first text of three', 'the second text', 'and the third']

describe.skipIf(noPostgres)('a store on a PostgreSQL server', () => {
  let url: string
  let made = 0
  const opened: Store[] = []
  const open = (address = url, options = {}) => {
    const store = postgresStore(address, { spill: false, poolSize: 2, ...options })
    opened.push(store)
    return store
  }
  const fresh = () => {
    made += 1
    return `t${made}`
  }
  beforeAll(async () => {
    url = await newDatabase('server')
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  describe('that is damaged', () => {
    let namespace: string
    const damage = (...statements: readonly string[]) =>
      withClient(url, async client => {
        await client.query(`SET search_path = "fovea_${namespace}"; SET session_replication_role = replica`)
        for (const statement of statements) await client.query(statement)
      })
    beforeEach(async () => {
      namespace = fresh()
      await open(url, { namespace }).record(runOf(texts, 'one'))
    })

    it('says which original is, and gives back no wrong byte', async () => {
      await damage(`UPDATE original SET bytes = '\\xdeadbeef' WHERE id = 2`)
      const store = open(url, { namespace })
      expect(await codeOf(() => store.get(named(texts[1] ?? '')))).toBe('corrupt')
      expect(toText(await store.get(named(texts[0] ?? '')))).toBe(texts[0])
      expect((await store.verify()).corrupt).toEqual([named(texts[1] ?? '')])
    })

    it.each([
      `UPDATE original SET bytes = '\\xdeadbeef' WHERE id = 2`,
      'UPDATE original SET size = 3 WHERE id = 2',
      'UPDATE original SET codec = 2 WHERE id = 2',
      'UPDATE original SET digest = NULL WHERE id = 2',
    ])('is mended by storing the same content again: %s', async statement => {
      await damage(statement)
      const store = open(url, { namespace })
      expect((await store.put([originalOf(texts[1] ?? '')]))[0]?.added).toBe(true)
      expect(toText(await store.get(named(texts[1] ?? '')))).toBe(texts[1])
      expect(await store.verify()).toEqual({ checked: 3, corrupt: [], problems: [] })
    })

    it.each([
      ['a text that is not indexed', 'DELETE FROM search_text WHERE original = 1', /search index/],
      [
        'the index of another text',
        `UPDATE search_text SET folded = 'ghost' WHERE original = 1`,
        /search index/,
      ],
      ['a view of nothing', `INSERT INTO view VALUES ('${'a'.repeat(64)}', 99, 'text')`, /missing original/],
      ['a run of no session', `UPDATE run SET session = 'nobody'`, /missing session/],
      ['an original that is not listed', 'DELETE FROM held WHERE original = 1', /off by 1/],
    ])('differs from a sound one: %s', async (_, statement, problem) => {
      await damage(statement)
      const { problems, corrupt } = await open(url, { namespace }).verify()
      expect(problems.join('\n')).toMatch(problem)
      expect(corrupt).toEqual([])
    })
  })

  it('keeps namespaces apart: what one holds looks as if nobody held it', async () => {
    const [one, other] = [open(`${url}?namespace=one`), open(`${url}?namespace=two`)]
    const name = named('of team one')
    const absent = (await errorOf(() => other.get(name))).message
    await one.record(runOf(['of team one'], 'session'))
    await one.setState('session', 'head', 'state', 0)
    expect((await errorOf(() => other.get(name))).message).toBe(absent)
    expect((await errorOf(() => other.find(name, 'session'))).code).toBe('not-found')
    expect(await other.search('team')).toEqual([])
    expect(await other.newest(5)).toEqual([])
    expect(await other.state('session', 'head')).toBeUndefined()
    expect(await other.receipts('session')).toEqual([])
    expect(await other.put([originalOf('of team one')])).toMatchObject([{ added: true }])
    await other.purge({ everything: true })
    expect(toText(await one.get(name))).toBe('of team one')
  })

  it('makes one row of what many write at once, whatever their order', async () => {
    const namespace = fresh()
    const many = Array.from({ length: 12 }, (_, index) => `shared text ${index}`)
    const writers = Array.from({ length: 6 }, () => open(url, { namespace }))
    await Promise.all(
      writers.map((store, index) =>
        store.record(runOf(index % 2 === 0 ? many : many.toReversed(), `session ${index}`)),
      ),
    )
    expect(await open(url, { namespace }).stats()).toMatchObject({ originals: 12, receipts: 6, sessions: 6 })
    expect(await open(url, { namespace }).verify()).toMatchObject({ corrupt: [], problems: [] })
  })

  it('lets exactly one of many write a state', async () => {
    const namespace = fresh()
    const writers = Array.from({ length: 6 }, () => open(url, { namespace }))
    const results = await Promise.all(
      writers.map((store, index) => store.setState('one', 'head', `of ${index}`, 0)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect((await writers[0]?.state('one', 'head'))?.value).toBe(`of ${results.indexOf(true)}`)
  })

  it('is made by several processes in the same instant', async () => {
    const namespace = fresh()
    const stores = Array.from({ length: 5 }, () => open(url, { namespace }))
    await Promise.all(stores.map((store, index) => store.put([originalOf(`of ${index}`)])))
    expect((await open(url, { namespace }).stats()).originals).toBe(5)
  })

  it('works with a pool of the caller, which stays open', async () => {
    const pool = new (pgDriver().Pool)({ connectionString: url, max: 2 })
    const store = postgresStore(pool, { namespace: fresh(), spill: false })
    const [stored] = await store.put([originalOf('through the pool')])
    expect(toText(await store.get(stored?.handle ?? ''))).toBe('through the pool')
    await store.close()
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('serves callers that cannot wait as well', async () => {
    const store = openStore(`${url}?namespace=${fresh()}&spill=none`)
    store.record(runOf(['at once'], 'one'))
    expect(toText(store.get(named('at once')))).toBe('at once')
    expect(store.search('once')).toHaveLength(1)
    expect(await codeOf(() => store.get('db_000000000000'))).toBe('not-found')
    const steps = store.verifySteps()
    expect(steps.next().done).toBe(false)
    steps.return({ checked: 0, corrupt: [], problems: [] })
    expect(store.purge({ everything: true })).toBe(1)
    expect((await errorOf(() => store.get(named('at once')))).tombstone?.reason).toBe('everything')
    store.close()
    expect(await codeOf(() => store.stats())).toBe('store-closed')
  })

  describe('that cannot be used', () => {
    const asked = (address: string, options = {}) =>
      errorOf(() => open(address, { deadlineMs: 200, ...options }).stats())
    const withDatabase = (name: string) => url.replace(/[^/]*$/, name)

    it.each([
      ['no address', 'postgres://host:port/x', 'invalid-option', /no address/],
      ['an unknown scheme', 'mysql://root:secret@host/db', 'invalid-option', /^mysql: is no store/],
    ])('says so: %s', async (_, address, code, message) => {
      const error = await errorOf(() => openStore(address))
      expect(error.code).toBe(code)
      expect(error.message).toMatch(message)
      expect(error.message).not.toContain('secret')
      expect(existsSync(address)).toBe(false)
    })

    it('says so: no such database', async () => {
      const error = await asked(withDatabase('nowhere'))
      expect(error.code).toBe('store-unreadable')
      expect(error.message).toContain('has no database of that name')
    })

    it('says so: a password is wanted and none given', () => {
      const ofDriver = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
      const { code, message } = postgresError(ofDriver, 'postgres://host/db')
      expect(code).toBe('store-unreadable')
      expect(message).toMatch(/^The store postgres:\/\/host\/db wants a password; put it into PGPASSWORD/)
    })

    it('says so: nobody listens, and shows no password', async () => {
      const error = await asked('postgres://user:secret@127.0.0.1:1/x')
      expect(error.code).toBe('store-unreachable')
      expect(error.message).toMatch(/postgres:\/\/127\.0\.0\.1:1\/x cannot be reached/)
      expect(JSON.stringify(error) + error.stack).not.toContain('secret')
      expect(shownAddress('postgres://user:secret@host/x')).toBe('postgres://host/x')
    })

    it('says so: a user who may not, who is then granted to read and write', async () => {
      const namespace = fresh()
      const schema = `"fovea_${namespace}"`
      await open(url, { namespace }).put([originalOf('of the owner')])
      await withClient(url, client => client.query('CREATE ROLE guest LOGIN'))
      const guest = url.replace('fovea@', 'guest@')
      expect((await asked(guest, { namespace })).code).toBe('store-readonly')
      expect((await asked(guest, { namespace: fresh() })).message).toContain(
        'may not be used so by this user',
      )
      await withClient(url, client =>
        client.query(`GRANT USAGE ON SCHEMA ${schema} TO guest;
          GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO guest;
          GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO guest`),
      )
      await open(guest, { namespace }).put([originalOf('of a guest')])
      expect((await open(guest, { namespace }).stats()).originals).toBe(2)
    })

    it('says so: a server that only reads', async () => {
      const namespace = fresh()
      await open(url, { namespace }).put([originalOf('before')])
      const pool = new (pgDriver().Pool)({
        connectionString: url,
        max: 1,
        options: '-c default_transaction_read_only=on',
      })
      const store = postgresStore(pool, { namespace, spill: false })
      expect(toText(await store.get(named('before')))).toBe('before')
      const error = await errorOf(() => store.put([originalOf('after')]))
      expect(error.code).toBe('store-readonly')
      expect(error.message).toContain('read-only replica')
      await pool.end()
    })

    it('says so: tables of a future version; one that goes on with this version is used', async () => {
      const namespace = fresh()
      await open(url, { namespace }).put([originalOf('kept')])
      const version = (oldest: number) =>
        withClient(url, client =>
          client.query(
            `INSERT INTO "fovea_${namespace}".migration VALUES (7, ${oldest}) ON CONFLICT (version) DO UPDATE SET oldest = ${oldest}`,
          ),
        )
      await version(1)
      await open(url, { namespace }).put([originalOf('also kept')])
      await version(7)
      const error = await asked(url, { namespace })
      expect(error.code).toBe('store-newer')
      expect(error.message).toContain('has version 7')
      await version(1)
      expect((await open(url, { namespace }).stats()).originals).toBe(2)
    })

    it.each([
      [
        'an old server',
        { rows: [{ number: '130014', name: '13.14' }] },
        'store-unreadable',
        /PostgreSQL 13\.14.* 14 or newer/,
      ],
      ['a full disk', { code: '53100', message: 'No space left on device' }, 'store-full', /no room left/],
      [
        'a wrong password',
        { code: '28P01', message: 'failed' },
        'store-unreadable',
        /refused the user or the password/,
      ],
    ])('says so: %s', async (_, answer, code, message) => {
      const client = {
        query: () =>
          'rows' in answer ? Promise.resolve(answer) : Promise.reject(Object.assign(new Error(), answer)),
        release() {},
        on() {},
        off() {},
      }
      const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve(), on() {} }
      const error = await errorOf(() => postgresStore(pool, { spill: false }).stats())
      expect(error.code).toBe(code)
      expect(error.message).toMatch(message)
    })
  })
})

describe.skipIf(noPostgres)('a PostgreSQL server that goes away', () => {
  let server: PostgresServer
  let place: Place
  beforeAll(async () => {
    server = await createPostgres()
    await server.start()
  })
  afterAll(() => server.remove())
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  const messages = [
    { role: 'user', content: `Read the log.\n${'a line of the log that says nothing new\n'.repeat(300)}` },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Go on.' },
  ]
  const options = { strategy: 'cap', budget: '20%', recencyWindow: 0 } as const

  it('fails no compression: it goes on with a note, and what it stored is written when the server is back', async () => {
    const spill = join(place.directory, 'spill.db')
    const store = postgresStore(server.url(), { spill, deadlineMs: 200 })
    await store.put([originalOf('before')])
    expect(existsSync(spill)).toBe(false)
    await server.stop()
    const { messages: view, receipt } = await compress(messages, { store, ...options })
    expect(receipt.changes.length).toBeGreaterThan(0)
    expect(receipt.notes.map(({ code }) => code)).toContain('store-unreachable')
    expect((await uncompress(view, store)).messages).toEqual(messages)
    const { handle = '' } = receipt.changes[0] ?? {}
    expect(toText(await store.get(handle))).toBe(messages[0]?.content)
    expect(await codeOf(() => store.get(named('before')))).toBe('store-unreachable')
    await store.close()
    // Another process finds what waits.
    const later = postgresStore(server.url(), { spill, deadlineMs: 200 })
    expect((await uncompress(view, later)).messages).toEqual(messages)
    await server.start()
    const direct = postgresStore(server.url(), { spill: false })
    for (let tries = 0; tries < 100 && (await direct.stats()).originals < 2; tries += 1) await sleep(50)
    expect((await uncompress(view, direct)).messages).toEqual(messages)
    expect(await direct.receipts()).toHaveLength(1)
    const again = await compress(messages, { store: later, ...options })
    expect(again.receipt.notes).toEqual([])
    await later.close()
    await direct.close()
  })

  it('fails no compression while others hold a lock for longer than a call may take', async () => {
    const spill = join(place.directory, 'locked.db')
    const store = postgresStore(server.url(), { spill, deadlineMs: 200, namespace: 'locked' })
    await store.put([originalOf('shared')])
    const holder = new (pgDriver().Client)({ connectionString: server.url() })
    await holder.connect()
    await holder.query('BEGIN; SELECT 1 FROM fovea_locked.held FOR UPDATE')
    const notes = await store.record(runOf(['shared', 'of its own'], 'one'))
    expect(notes).toMatchObject([
      { code: 'store-locked', message: expect.stringMatching(/locked by others/) },
    ])
    expect(toText(await store.get(named('of its own')))).toBe('of its own')
    await holder.end()
    await store.close()
    const direct = postgresStore(server.url(), { spill: false, namespace: 'locked' })
    expect(toText(await direct.get(named('of its own')))).toBe('of its own')
    expect(await direct.receipts()).toHaveLength(1)
    await direct.close()
  })

  it('lets a call wait for a connection of its own process for longer than for the server', async () => {
    const store = postgresStore(server.url(), {
      spill: false,
      poolSize: 1,
      deadlineMs: 150,
      namespace: 'queue',
    })
    await store.put([originalOf('shared')])
    const holder = new (pgDriver().Client)({ connectionString: server.url() })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE fovea_queue.state')
    // Each waits for the lock for as long as the server lets it, and the next one for the connection.
    const asked = Array.from({ length: 4 }, (_, index) => store.state('one', `head ${index}`))
    await sleep(600)
    await holder.end()
    expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined, undefined])
    await store.close()
  })

  it('is bounded in what waits: beyond, the messages come back as they are, and nothing is lost', async () => {
    await server.stop()
    const spill = join(place.directory, 'small.db')
    const store = postgresStore(server.url(), { spill, deadlineMs: 100, maxSpillBytes: 120_000 })
    const big = [{ role: 'user', content: randomText(300_000) }, ...messages.slice(1)]
    const { messages: view, receipt } = await compress(big, { store, ...options })
    expect(view).toEqual(big)
    expect(receipt.notes.map(({ code }) => code)).toContain('store-full')
    await store.close()
    await server.start()
  })

  it('is waited for while it restarts', async () => {
    const store = postgresStore(server.url(), { spill: false, deadlineMs: 15_000 })
    await store.put([originalOf('before the restart')])
    await server.stop()
    const [writing] = [store.record(runOf(['during the restart'], 'one')), await server.start()]
    await writing
    expect(toText(await store.get(named('during the restart')))).toBe('during the restart')
    expect(toText(await store.get(named('before the restart')))).toBe('before the restart')
    await store.close()
  })

  it('does not end the process when a connection breaks between two statements', async () => {
    const broken = vi.fn()
    const pool = new (pgDriver().Pool)({ connectionString: server.url(), max: 1 })
    const store = postgresStore(
      {
        on: (event, listener) => pool.on(event, listener),
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect()
          const { query } = client
          client.query = async asked => {
            const answer = await query.call(client, asked)
            if (asked.text.startsWith('BEGIN; SET LOCAL') && broken.mock.calls.length === 0) {
              broken()
              await server.stop()
              await sleep(100)
              await server.start()
            }
            return answer
          }
          return client
        },
      },
      { spill: false, deadlineMs: 10_000, namespace: 'breaking' },
    )
    await store.record(runOf(['written after all'], 'one'))
    expect(broken).toHaveBeenCalledOnce()
    expect(await store.receipts()).toHaveLength(1)
    await store.close()
    await pool.end()
  })

  it('takes what waits also where another process has stored a view of it for another original', async () => {
    const spill = join(place.directory, 'conflict.db')
    const store = postgresStore(server.url(), { spill, deadlineMs: 100 })
    await store.put([originalOf('warm')])
    const [one, two] = [originalOf('one of two'), originalOf('two of two')]
    // Before the server goes away: after it, what waits may be there first.
    const other = postgresStore(server.url(), { spill: false })
    await other.record({ originals: [two], views: [viewOf('one view', two)] })
    await other.close()
    await server.stop()
    await store.record({ originals: [one], views: [viewOf('one view', one)] })
    await server.start()
    const direct = postgresStore(server.url(), { spill: false })
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await direct.handles([one.hash]))[0] !== undefined && (await holds(direct, 'one of two'))) break
      await sleep(50)
    }
    expect(toText(await direct.get(named('one of two')))).toBe('one of two')
    await store.close()
    await direct.close()
  })
})

async function holds(store: Store, text: string): Promise<boolean> {
  try {
    await store.get(named(text))
    return true
  } catch {
    return false
  }
}

function randomText(length: number): string {
  let state = 7
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return String.fromCharCode(33 + ((state >>> 24) % 90))
  }).join('')
}
