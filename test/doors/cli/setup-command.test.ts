import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmed } from '../../../src/doors/cli/confirmed.ts'
import { hosts } from '../../../src/doors/hooks/hosts/index.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let place: Workplace
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

/** No configuration of whoever runs the tests, and no programs but Node. */
const bare = (): NodeJS.ProcessEnv => ({
  PATH: place.path('bin'),
  CLAUDE_CONFIG_DIR: undefined,
  CODEX_HOME: undefined,
  OPENCODE_CONFIG_DIR: undefined,
  XDG_CONFIG_HOME: undefined,
  PI_CODING_AGENT_DIR: undefined,
  FOVEA_HOOKS: undefined,
  ANTHROPIC_BASE_URL: undefined,
})
const fovea = (...words: string[]) =>
  place.fovea(words, { envHere: { ...bare(), PATH: `${place.path('bin')}:/usr/bin:/bin` } })

function write(name: string, text: string): void {
  mkdirSync(dirname(place.path(name)), { recursive: true })
  writeFileSync(place.path(name), text)
}
const read = (name: string): string => readFileSync(place.path(name), 'utf8')

/** All files below a folder, with what they hold. */
function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter(name => !name.startsWith('data') && statSync(join(folder, name)).isFile())
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

const settings = '{\n  // mine\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n'

/** The configuration directory of each host, and files of users in some of them. */
function everyAgent(): void {
  for (const host of hosts) mkdirSync(host.userDirectory(place.directory, {}), { recursive: true })
  write('.claude/settings.json', settings)
  write(
    '.claude.json',
    '{\n  "numStartups": 7,\n  "mcpServers": { "other": { "command": "x", "args": [] } }\n}\n',
  )
  write('.codex/config.toml', 'model = "gpt-5"\n[tui]\ntheme = "dark"\n')
  write('.gemini/settings.json', '{"theme": "Default"}\n')
  write('.config/opencode/opencode.json', '{\n  "$schema": "https://opencode.ai/config.json"\n}\n')
  write('.pi/agent/settings.json', '{}\n')
}

