import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Configuration,
  configurationOf,
  type Scope,
} from '../../../../src/doors/hooks/install/configuration.ts'
import {
  applyInstall,
  applyUninstall,
  planInstall,
  planUninstall,
  readConfiguration,
} from '../../../../src/doors/hooks/install/hook-installation.ts'
import { hostNames, loadedHost } from '../loaded-hosts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fovea-install-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const store = () => join(home, 'data/store.db')
const configuration = (host: string, scope: Scope = 'user', env = {}): Configuration =>
  configurationOf(loadedHost(host), scope, {
    home,
    project: join(home, 'shop'),
    env,
    read: readConfiguration,
  })
const install = (host: string, options = '', scope: Scope = 'user') => {
  const found = configuration(host, scope)
  applyInstall(found, planInstall(found, { program: 'fovea', options }, store()), store())
  return found.file
}
const uninstall = (host: string, scope: Scope = 'user') =>
  applyUninstall(planUninstall(configuration(host, scope), store()))
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const json = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('hooks', 'model', 'env', '__proto__', 'permissions'),
      fc.dictionary(
        fc.constantFrom('PreToolUse', 'SessionStart', 'Stop', 'x'),
        fc.constantFrom([], [{ hooks: [] }], [{ hooks: [{ type: 'command', command: 'mine' }] }]),
      ),
    ),
    fc.constantFrom(undefined, 2, '\t'),
    fc.constantFrom('', '\n', '\r\n', '  \n\n', '\n// the end'),
  )
  .map(([value, indent, end]) => `${JSON.stringify(value, null, indent)}${end}`)
const toml = fc
  .array(fc.constantFrom('model = "o"', '[[hooks.Stop]]', '[features]', '', '# x', '[[hooks.PreToolUse]]'))
  .map(lines => ['[[hooks.Stop]]', ...lines].join('\n'))

describe('installing and uninstalling', () => {
  it.each([
    ['claude-code', '.claude/settings.json', fc.option(json)],
    ['gemini-cli', '.gemini/settings.json', fc.option(json)],
    ['codex', '.codex/hooks.json', fc.option(json)],
    ['codex', '.codex/config.toml', toml],
    ['opencode', '.config/opencode/plugins/fovea.js', fc.constant(null)],
    ['pi', '.pi/agent/extensions/fovea.ts', fc.constant(null)],
  ] as const)('for %s in %s gives every byte back', (host, name, texts) => {
    const file = join(home, name)
    fc.assert(
      fc.property(
        texts as fc.Arbitrary<string | null>,
        fc.constantFrom('', '--max-tokens 900'),
        (text, options) => {
          rmSync(file, { force: true })
          if (text !== null) write(file, text)
          expect(install(host)).toBe(file)
          const once = read(file)
          install(host)
          expect(read(file)).toBe(once)
          // Other options take the place of the first.
          install(host, options)
          uninstall(host)
          expect(read(file)).toBe(text ?? undefined)
          uninstall(host)
          expect(read(file)).toBe(text ?? undefined)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('takes out its own part alone where something else has changed', () => {
    const file = join(home, '.gemini/settings.json')
    write(file, '{\n  "theme": "dark"\n}\n')
    install('gemini-cli')
    write(file, (read(file) ?? '').replace('"dark"', '"light"'))
    install('gemini-cli', '--max-tokens 900')
    uninstall('gemini-cli')
    expect(read(file)).toBe('{\n  "theme": "light"\n}\n')
  })

  it('finds its part in config.toml though hooks.json has come since', () => {
    const file = join(home, '.codex/config.toml')
    write(file, '[[hooks.Stop]]\n')
    expect(install('codex')).toBe(file)
    write(join(home, '.codex/hooks.json'), '{}')
    uninstall('codex')
    expect(read(file)).toBe('[[hooks.Stop]]\n')
  })

  it('keeps a copy that only its owner reads, and the rights of the file', () => {
    const file = join(home, '.claude/settings.json')
    write(file, '{"env":{"KEY":"s3cret"}}')
    const { backup } = planInstall(configuration('claude-code'), { program: 'fovea', options: '' }, store())
    install('claude-code')
    expect(JSON.parse(read(backup) ?? '')).toMatchObject({ file, before: '{"env":{"KEY":"s3cret"}}' })
    expect(statSync(backup).mode & 0o077).toBe(0)
    expect(statSync(dirname(backup)).mode & 0o077).toBe(0)
  })

  it('writes through a link', () => {
    const real = join(home, 'dotfiles/settings.json')
    write(real, '{}')
    mkdirSync(join(home, '.claude'))
    symlinkSync(real, join(home, '.claude/settings.json'))
    install('claude-code')
    expect(read(real)).toContain('hook run claude-code')
    uninstall('claude-code')
    expect(read(real)).toBe('{}')
  })

  it('writes through a link to a file that does not exist yet, and leaves the link', () => {
    mkdirSync(join(home, 'dotfiles/claude'), { recursive: true })
    symlinkSync('dotfiles/claude', join(home, '.claude'))
    symlinkSync('../later/settings.json', join(home, '.claude/settings.json'))
    install('claude-code')
    expect(read(join(home, 'dotfiles/later/settings.json'))).toContain('hook run claude-code')
    uninstall('claude-code')
    expect(existsSync(join(home, 'dotfiles/later/settings.json'))).toBe(false)
    expect(readlinkSync(join(home, '.claude/settings.json'))).toBe('../later/settings.json')
  })

  it('leaves alone what it cannot change safely', () => {
    const settings = join(home, '.claude/settings.json')
    write(settings, '{ "a": ')
    expect(() => install('claude-code')).toThrow('line 1')
    expect(read(settings)).toBe('{ "a": ')
    const plugin = join(home, '.config/opencode/plugins/fovea.js')
    write(plugin, 'export const Mine = 1\n')
    expect(() => install('opencode')).toThrow('is not ours')
    uninstall('opencode')
    expect(read(plugin)).toBe('export const Mine = 1\n')
    writeFileSync(settings, Buffer.from([0x7b, 0xff, 0x7d]))
    expect(() => install('claude-code')).toThrow('UTF-8')
  })

  it('looks where each host looks', () => {
    const env = {
      CLAUDE_CONFIG_DIR: '/c',
      CODEX_HOME: '/x',
      XDG_CONFIG_HOME: '/g',
      PI_CODING_AGENT_DIR: '/p',
    }
    const files = (scope: Scope) =>
      Object.fromEntries(hostNames.map(host => [host, configuration(host, scope, env).file]))
    expect(files('user')).toMatchObject({
      'claude-code': '/c/settings.json',
      codex: '/x/hooks.json',
      opencode: '/g/opencode/plugins/fovea.js',
      'gemini-cli': join(home, '.gemini/settings.json'),
      pi: '/p/extensions/fovea.ts',
    })
    expect(files('project')).toMatchObject({
      'claude-code': join(home, 'shop/.claude/settings.json'),
      codex: join(home, 'shop/.codex/hooks.json'),
      opencode: join(home, 'shop/.opencode/plugins/fovea.js'),
      'gemini-cli': join(home, 'shop/.gemini/settings.json'),
      pi: join(home, 'shop/.pi/extensions/fovea.ts'),
    })
  })
})
