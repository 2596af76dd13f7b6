import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chat } from '../../strategies/view-of.ts'
import { pathOf, rule, workSession } from '../../strategies/work-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const session = chat.create(workSession(12))

let work: Workplace
beforeEach(() => {
  work = workplace()
})
afterEach(() => work.remove())

const write = (name: string, messages: readonly unknown[]): string => {
  writeFileSync(work.path(name), JSON.stringify(messages))
  return name
}
const read = (name: string): string => readFileSync(work.path(name), 'utf8')

describe('fovea compress --state and fovea resume', () => {
  it('go on in another process, and say what was new', async () => {
    write('session.json', session.slice(0, 40))
    const first = await work.fovea([
      'compress',
      'session.json',
      '-s',
      'anchored',
      '--state',
      'state.json',
      '-o',
      'view.json',
    ])
    expect(first).toMatchObject({ code: 0, stdout: '' })
    const before = JSON.parse(read('state.json'))
    expect(before).toMatchObject({ version: 1, strategy: 'anchored' })
    expect(read('state.json')).not.toContain(pathOf(9))

    write('session.json', session)
    const second = await work.fovea(['resume', 'state.json', 'session.json', '-o', 'view.json'], {
      isProcess: true,
    })
    expect(second).toMatchObject({ code: 0, stdout: '' })
    expect(second.stderr).toMatch(
      /resumed after message 34; 36 since then are in the ledger now, of 76 messages/,
    )
    expect(second.stderr).toMatch(/Files +7 new +src\/export\/part-11\.ts; src\/search\/part-10\.ts;\s/)
    const after = JSON.parse(read('state.json'))
    expect(after.ledger.turns).toBeGreaterThan(before.ledger.turns)
    expect(read('view.json')).toContain(rule)
    const back = await work.fovea(['uncompress', 'view.json', '--messages'])
    expect(JSON.parse(back.stdout)).toEqual(session)
  })

  it('go on from the view with new messages', async () => {
    write('session.json', session.slice(0, 40))
    await work.fovea(['compress', 'session.json', '-s', 'hybrid', '--state', 's.json', '-o', 'view.json'])
    write('more.json', [...JSON.parse(read('view.json')), ...session.slice(40)])
    const { code } = await work.fovea(['resume', 's.json', 'more.json', '-o', 'next.json', '-b', '900'])
    expect(code).toBe(0)
    expect(read('s.json')).toContain(pathOf(1))
    expect(read('s.json')).toContain(pathOf(9))
    const back = await work.fovea(['uncompress', 'next.json', '--messages'])
    expect(JSON.parse(back.stdout)).toEqual(session)
  })

  it('name a state that does not fit, and leave it as it is', async () => {
    write('session.json', session)
    await work.fovea(['compress', 'session.json', '-s', 'anchored', '--state', 's.json', '-o', 'view.json'])
    const kept = read('s.json')
    write('other.json', session.slice(0, 10))
    for (const command of [
      ['resume', 's.json', 'other.json', '-o', 'other-view.json'],
      ['compress', 'other.json', '-s', 'anchored', '--state', 's.json', '-o', 'other-view.json'],
    ]) {
      const { code, stderr } = await work.fovea(command)
      expect(code).toBe(1)
      expect(stderr).toMatch(/does not fit this history.*rewound, or the state is of another session/)
    }
    expect(read('s.json')).toBe(kept)
    expect(existsSync(work.path('other-view.json'))).toBe(false)
  })

  it('say what is missing', async () => {
    write('session.json', session)
    const none = await work.fovea(['resume', 'none.json', 'session.json'])
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(/There is no state at none\.json/)
    writeFileSync(work.path('broken.json'), '{')
    const broken = await work.fovea(['resume', 'broken.json', 'session.json'])
    expect(broken.code).toBe(1)
    expect(broken.stderr).toMatch(/broken\.json is not a state/)
    writeFileSync(work.path('foreign.json'), '{}')
    const foreign = await work.fovea(['resume', 'foreign.json', 'session.json'])
    expect(foreign.code).toBe(1)
    expect(foreign.stderr).toMatch(/foreign\.json is not a state .*of this version/)
  })

  it('take the options that compress has', async () => {
    write('session.json', session.slice(0, 40))
    await work.fovea(['compress', 'session.json', '-s', 'anchored', '--state', 's.json', '-o', 'view.json'])
    write('session.json', session)
    const resume = (...flags: readonly string[]) =>
      work.fovea(['resume', 's.json', 'session.json', '--dry-run', '--json', ...flags])
    const kept = await resume('--preserve-pattern', 'I open part 3')
    expect(kept.code).toBe(0)
    expect(await resume('--fuzzy')).toMatchObject({ code: 2, stderr: expect.stringContaining('rules') })
    expect((await resume('--preserve-pattern', '(')).stderr).toContain('no regular expression')
  })
})
