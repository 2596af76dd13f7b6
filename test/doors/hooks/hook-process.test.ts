import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProcess } from '../../../src/doors/run-process.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { reachableFrom } from '../../architecture/source-files.ts'
import { type Workplace, workplace } from '../cli/run-fovea.ts'
import { longOutput, outputEvents } from './sample-events.ts'

let place: Workplace
beforeAll(() => {
  place = workplace()
})
afterAll(() => place.remove())

const bash = (output: string) => JSON.stringify(outputEvents['Claude Code, Bash'](output).payload)

describe('fovea hook run', () => {
  it('answers on standard output alone, and the agent gets its output back', async () => {
    const long = longOutput(1500)
    const done = await place.fovea(['hook', 'run', 'claude-code', 'PostToolUse'], { input: bash(long) })
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const answer = JSON.parse(done.stdout) as {
      hookSpecificOutput: { updatedToolOutput: { stdout: string } }
    }
    const [handle = ''] = handlesIn(answer.hookSpecificOutput.updatedToolOutput.stdout)
    expect((await place.fovea(['expand', handle])).stdout).toBe(long)
  })

  it('takes in 50 MB', async () => {
    const line = 'step 7: 200 GET /items/7 in 12 ms, nothing else to say about it\n'
    const done = await place.fovea(['hook', 'run', 'claude-code', 'PostToolUse'], {
      input: bash(line.repeat(50_000_000 / line.length)),
    })
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout.length).toBeLessThan(30_000)
    expect(done.stdout).toContain(', stored: db_')
  })

  it.each([
    ['truncated JSON', ['claude-code', 'PostToolUse'], '{"tool_name":'],
    ['an unknown event', ['codex', 'Lunch'], '{}'],
    ['no words at all', [], ''],
    [
      'an option that nobody knows',
      ['pi', 'tool_result', '--colour', '--max-tokens', 'many'],
      '{"content":[]}',
    ],
  ])('never fails its host: %s', async (_, words, input) => {
    expect(await place.fovea(['hook', 'run', ...words], { input })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('never fails its host: no place for a store or a log', async () => {
    writeFileSync(place.path('file'), '')
    const env = { FOVEA_STORE: place.path('file/store.db') }
    const input = bash(longOutput(1500))
    expect(await place.fovea(['hook', 'run', 'claude-code', 'PostToolUse'], { input, env })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(readFileSync(place.path('file'), 'utf8')).toBe('')
  })

  it.runIf(process.platform === 'linux')(
    'never fails its host: a store where no directory can be made',
    async () => {
      const env = { FOVEA_STORE: '/proc/fovea/store.db' }
      const input = bash(longOutput(1500))
      expect(await place.fovea(['hook', 'run', 'claude-code', 'PostToolUse'], { input, env })).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      })
    },
  )

  it('is off where the environment says so', async () => {
    const env = { FOVEA_HOOKS: 'off', FOVEA_STORE: place.path('off/store.db') }
    const input = bash(longOutput(1500))
    const done = await place.fovea(['hook', 'run', 'claude-code', 'PostToolUse'], { input, env })
    expect(done.stdout).toBe('')
    expect(existsSync(place.path('off'))).toBe(false)
  })

  it.each([
    ['an installation that is broken', ''],
    ['a Node that is too old', `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })\n`],
  ])('never fails its host: %s', async (_, before) => {
    mkdirSync(place.path('broken/bin'), { recursive: true })
    const launcher = place.path('broken/bin/fovea.js')
    const own = readFileSync(join(import.meta.dirname, '../../../bin/fovea.js'), 'utf8')
    writeFileSync(launcher, `${before}${own.replace(/^#!.*\n/, '')}`)
    writeFileSync(place.path('broken/package.json'), '{"type":"module"}')
    const call = `'${process.execPath}' '${launcher}' hook`
    const options = { cwd: place.directory, env: { ...process.env, SHELL: '/bin/sh' } }
    expect(await runProcess(`${call} run claude-code PostToolUse`, '{}', options)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(
      await runProcess(`${call} wrap --max-tokens 900 -- 'echo out; exit 3'`, '', options),
    ).toMatchObject({ code: 3, stdout: 'out\n' })
  })

  it('starts without what only long outputs need', () => {
    const reached = reachableFrom('hooks/contracts/claude-code.ts')
    // Lazy imports are followed too: so only what a contract itself loads is looked at here.
    expect([...reached].filter(path => /^(?:store|reduce|ledger|measure\/tokens|cli)\//.test(path))).toEqual(
      [],
    )
    expect(reached.has('commander')).toBe(false)
  })
})
