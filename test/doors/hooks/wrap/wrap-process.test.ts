import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProcess } from '../../../../src/doors/run-process.ts'
import { handlesIn } from '../../../../src/scan/marker.ts'
import { sqliteStore } from '../../../../src/store/sqlite/sqlite-store.ts'
import { toText } from '../../../../src/tokens/bytes.ts'

const launcher = join(import.meta.dirname, '../../../../bin/fovea.js')
let directory: string
let env: NodeJS.ProcessEnv
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'fovea-wrap-test-'))
  env = { ...process.env, FOVEA_STORE: join(directory, 'store.db'), TMPDIR: directory, SHELL: '/bin/bash' }
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const wrapped = (command: string, options = '') =>
  `${quoted(process.execPath)} ${quoted(launcher)} hook wrap ${options} -- ${quoted(command)}`
const run = (command: string, input = '', more: NodeJS.ProcessEnv = {}) =>
  runProcess(command, input, { cwd: directory, env: { ...env, ...more } })

const many = (word: string) =>
  `awk 'BEGIN { for (i = 0; i < 2500; i++) print "${word} " i ": 200 GET /items/" i " in 12 ms" }'`

describe.skipIf(process.platform === 'win32')('a wrapped command', () => {
  it.each([
    ['its words', 'echo "a b"; echo \'c\'; printf "no newline"'],
    ['its exit code', 'echo out; echo err >&2; exit 42'],
    ['a program that is not there', 'no-such-program-here'],
    ['a syntax error', 'if then'],
    ['bytes that are no text', "printf '\\377\\000\\001'"],
    ['standard input', 'read line; echo "got $line"; cat'],
    ['a heredoc', "cat <<'EOF'\n$HOME 'quoted'\nEOF"],
    ['nothing', 'true'],
  ])('keeps %s', async (_, command) => {
    const input = 'first\nsecond\n'
    const [plain, ours] = await Promise.all([
      run(`/bin/bash -c ${quoted(command)}`, input),
      run(wrapped(command), input),
    ])
    expect(ours).toEqual(plain)
  })

  it('prints less of each stream, keeps both apart, and fails as it did', async () => {
    const command = `${many('out')}; ${many('err')} >&2; echo 'ERROR boom'; exit 3`
    const [plain, ours] = await Promise.all([run(command), run(wrapped(command))])
    expect(ours.code).toBe(3)
    expect(ours.stdout).toContain('ERROR boom')
    expect(ours.stdout).not.toContain('err 7:')
    expect(ours.stderr).not.toContain('out 7:')
    const store = sqliteStore(env['FOVEA_STORE'] as string)
    for (const stream of ['stdout', 'stderr'] as const) {
      expect(ours[stream].length).toBeLessThan(plain[stream].length / 2)
      expect(toText(store.get(handlesIn(ours[stream])[0] as string))).toBe(plain[stream])
    }
    store.close()
  })

  it('keeps the order where both streams go to one place', async () => {
    const command = 'echo 1; echo 2 >&2; echo 3; echo 4 >&2'
    expect((await run(`${wrapped(command)} 2>&1`)).stdout).toBe('1\n2\n3\n4\n')
  })

  it('prints everything where nothing can be kept', async () => {
    writeFileSync(join(directory, 'file'), '')
    const [plain, ours] = await Promise.all([
      run(many('out')),
      run(wrapped(many('out')), '', { FOVEA_STORE: join(directory, 'file/x.db') }),
    ])
    expect(ours).toEqual(plain)
  })

  it('runs all the same where there is no place to hold its output', async () => {
    expect(await run(wrapped('echo out; exit 5'), '', { TMPDIR: join(directory, 'missing') })).toMatchObject({
      code: 5,
      stdout: 'out\n',
    })
  })

  it('is left alone where hooks are off', async () => {
    expect((await run(wrapped(many('out')), '', { FOVEA_HOOKS: 'off' })).stdout).not.toContain('stored: db_')
  })

  it('leaves what it started running, and does not wait for it', async () => {
    const late = join(directory, 'late')
    const command = `(sleep 1; echo late; touch ${quoted(late)}) & echo started`
    expect((await run(wrapped(command))).stdout).toBe('started\n')
    expect(existsSync(late)).toBe(false)
    await expect.poll(() => existsSync(late), { timeout: 20_000 }).toBe(true)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'gets %s, and what it printed until then is printed',
    async signal => {
      const child = spawn(
        process.execPath,
        [launcher, 'hook', 'wrap', '--live-after', '0', '--', 'echo ready; exec sleep 60'],
        { env },
      )
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString()
      })
      const ended = new Promise(resolve => child.on('close', (code, by) => resolve({ code, by })))
      // Heard live: so the command runs by now.
      await expect.poll(() => stdout, { timeout: 30_000 }).toBe('ready\n')
      child.kill(signal)
      expect(await ended).toEqual({ code: null, by: signal })
      expect(stdout).toBe('ready\n')
    },
  )

  it('is heard while it still runs, once, and the rest is shortened', async () => {
    const command = `echo first; sleep 2; ${many('out')}; exit 4`
    const { code, stdout } = await run(wrapped(command, '--live-after 0'))
    expect(code).toBe(4)
    expect(stdout.startsWith('first\n')).toBe(true)
    expect(stdout.match(/first\n/g)).toHaveLength(1)
    expect(stdout.length).toBeLessThan(30_000)
  })

  it('leaves no files behind', () => {
    expect(readdirSync(directory).filter(name => name.startsWith('fovea-wrap-'))).toEqual([])
  })

  it('says how it is called where no command is named', async () => {
    expect(await run(`${quoted(process.execPath)} ${quoted(launcher)} hook wrap`)).toMatchObject({
      code: 2,
      stdout: '',
    })
  })
})
