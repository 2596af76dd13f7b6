import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts'
import { toText } from '../../../src/tokens/bytes.ts'
import { handleOf } from '../../../src/tokens/handle.ts'
import { newDatabase, noPostgres, withClient } from '../../postgres/shared-postgres.ts'
import { originalOf } from '../../store/samples.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const messages = [
  { role: 'user', content: `Read the log.\n${'a line of the log that says nothing new\n'.repeat(200)}` },
  { role: 'assistant', content: 'Done.' },
  { role: 'user', content: 'Go on.' },
]
const compress = ['compress', 'session.json', '-s', 'cap', '-b', '20%', '--recent', '0']

/** An error of the server where nothing can make a real one. */
const fullDisk = `
  CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON fovea_full.run FOR EACH ROW EXECUTE FUNCTION full_disk();`
const oldServer = `
  CREATE ROLE old LOGIN;
  CREATE SCHEMA fake;
  CREATE FUNCTION fake.current_setting(name text) RETURNS text LANGUAGE sql AS
    $$ SELECT CASE name WHEN 'server_version_num' THEN '130014' ELSE '13.14' END $$;
  GRANT USAGE ON SCHEMA fake TO old;
  ALTER ROLE old SET search_path = fake, pg_catalog;`
const reader = `
  CREATE ROLE reader LOGIN;
  ALTER ROLE reader SET default_transaction_read_only = on;
  GRANT USAGE ON SCHEMA fovea_read TO reader;
  GRANT ALL ON ALL TABLES IN SCHEMA fovea_read TO reader;`

describe.skipIf(noPostgres)('a PostgreSQL store that cannot be used', () => {
  let url: string
  let place: Workplace
  const namespaces = ['full', 'future', 'read']
  beforeAll(async () => {
    url = await newDatabase('failures')
    place = workplace()
    writeFileSync(place.path('session.json'), JSON.stringify(messages))
    for (const namespace of namespaces) {
      const store = postgresStore(url, { namespace, spill: false })
      await store.put([originalOf(`kept in ${namespace}`)])
      await store.close()
    }
    const gone = postgresStore(url, { namespace: 'gone', spill: false })
    await gone.put([originalOf('gone')])
    await gone.close()
    await withClient(url, client =>
      client.query(
        `DROP TABLE fovea_gone.view; ${fullDisk} ${oldServer} ${reader} CREATE ROLE stranger LOGIN; INSERT INTO fovea_future.migration VALUES (7, 7)`,
      ),
    )
  })
  afterAll(() => place.remove())
  const as = (role: string, namespace = '') =>
    `${url.replace('fovea@', `${role}:secret-word@`)}${namespace === '' ? '' : `?namespace=${namespace}`}`

  it.each([
    [
      'no address',
      () => 'postgres://u:secret-word@host:port/x',
      2,
      /^That is no address of a PostgreSQL store/,
    ],
    ['no database', () => as('fovea').replace(/[^/]*$/, 'nowhere'), 1, /has no database of that name/],
    [
      'no permission',
      () => as('stranger', 'read'),
      1,
      /may not be used so by this user; its owner can grant/,
    ],
    ['an old server', () => as('old'), 1, /runs PostgreSQL 13\.14; Fovea needs version 14 or newer\.$/],
    ['a read-only replica', () => as('reader', 'read'), 1, /is a read-only replica; name the primary server/],
    ['a full disk', () => as('fovea', 'full'), 1, /no room left on its disk; nothing was stored or lost/],
    [
      'a schema of the future',
      () => as('fovea', 'future'),
      1,
      /has version 7, which needs a Fovea that knows/,
    ],
    [
      'a table that is gone',
      () => as('fovea', 'gone'),
      1,
      /lacks a table that it must have; restore it from/,
    ],
  ])('is one sentence: %s', async (_, store, exit, sentence) => {
    const { code, stdout, stderr } = await place.fovea([...compress, '--store', store()])
    expect([code, stdout]).toEqual([exit, ''])
    expect(stderr).toMatch(/^fovea: [^\n]+\.\n$/)
    expect(stderr.slice('fovea: '.length, -1)).toMatch(sentence)
    expect(stderr).not.toContain('secret-word')
  })

  it('goes on where nobody listens, and says where what it stored waits', async () => {
    const store = 'postgres://u:secret-word@127.0.0.1:1/x'
    const { code, stderr } = await place.fovea([...compress, '--store', store])
    expect(code).toBe(0)
    expect(stderr).toMatch(/note: The store cannot be reached; what it would have kept waits on this machine/)
    expect(stderr).toMatch(/\d+ originals? waits? for postgres:\/\/127\.0\.0\.1:1\/x/)
    expect(stderr).not.toContain('secret-word')
  })

  it('is read where it may be read, and keeps what it held', async () => {
    const found = await place.fovea(['search', 'kept in read', '--json', '--store', as('reader', 'read')])
    expect(JSON.parse(found.stdout)).toHaveLength(1)
    await withClient(url, client =>
      client.query('DROP FUNCTION full_disk CASCADE; DELETE FROM fovea_future.migration WHERE version = 7'),
    )
    for (const namespace of namespaces) {
      const store = postgresStore(url, { namespace, spill: false })
      const text = `kept in ${namespace}`
      expect(toText(await store.get(handleOf(originalOf(text).hash)))).toBe(text)
      expect(await store.verify()).toEqual({ checked: 1, corrupt: [], problems: [] })
      await store.close()
    }
  })

  it('purges nothing because the clock of a client is wrong', async () => {
    const ahead = 'data:text/javascript,const%20now=Date.now;Date.now=()=>now()+1e12'
    const purge = ['store', 'purge', '--max-age', '1h', '--grace', '0s', '--yes', '--json']
    const { stdout, stderr } = await place.fovea([...purge, '--store', as('fovea', 'full')], {
      env: { NODE_OPTIONS: `--import=${ahead}` },
    })
    expect([stderr, JSON.parse(stdout)]).toEqual(['', expect.objectContaining({ originals: 0 })])
  })
})
