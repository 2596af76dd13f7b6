import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Workplace, workplace } from '../cli/run-fovea.ts'

let place: Workplace
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

/** No configuration of whoever runs the tests. */
const envHere = { CLAUDE_CONFIG_DIR: undefined, CLAUDE_PROJECT_DIR: undefined }
const hook = (...words: string[]) => place.fovea(['hook', ...words], { envHere })

describe('fovea hook', () => {
  it('shows what it would write, and writes nothing', async () => {
    for (const words of [[], ['--yes', '--dry-run']]) {
      const done = await hook('install', 'claude-code', ...words)
      expect(done.code).toBe(0)
      expect(done.stdout).toContain('+     "PostToolUse": [')
      expect(done.stderr).toContain('nothing was written')
    }
    expect(readdirSync(place.directory)).toEqual([])
  })

  it('installs, proves, shows and uninstalls', async () => {
    const file = place.path('.claude/settings.json')
    const done = await hook(
      'install',
      'claude-code',
      '--write',
      '--max-tokens',
      '900',
      '--store',
      place.path('my store.db'),
    )
    expect(done.code).toBe(0)
    expect(done.stderr).toMatch(/^written\nprove it: /)
    const options = `--max-tokens 900 --store '${place.path('my store.db')}'`
    expect(readFileSync(file, 'utf8')).toContain(` hook run claude-code PostToolUse ${options}"`)
    const proof = await hook('test', 'claude-code')
    expect(proof.code).toBe(0)
    expect(proof.stdout).not.toContain('FAIL')
    for (const line of [/^ok {4}a command that fails: /m, /^ok {4}a compaction: /m, /\nnot proven: that /])
      expect(proof.stdout).toMatch(line)
    expect((await hook('status')).stdout).toContain(`claude-code (user): ${file}\n  PreToolUse [Bash]: `)
    expect((await hook('uninstall', 'claude-code', '--yes')).code).toBe(0)
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['claude-code', '.claude'],
    ['opencode', '.config'],
  ])('removes the directories that it made for %s', async (host, directory) => {
    expect((await hook('install', host, '--yes')).code).toBe(0)
    expect((await hook('install', host, '--yes', '--max-tokens', '900')).code).toBe(0)
    expect(readdirSync(place.directory)).toContain(directory)
    expect((await hook('uninstall', host, '--yes')).code).toBe(0)
    expect(readdirSync(place.directory)).not.toContain(directory)
  })

  it('refuses an empty --command', async () => {
    const done = await hook('install', 'claude-code', '--yes', '--command', ' ')
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('--command is empty') })
    expect(readdirSync(place.directory)).toEqual([])
  })

  it.each([
    ['claude-code', '.claude/settings.json', '{ "disableAllHooks": true }', 'disableAllHooks is true'],
    [
      'gemini-cli',
      '.gemini/settings.json',
      '{"hooksConfig":{"enabled":false}}',
      'hooksConfig.enabled is false',
    ],
    ['codex', '.codex/config.toml', '[features]\nhooks = false # for now\n', 'features.hooks is false'],
    ['codex', '.codex/config.toml', 'features = { web = true, hooks = false }\n', 'features.hooks is false'],
  ])('says that %s runs no hooks', async (host, name, text, why) => {
    mkdirSync(dirname(place.path(name)), { recursive: true })
    writeFileSync(place.path(name), text)
    const off = expect.stringContaining(`runs no hooks here: ${why} in ${place.path(name)}.`)
    expect((await hook('install', host, '--yes')).stderr).toEqual(off)
    expect((await hook('status')).stdout).toEqual(off)
    expect((await place.fovea(['doctor', '--port', '1'], { envHere })).stdout).toEqual(off)
  })

  it.each([
    ['an address', 'postgres://me@db.internal/fovea', () => 'postgres://me@db.internal/fovea'],
    ['the file of an address', 'sqlite:here.db', () => place.path('here.db')],
    ['a file', 'here.db', () => place.path('here.db')],
  ])('writes a store that is found from every directory: %s', async (_, store, written) => {
    expect((await hook('install', 'claude-code', '--yes', '--store', store)).code).toBe(0)
    const settings = readFileSync(place.path('.claude/settings.json'), 'utf8')
    expect(settings).toContain(` hook run claude-code PostToolUse --store ${written()}"`)
  })

  it.each([
    'postgres://me:hunter2@db.internal/fovea',
    'postgres://db.internal/fovea?user=me&password=hunter2',
  ])('writes no password into a configuration: %s', async store => {
    const done = await hook('install', 'claude-code', '--yes', '--store', store)
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('FOVEA_STORE') })
    expect(done.stdout + done.stderr).not.toContain('hunter2')
    expect(readdirSync(place.directory)).toEqual([])
  })

  it.each([['install', '--yes'], ['uninstall', '--yes'], ['test']])(
    'says that a configuration is at fault, not the command line: %s',
    async (verb, ...flags) => {
      const file = place.path('.claude/settings.json')
      mkdirSync(dirname(file))
      writeFileSync(file, '{ broken')
      const done = await hook(verb, 'claude-code', ...flags)
      expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file}, line 1: `) })
      expect(readFileSync(file, 'utf8')).toBe('{ broken')
    },
  )

  it.each([
    ['a host that nobody knows', ['install', 'emacs']],
    ['a size that is none', ['install', 'codex', '--max-tokens', 'few']],
    ['two places at once', ['install', 'codex', '--user', '--project']],
    ['a host without hooks', ['test', 'claude-code']],
    ['a store of an unknown kind', ['install', 'codex', '--yes', '--store', 'mysql://host/fovea']],
    ['a store that ends with the process', ['install', 'codex', '--yes', '--store', 'memory:']],
  ])('refuses %s', async (_, words) => {
    const done = await hook(...words)
    expect(done.code).toBe(2)
    expect(done.stderr).not.toBe('')
    expect(readdirSync(place.directory)).toEqual([])
  })
})
