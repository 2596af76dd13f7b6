/** The command line as people type it. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../strategies/view-of.ts'
import { workSession } from '../../strategies/work-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
beforeAll(() => {
  work = workplace()
  writeFileSync(work.path('session.json'), JSON.stringify(chat.create(workSession(12))))
})
afterAll(() => work.remove())

const dry = (...flags: string[]) => work.fovea(['compress', 'session.json', '--dry-run', ...flags])

describe('a budget', () => {
  it('may be in thousands', async () => {
    const { code, stderr } = await dry('-b', '1.5k')
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('budget: 1,500 tokens, met'),
    })
  })

  it('below one token is an error that says how a share is written', async () => {
    const { code, stderr } = await dry('-b', '0.3')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('"30%"') })
  })
})

describe('an option', () => {
  it('that keeps a state needs a strategy that has one', async () => {
    const { code, stderr } = await dry('-s', 'window', '--state', 'st.json')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('window keeps none') })
  })

  it('that names an unknown model gets the nearest names', async () => {
    const { code, stderr } = await dry('--model', 'sonet-4')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('claude-sonnet-4') })
    expect((await dry('--model', 'us.anthropic.claude-opus-5-v1:0')).code).toBe(0)
  })
})

it('an explanation says the same reason once for neighbours', async () => {
  const { stderr } = await dry('-b', '900', '--explain')
  const rows = stderr.slice(stderr.indexOf('message.block')).split('\n').slice(1)
  const reasons = rows.filter(row => row.includes('older than what fits') && row.includes('merged'))
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.length).toBeLessThan(4)
  expect(rows.join('\n')).toMatch(/\d+\.\d+ to \d+\.\d+ +\d+ blocks/)
})

it('messages and blocks are counted from 1, as in views', async () => {
  const { stderr } = await dry('-b', '200', '--explain', '--gate', 'strict')
  const numbers = Array.from(
    stderr.matchAll(/not answered \(#(\d+)\)|^ *(\d+)\.\d+ /gm),
    hit => hit[1] ?? hit[2],
  )
  expect(stderr).toContain('not answered (#')
  expect(stderr.slice(stderr.indexOf('message.block'))).toMatch(/\n *1\.1 /)
  expect(numbers).not.toContain('0')
})

it('observations are stored only where that was asked for', async () => {
  const seen = await work.fovea(['observe', 'session.json'])
  expect(seen.code).toBe(0)
  expect(seen.stdout).not.toContain('db_')
  expect(existsSync(work.store)).toBe(false)
})

it('a search names the message and the line that expand takes, within 80 columns', async () => {
  await work.fovea(['compress', 'session.json', '-s', 'window', '-b', '900', '-o', 'view.json'])
  const { stdout } = await work.fovea(['search', 'part-3.ts'])
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  const hit = lines.map(line => /^(db_[0-9a-f]+#\d+) +line (\d+) /.exec(line)).find(match => match !== null)
  const [, handle = '', number = ''] = hit ?? []
  const { stdout: shown } = await work.fovea(['expand', handle, '--lines', number])
  expect(shown).toContain('part-3.ts')
})

it('links to session files are read', async () => {
  mkdirSync(work.path('logs'))
  symlinkSync(work.path('session.json'), work.path('logs/linked.json'))
  symlinkSync(work.path('logs'), work.path('logs/itself'))
  const { code, stderr } = await work.fovea(['observe', 'logs'])
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('observations') })
})

it('an error of writing names the file that was asked for', async () => {
  const { code, stderr } = await work.fovea(['compress', 'session.json', '-o', 'no/such/view.json'])
  expect(code).toBe(1)
  expect(stderr).toContain(join('no', 'such', 'view.json'))
  expect(stderr).not.toContain('.tmp')
})

it.skipIf(process.platform !== 'linux')('an export to where no directory can be made ends', async () => {
  const { code, stderr } = await work.fovea(['store', 'export', '/proc/x/y'])
  expect(code).toBe(1)
  expect(stderr).toContain('/proc/x')
})

it.skipIf(process.platform === 'win32')(
  'a home that is set to nothing is the one the system knows',
  async () => {
    const env = { HOME: '', FOVEA_STORE: '', XDG_DATA_HOME: '' }
    const { stdout } = await work.fovea(['doctor', '--json'], { env })
    const findings = JSON.parse(stdout) as { about: string; sentence: string }[]
    const { sentence = '' } = findings.find(({ about }) => about === 'store') ?? {}
    expect(sentence).toContain(join(userInfo().homedir, process.platform === 'darwin' ? 'Library' : '.local'))
  },
)

describe('a store that is named', () => {
  it('is named in the commands that are to be typed next', async () => {
    const { stderr } = await work.fovea([
      ...['compress', 'session.json', '-b', '900', '-o', 'my view.json', '--store', "it's here.db"],
    ])
    const named = `--store 'it'\\''s here.db'`
    expect(stderr).toContain(`fovea uncompress 'my view.json' ${named}\n`)
    expect(stderr).toContain(`fovea store purge --all --yes ${named}\n`)
    const view = readFileSync(work.path('my view.json'), 'utf8')
    const [, index = ''] = /(db_[0-9a-f]+)#n/.exec(view) ?? []
    const { stdout } = await work.fovea(['expand', index, '--store', "it's here.db"])
    expect(stdout.split('\n')[0]).toMatch(/expand db_\w+#\d+ --store /)
  })

  it.each([
    ['compress', 'session.json', '-b', '900', '-o', 'lost.json'],
    ['text', 'rules', 'twice.md', '-o', 'lost.json'],
    ['workspace', 'compress', 'memory', '--files', '*.md', '--techniques', 'rules', '--write'],
    ['uncompress', 'session.json'],
  ])('in memory is refused where it would be gone with the command: %s', async (...words) => {
    const twice =
      '# Rules\n\n- Use tabs in all of these files, please.\n- Use tabs in all of these files, please.\n'
    mkdirSync(work.path('memory'), { recursive: true })
    for (const file of ['twice.md', 'memory/twice.md']) writeFileSync(work.path(file), twice)
    const { code, stderr } = await work.fovea([...words, '--store', 'memory:'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('name a file') })
    expect(existsSync(work.path('lost.json'))).toBe(false)
    expect(readFileSync(work.path('memory/twice.md'), 'utf8')).toBe(twice)
  })

  it('by nothing is an error', async () => {
    const { code, stderr } = await work.fovea(['search', 'x', '--store', ''])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('name a file') })
  })
})

it('what search found is in sight, however narrow the terminal is', async () => {
  const long = `${'first '.repeat(3000)}the needle is here ${'last '.repeat(3000)}`
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: long },
    { role: 'user', content: 'And?' },
  ]
  writeFileSync(work.path('long.json'), JSON.stringify(messages))
  expect((await work.fovea(['compress', 'long.json', '-b', '300', '-o', 'short.json'])).code).toBe(0)
  // Another place is named by a longer number.
  const far = `${'line\n'.repeat(12_345)}the needle is here ${'and there '.repeat(20)}`
  const input = `- twice\n- twice\n\n${far}`
  expect((await work.fovea(['text', 'rules', '-', '-o', 'far.md'], { input })).code).toBe(0)
  const { stdout } = await work.fovea(['search', 'needle', 'here'])
  const rows = stdout.trimEnd().split('\n')
  expect(rows).toContainEqual(expect.stringContaining(' line 12349 '))
  for (const row of rows) {
    expect(row).toContain('needle is here')
    expect(row.length).toBeLessThanOrEqual(80)
  }
})

it('a search shows no secret beside the words', async () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: `${'first '.repeat(3000)}\nthe haystack has ${token}\n` },
    { role: 'user', content: 'And?' },
  ]
  writeFileSync(work.path('secret.json'), JSON.stringify(messages))
  const flags = ['-s', 'window', '-b', '300', '-o', 'masked.json']
  expect((await work.fovea(['compress', 'secret.json', ...flags])).code).toBe(0)
  const { stdout } = await work.fovea(['search', 'haystack'])
  expect(stdout).toMatch(/^db_[0-9a-f]+#\d+ .*haystack has \[secret:/m)
  expect(stdout).not.toContain('ghp_')
})