describe('fovea setup', () => {
  it('says that there is no agent, and writes nothing', async () => {
    const done = await fovea('setup', '--yes')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(
      /^not on this machine: Claude Code, Codex, opencode, Gemini CLI, pi(?:, .*)?\n/,
    )
    expect(readdirSync(place.directory)).toEqual([])
  })

  it('finds a program on PATH as well as a configuration', async () => {
    write('bin/gemini', '#!/bin/sh\n')
    chmodSync(place.path('bin/gemini'), 0o755)
    const { stdout } = await fovea('setup', '--dry-run')
    expect(stdout).toContain('found: Gemini CLI (gemini on PATH)\n')
  })

  it('shows what it would change and changes nothing where nobody says yes', async () => {
    everyAgent()
    const before = snapshot(place.directory)
    for (const words of [[], ['--dry-run', '--yes']]) {
      const done = await fovea('setup', ...words)
      expect(done.code).toBe(0)
      for (const { title } of hosts) expect(done.stdout).toContain(`\n${title}\n  hook: `)
      expect(done.stdout).toContain('+     "PostToolUse": [')
      expect(done.stdout).toContain('ANTHROPIC_BASE_URL=http://127.0.0.1:8787 claude')
      expect(done.stdout).toContain(`Originals are kept in ${place.store}, not encrypted`)
      expect(done.stderr).toBe('nothing was written; --yes writes it\n')
    }
    expect(snapshot(place.directory)).toEqual(before)
  })

  it('does it, proves it, and undoes it to the byte', async () => {
    everyAgent()
    const before = snapshot(place.directory)
    const done = await fovea('setup', '--yes')
    expect(done.stdout).not.toContain('FAIL')
    expect(done.code).toBe(0)
    for (const [, file = '', kept] of done.stdout.matchAll(
      / written to ([^;\n]+)(; what was there before)?/g,
    ))
      expect(kept !== undefined, file).toBe(file.slice(place.directory.length + 1) in before)
    for (const { title } of hosts) {
      expect(done.stdout).toMatch(new RegExp(`^ok    ${title}, hook, a (?:command|tool) that fails: `, 'm'))
      expect(done.stdout).toMatch(new RegExp(`^ok    ${title}, hook, a compaction: `, 'm'))
    }
    for (const proof of [
      'ok    Claude Code, hook, a command that succeeds: ',
      'ok    Claude Code, mcp, the server: it answers with 5 tools: ',
      'ok    Codex, mcp, the server: ',
      'ok    Gemini CLI, mcp, the server: ',
      'ok    opencode, mcp, the server: ',
    ])
      expect(done.stdout).toContain(proof)
    expect(read('.claude/settings.json')).toContain('// mine')
    const { mcpServers } = JSON.parse(read('.claude.json')) as {
      mcpServers: Record<string, { args: string[] }>
    }
    expect(Object.keys(mcpServers)).toEqual(['other', 'fovea'])
    expect(mcpServers['fovea']?.args.at(-1)).toBe('mcp')
    expect(read('.codex/config.toml')).toMatch(/\[mcp_servers\.fovea\]\ncommand = ".+"\nargs = \[.*"mcp"\]\n/)
    expect(JSON.parse(read('.config/opencode/opencode.json'))).toMatchObject({
      mcp: { fovea: { type: 'local', enabled: true } },
    })
    const written = snapshot(place.directory)

    const again = await fovea('setup', 'pi', '--yes')
    expect(again.stdout).toContain('Everything is set up already.')
    expect(snapshot(place.directory)).toEqual(written)

    const undone = await fovea('setup', '--undo', '--yes')
    expect(undone.code).toBe(0)
    expect(snapshot(place.directory)).toEqual(before)
    expect((await fovea('setup', '--undo', '--yes')).stdout).toContain('There is nothing to undo.')
  })

  // Each hook is tried in a process of its own: one installation serves several checks.
  it('touches only what it is asked for, and leaves a server of that name that is not ours; doctor sees what is gone', async () => {
    everyAgent()
    write('.claude.json', '{ "mcpServers": { "fovea": { "command": "my-fovea", "args": ["serve"] } } }\n')
    const before = snapshot(place.directory)
    expect((await fovea('setup', 'claude-code', '--yes')).code).toBe(0)
    const installed = read('.claude/settings.json')
    expect(installed).not.toBe(settings)
    expect({ ...snapshot(place.directory), '.claude/settings.json': settings }).toEqual(before)

    write(
      '.claude/settings.json',
      installed.replaceAll(/"command": "[^"]*bin\/fovea\.js/g, '"command": "/gone/fovea'),
    )
    write('data/store.db', 'This is no database, although it lies where one should be.'.repeat(99))
    const done = await place.fovea(['doctor', '--port', '1', '--json'], {
      envHere: { ...bare(), ANTHROPIC_BASE_URL: 'http://localhost:1' },
    })
    expect(done.code).toBe(1)
    const findings = JSON.parse(done.stdout) as { state: string; about: string; sentence: string }[]
    const wrong = findings.filter(({ state }) => state === 'wrong')
    expect(wrong.map(({ about }) => about)).toEqual(['store', 'Claude Code, hook', 'proxy'])
    expect(wrong.map(({ sentence }) => sentence).join('\n')).toMatch(
      /store\.db cannot be used[\s\S]*\/gone\/fovea[\s\S]*ANTHROPIC_BASE_URL/,
    )

    write('.claude/settings.json', installed)
    await fovea('setup', 'claude-code', '--undo', '--yes')
    expect(snapshot(place.directory)).toEqual(before)
  })

  it.each([
    ['mcp_servers = { other = { command = "x" } }\n', 1, 'written as one value'],
    ['[mcp_servers]\nfovea = { command = "mine" }\n', 0, 'Everything is set up already'],
    ['["mcp_servers"."fovea"]\ncommand = "mine"\n', 0, 'Everything is set up already'],
  ])('writes no second server into %j, which Codex could not read', async (text, code, message) => {
    write('.codex/config.toml', text)
    const done = await fovea('setup', 'codex', '--no-hooks', '--yes')
    expect(done).toMatchObject({ code, stdout: expect.stringContaining(message) })
    expect(read('.codex/config.toml')).toBe(text)
  })

  it('adds its server where a string or a comment only looks like it', async () => {
    const text = '# [mcp_servers.fovea]\nnote = """\n[mcp_servers.fovea]\n"""\n'
    write('.codex/config.toml', text)
    await fovea('setup', 'codex', '--no-hooks', '--yes')
    expect(read('.codex/config.toml')).toMatch(/\n\[mcp_servers\.fovea\]\ncommand = /)
    await fovea('setup', 'codex', '--undo', '--yes')
    expect(read('.codex/config.toml')).toBe(text)
  })

  it('takes out its part alone where a file has changed since', async () => {
    everyAgent()
    const other = { command: 'x', args: [] }
    write(
      '.gemini/settings.json',
      `${JSON.stringify({ theme: 'Default', mcpServers: { other } }, null, 2)}\n`,
    )
    await fovea('setup', 'gemini-cli', '--yes')
    write('.gemini/settings.json', read('.gemini/settings.json').replace('{', '{ "later": true,'))
    const { stdout } = await fovea('doctor', '--port', '1')
    expect(stdout).toMatch(/^ok {5}Gemini CLI, mcp: /m)
    await fovea('setup', 'gemini-cli', '--undo', '--yes')
    expect(JSON.parse(read('.gemini/settings.json'))).toEqual({
      later: true,
      theme: 'Default',
      mcpServers: { other },
    })
  })

  it('goes on where one file cannot be read, and says so', async () => {
    everyAgent()
    write('.claude/settings.json', '{ broken')
    const done = await fovea('setup', 'claude-code', '--yes')
    expect(done.code).toBe(1)
    expect(done.stderr).toMatch(/^fovea: Claude Code, hook: .*settings\.json/)
    expect(read('.claude/settings.json')).toBe('{ broken')
    expect(read('.claude.json')).toContain('"fovea"')
    const again = await fovea('setup', 'claude-code', '--dry-run')
    expect(again.code).toBe(1)
    expect(again.stdout).not.toContain('Everything is set up')
  })
})

