import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedHooks } from '../../../../src/doors/hooks/install/added-hooks.ts'
import {
  tomlHooksForm,
  tomlHooksIn,
  withoutTomlHooks,
  withTomlHooks,
} from '../../../../src/doors/hooks/install/toml-hooks.ts'
import { loadedHost } from '../loaded-hosts.ts'

const { hookFile } = loadedHost('codex')
const hooks =
  hookFile.type === 'commands'
    ? addedHooks('codex', hookFile, {
        program: '"/opt/my node/bin/node" fovea.js',
        options: '--max-tokens 2000',
      })
    : []

const line = fc.constantFrom(
  'model = "gpt-5"',
  '# a comment with [hooks] in it',
  '[features]',
  'hooks = true # of the table above',
  '[[hooks.Stop]]',
  '[[hooks.Stop.hooks]]',
  'command = "say \\"done\\""',
  '',
  '[mcp_servers."a.b"]',
)
const text = fc
  .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, ends]) => ['[features]', ...lines].join(eol) + (ends ? eol : ''))

describe('hooks in config.toml', () => {
  it('are at its end, and leave it as it was', () => {
    fc.assert(
      fc.property(text, before => {
        const after = withTomlHooks(before, 'config.toml', hooks)
        expect(after.startsWith(before)).toBe(true)
        expect(tomlHooksIn(after)).toEqual([
          {
            event: 'PreToolUse',
            matcher: 'Bash',
            command: '"/opt/my node/bin/node" fovea.js hook run codex PreToolUse --max-tokens 2000',
          },
          { event: 'PreCompact', matcher: undefined, command: expect.stringContaining(' PreCompact ') },
          { event: 'SessionStart', matcher: 'compact', command: expect.stringContaining(' SessionStart ') },
        ])
        const back = withoutTomlHooks(after)
        expect(back === before || back === `${before}\n` || back === `${before}\r\n`).toBe(true)
        if (before.endsWith('\n')) expect(back).toBe(before)
      }),
    )
  })

  it('leave what was written behind them', () => {
    const after = `${withTomlHooks('a = 1\n', 'config.toml', hooks)}\n[later]\nb = 2\n`
    expect(withoutTomlHooks(after)).toBe('a = 1\n\n[later]\nb = 2\n')
  })

  it.each(['hooks = { Stop = [] }', 'hooks.Stop = []', '[hooks]\nStop = [{ hooks = [] }]'])(
    'are not added to %j',
    before => {
      expect(() => withTomlHooks(before, 'config.toml', hooks)).toThrow('written as values')
    },
  )

  it.each([
    ['[[hooks.Stop]]', 'tables'],
    [' [hooks]', 'tables'],
    ['model = "x"\n[features]\nhooks = true\ncodex_hooks = true', 'none'],
    ['# [hooks]', 'none'],
    ['[hooks.state]\nx = 1', 'tables'],
    ['hooks = {}', 'values'],
  ])('are in %j as %s', (before, form) => {
    expect(tomlHooksForm(before)).toBe(form)
  })
  it('are found beside an inline table of any length', () => {
    expect(tomlHooksForm(`a = { ${'k = 1, '.repeat(200_000)} }\n[hooks.state]\n`)).toBe('tables')
  })
})
