/** What `npx fovea` is: a program below a shell below npm, in a place where nothing else may find it. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programName } from '../../../src/doors/cli/program-name.ts'
import { isFoveaOnPath } from '../../../src/doors/hooks/is-on-path.ts'
import { shortSession } from '../../short-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const root = join(import.meta.dirname, '../../..')
const session = shortSession()
const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'fovea'", npm_execpath: '/npm' }

let place: Workplace
beforeAll(() => {
  place = workplace()
})
afterAll(() => place.remove())

describe('under npx', () => {
  it('names the command as it was typed', () => {
    expect(programName(npx)).toBe('npx fovea')
    expect(programName({})).toBe('fovea')
    expect(programName({ ...npx, npm_lifecycle_script: "'vitest'" })).toBe('fovea')
  })

  it('in the summary, in the view and in what doctor says', async () => {
    const view = place.path('view.json')
    const compressed = await place.fovea(['compress', session, '-b', '15%', '-o', view, '--json'], {
      env: npx,
    })
    expect(compressed.stderr).toContain(`back with: npx fovea uncompress ${view}\n`)
    expect(compressed.stderr).toContain('npx fovea store purge --all --yes')
    expect(readFileSync(view, 'utf8')).toMatch(/npx fovea expand db_/)
    const doctor = await place.fovea(['doctor', '-p', '1'], { env: { ...npx, PATH: '' } })
    expect(doctor.stdout).toContain('"npx fovea proxy" starts it')
    expect(doctor.stdout).toContain('and you type "npx fovea"')
    expect(doctor.stdout).not.toMatch(/"fovea /)
  }, 30_000)

  it('takes no folder that npm put on the path for one of the user', () => {
    const own = place.path('node_modules/.bin')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'fovea'), '', { mode: 0o755 })
    const path = ['/nowhere', own].join(delimiter)
    expect(isFoveaOnPath({ PATH: path })).toBe(true)
    expect(isFoveaOnPath({ ...npx, PATH: path })).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'tries the proxy without a key, and ends when the shell above it is killed',
    async () => {
      const launcher = join(root, 'bin/fovea.js')
      const shell = spawn('sh', ['-c', '"$0" "$1" proxy --try -p 0 & wait', process.execPath, launcher], {
        env: { ...process.env, ...npx, HOME: place.directory },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      shell.stdout.on('data', chunk => {
        said += String(chunk)
      })
      await expect
        .poll(() => said, { timeout: 20_000 })
        .toMatch(/send your own requests[^\n]*\n {2}curl http:\/\/[\w.:]+\/v1\/chat\/completions /)
      const [, given, sent] =
        /sent a request of ([\d,]+) tokens, and ([\d,]+) tokens reached .* answered: Understood\./.exec(
          said,
        ) ?? []
      expect(Number(given?.replace(',', ''))).toBeGreaterThan(20 * Number(sent?.replace(',', '')))
      const [, url = ''] = /fovea proxy on (http:\S+),/.exec(said) ?? []
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      expect(await answer.text()).toContain('Understood.')
      shell.kill('SIGKILL')
      const isThere = (): Promise<boolean> =>
        fetch(`${url}/fovea/health`).then(
          () => true,
          () => false,
        )
      await expect.poll(isThere, { timeout: 15_000 }).toBe(false)
    },
    60_000,
  )
})