describe('fovea doctor', () => {
  it('says in one sentence each what is there, and ends with 0', async () => {
    const done = await fovea('doctor', '--port', '1')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout.split('\n').slice(0, -2)).toEqual([
      expect.stringMatching(/^ok {5}Node: \S+ can run everything\.$/),
      expect.stringMatching(/^ok {5}fovea: version /),
      expect.stringMatching(/^note {3}PATH: /),
      expect.stringMatching(/^note {3}store: there is none at .*store\.db yet/),
      expect.stringMatching(/^note {3}agents: none /),
      expect.stringMatching(/^note {3}proxy: none runs on http:\/\/127\.0\.0\.1:1; /),
    ])
    expect(done.stdout.trimEnd().split('\n').at(-1)).toBe('Nothing is wrong.')
    expect(existsSync(place.store)).toBe(false)
  })

  it('says that no store can be made where nothing can be written', async () => {
    write('a-file', '')
    const done = await fovea('doctor', '--port', '1', '--store', place.path('a-file/store.db'))
    expect(done.code).toBe(1)
    expect(done.stdout).toMatch(/^WRONG {2}store: none can be made at .*a-file.store\.db: /m)
  })
})

describe('confirmed', () => {
  const terminal = (answer: string) => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true })
    input.end(answer)
    return { input, output }
  }

  it('asks a person, and takes yes for yes alone', async () => {
    expect(await confirmed('Write?', {}, terminal('y\n'))).toBe(true)
    expect(await confirmed('Write?', {}, terminal('Yes\n'))).toBe(true)
    expect(await confirmed('Write?', {}, terminal('\n'))).toBe(false)
    expect(await confirmed('Write?', {}, terminal('yesterday\n'))).toBe(false)
    expect(await confirmed('Write?', { dryRun: true, yes: true }, terminal('y\n'))).toBe(false)
  })

  it('asks nobody where there is no terminal', async () => {
    const { input, output } = terminal('y\n')
    expect(await confirmed('Write?', {}, { input: Object.assign(input, { isTTY: false }), output })).toBe(
      false,
    )
    expect(await confirmed('Write?', { yes: true }, { input, output })).toBe(true)
  })
})
