import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hostNamed } from '../../../../src/doors/hooks/hosts/index.ts'
import { switchedOff } from '../../../../src/doors/hooks/install/switched-off.ts'

const [off, on] = ['{"disableAllHooks": true}', '{"disableAllHooks": false}']
const [tomlOff, tomlOn] = ['features.hooks = false\n', '[features]\nhooks = true\n']

it.each([
  ['nothing is set', 'claude-code', {}, undefined],
  [
    'the user has set it',
    'claude-code',
    { '/home/.claude/settings.json': off },
    '/home/.claude/settings.json',
  ],
  ['a project', 'claude-code', { '/p/.claude/settings.json': off }, '/p/.claude/settings.json'],
  ['only here', 'claude-code', { '/p/.claude/settings.local.json': off }, '/p/.claude/settings.local.json'],
  [
    'a project overrules the user',
    'claude-code',
    { '/home/.claude/settings.json': off, '/p/.claude/settings.json': on },
    undefined,
  ],
  [
    'the own settings overrule the project',
    'claude-code',
    { '/p/.claude/settings.json': on, '/p/.claude/settings.local.json': off },
    '/p/.claude/settings.local.json',
  ],
  [
    'a broken file sets nothing',
    'claude-code',
    { '/home/.claude/settings.json': off, '/p/.claude/settings.json': '{' },
    '/home/.claude/settings.json',
  ],
  [
    'a project of Codex',
    'codex',
    { '/home/.codex/config.toml': tomlOff, '/p/.codex/config.toml': tomlOn },
    undefined,
  ],
  [
    'a text in an inline table sets nothing',
    'codex',
    { '/home/.codex/config.toml': 'features = { note = "on, hooks = false" }\n' },
    undefined,
  ],
  ['the user of Codex', 'codex', { '/home/.codex/config.toml': tomlOff }, '/home/.codex/config.toml'],
])('names the file that decides: %s', (_, name, files: Readonly<Record<string, string>>, file) => {
  const host = hostNamed(name)
  if (host === undefined) throw new Error(name)
  const read = (path: string) =>
    new Map(Object.entries(files).map(([at, text]) => [join(at), text])).get(path)
  const said = switchedOff(host, { home: '/home', project: '/p', env: {}, read })
  expect(said).toEqual(file === undefined ? undefined : expect.stringContaining(` in ${join(file)}.`))
})
