import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase, noPostgres } from '../../postgres/shared-postgres.ts'
import { shortSession } from '../../short-session.ts'
import { session as partitioned, raw } from '../../strategies/partition/session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const root = join(import.meta.dirname, '../../..')
const session = shortSession()

describe.skipIf(noPostgres)('the command line with a store on PostgreSQL', () => {
  let url: string
  let place: Workplace
  beforeAll(async () => {
    url = await newDatabase('command')
    place = workplace()
  })
  afterAll(() => place.remove())
  const ended = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await place.fovea(args)
    expect([code, stderr]).toEqual([0, expect.anything()])
    return stdout
  }

  it('compresses, restores, searches and looks after the store as with a file', async () => {
    const store = `${url}?namespace=team`
    const view = place.path('view.json')
    const { stderr } = await place.fovea([
      'compress',
      session,
      '--budget',
      '30%',
      '--store',
      store,
      '-o',
      view,
    ])
    const typed = /back with: \S+ (uncompress \S+ --store) '(.*)'$/m.exec(stderr)
    expect(typed?.slice(1)).toEqual([`uncompress ${view} --store`, store])
    const back = await place.fovea(['uncompress', view, '--store', typed?.[2] ?? ''])
    expect(back.bytes.equals(readFileSync(session))).toBe(true)
    const [hit] = JSON.parse(await ended('search', 'error', '--store', store, '--json'))
    expect(await ended('expand', hit.handle, '--store', store)).toMatch(/error/i)
    const stats = await ended('store', 'stats', '--store', store)
    expect(stats).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/\w+\?namespace=team\n/)
    expect(await ended('store', 'verify', '--store', store)).toMatch(/all sound/)
    expect(await ended('store', 'migrate', '--store', store)).toMatch(/version 2, search by pg_trgm/)
    expect((await place.fovea(['search', 'error', '--store', `${url}?namespace=other`])).code).toBe(1)
  })

  it('copies a store to the server and back, and goes on where it was left', async () => {
    const [file, back] = [place.path('local.db'), place.path('back.db')]
    const store = `${url}?namespace=copied`
    const view = place.path('copied.json')
    await ended('compress', session, '--budget', '30%', '--store', file, '-o', view)
    const before = JSON.parse(await ended('store', 'stats', '--store', file, '--json'))
    await ended('store', 'copy', `sqlite:${file}`, store)
    expect(JSON.parse(await ended('store', 'copy', file, store, '--json'))).toMatchObject({
      runs: 0,
      originals: 0,
    })
    expect(JSON.parse(await ended('store', 'stats', '--store', store, '--json'))).toEqual(before)
    await ended('store', 'copy', store, back)
    expect(JSON.parse(await ended('store', 'stats', '--store', back, '--json'))).toEqual(before)
    const restored = await place.fovea(['uncompress', view, '--store', back])
    expect(restored.bytes.equals(readFileSync(session))).toBe(true)
    expect(await ended('store', 'verify', '--store', back)).toMatch(/all sound/)
  })

  it('lists what originals are, purges by kind, and copies both with them', async () => {
    const [store, file] = [`${url}?namespace=kinds`, place.path('kinds.db')]
    const messages = place.path('kinds.json')
    writeFileSync(messages, JSON.stringify(raw(partitioned())))
    await ended('compress', messages, '-s', 'partition', '-b', '20%', '--store', store)
    const listed = await ended('store', 'list', '--store', store)
    expect(listed).toMatch(/db_\w{12} +[\d.]+ \w+ +file +src\/settings\/limits\.ts/)
    await ended('store', 'copy', store, file)
    expect((await ended('store', 'list', '--store', file)).split('\n').sort()).toEqual(
      listed.split('\n').sort(),
    )
    await ended('store', 'copy', file, `${url}?namespace=kinds-again`)
    for (const each of [store, `${url}?namespace=kinds-again`]) {
      expect(await ended('store', 'purge', '--kind', 'file', '--yes', '--store', each)).toContain(
        '1 original forgotten',
      )
      expect(await ended('store', 'list', '--store', each)).not.toContain('limits.ts')
    }
  })

  it('imports what was exported, from any store into any other', async () => {
    const folder = place.path('exported')
    await ended('store', 'export', folder, '--store', `${url}?namespace=copied`)
    const store = `${url}?namespace=imported`
    expect(await ended('store', 'import', folder, '--store', store)).toMatch(
      /^(\d+) originals read, \1 new here/,
    )
    expect(await ended('store', 'import', folder, '--store', store)).toMatch(/, 0 new here/)
    const file = place.path('imported.db')
    expect(await ended('store', 'import', folder, '--store', file)).toMatch(/new here/)
    for (const each of [store, file]) {
      const back = await place.fovea(['uncompress', place.path('copied.json'), '--store', each])
      expect(back.bytes.equals(readFileSync(session))).toBe(true)
    }
    expect(await ended('store', 'verify', '--store', store)).toMatch(/all sound/)
  })

  it('refuses a scheme that is not served and makes no file of that name', async () => {
    const { code, stderr } = await place.fovea(['compress', session, '--store', 'mysql://root:secret@host/x'])
    expect(code).toBe(2)
    expect(stderr).toContain('mysql: is no store that Fovea knows')
    expect(stderr).not.toContain('secret')
    expect(existsSync('mysql:')).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')('hides a password from whoever lists processes', async () => {
    const store = url.replace('fovea@', 'fovea:secret-word@')
    const child = spawn(process.execPath, [join(root, 'bin/fovea.js'), 'compress', '-', '--store', store], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, HOME: place.directory },
    })
    const line = () => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    for (let tries = 0; tries < 200 && line().includes('secret-word'); tries += 1)
      await new Promise(resolve => setTimeout(resolve, 25))
    expect(line()).not.toContain('secret-word')
    child.stdin?.end('[]')
    await once(child, 'exit')
  })
})
