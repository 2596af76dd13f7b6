import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testHook } from '../../../../src/doors/cli/hook-command.ts'
import { ownCommand } from '../../../../src/doors/hooks/fovea-command.ts'
import { configurationOf } from '../../../../src/doors/hooks/install/configuration.ts'
import { readConfiguration } from '../../../../src/doors/hooks/install/hook-installation.ts'
import { loadedHost } from '../loaded-hosts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fovea-prove-'))
  vi.stubEnv('HOME', home)
  for (const name of ['CLAUDE_CONFIG_DIR', 'CLAUDE_PROJECT_DIR', 'CODEX_HOME']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

/** The installed configuration as a host would find it. */
function installed(host: string, program = ownCommand(), options = '', before = '') {
  const configuration = configurationOf(loadedHost(host), 'user', {
    home,
    project: home,
    env: {},
    read: readConfiguration,
  })
  mkdirSync(dirname(configuration.file), { recursive: true })
  writeFileSync(configuration.file, configuration.add(before, { program, options }))
  return configuration
}

describe('the proof of an installation', () => {
  // One that holds is made by `fovea hook test`, in test/doors/hooks/hook-command.test.ts, and for every host by `fovea setup`,
  // in test/doors/cli/setup-command.test.ts.
  it('finds hooks that answer nothing', async () => {
    const { text, isProven } = await testHook(installed('claude-code', 'echo "{}" #'))
    expect(isProven).toBe(false)
    expect(text).toContain('FAIL  a command that succeeds: nothing is replaced')
    expect(text).toContain('FAIL  a command that fails: the command is not wrapped')
    expect(text).toContain('FAIL  a compaction: nothing is offered')
  })

  it('finds an answer that Claude Code would ignore', async () => {
    const answer = (updatedToolOutput: unknown) => {
      writeFileSync(
        join(home, 'answer.json'),
        JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } }),
      )
      return testHook(installed('claude-code', `cat '${home}/answer.json' #`))
    }
    expect((await answer('short')).text).toContain('FAIL  a command that succeeds: nothing is replaced')
    expect((await answer({ stdout: 'short' })).text).toContain(
      'succeeds: the answer has not the shape of the tool',
    )
  })

  it('finds a program that is not there, and a plugin that does nothing', async () => {
    const { text, isProven } = await testHook(installed('gemini-cli', 'no-such-program'))
    expect(isProven).toBe(false)
    expect(text).toMatch(/FAIL {2}a short output: The command ended with 0: .*no-such-program/)
    expect((await testHook(installed('pi', 'no-such-program'))).isProven).toBe(false)
  })

  it('says what is left out, and why', async () => {
    // The program need not work for it.
    expect((await testHook(installed('claude-code', 'true', '--wrap never'))).text).toContain(
      'skip  a command that fails: installed with --wrap never',
    )
    const rules = '{"permissions":{"ask":["Bash(git push:*)"]}}'
    expect((await testHook(installed('claude-code', 'true', '', rules))).text).toMatch(
      /^skip {2}a command that fails: permission rules about commands/m,
    )
  })

  it('needs an installation', async () => {
    const configuration = installed('codex')
    rmSync(configuration.file)
    await expect(testHook(configuration)).rejects.toThrow('fovea hook install codex --yes')
  })
})
