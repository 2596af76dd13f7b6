import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Status } from '../../../../src/doors/proxy/index.ts'
import { withoutCacheMarks } from '../../../../src/session/message-identity.ts'
import { agentFolder, isAgentInstalled } from '../../../agents/agent-folder.ts'
import { type RealAgent, realAgents } from '../../../agents/real-agents.ts'
import { runAgent } from '../../../agents/run-agent.ts'
import { startProvider } from '../provider-double.ts'
import { startProxyProcess } from '../proxy-process.ts'
import {
  build,
  logOf,
  logs,
  type ReceivedRequest,
  type ScriptedModel,
  scriptedModel,
} from './scripted-model.ts'

interface Finished {
  readonly model: ScriptedModel
  readonly status: Status
  readonly code: number | null
  readonly printed: string
  /** What the last command of the script wrote. */
  readonly written: string
}

/** The agent, `fovea proxy` as a process of its own, and a provider that refuses what is not valid. */
async function finished(agent: RealAgent): Promise<Finished> {
  const place = mkdtempSync(join(tmpdir(), 'fovea-agent-'))
  const [home, workplace] = [join(place, 'home'), join(place, 'work')]
  mkdirSync(home)
  mkdirSync(join(workplace, 'logs'), { recursive: true })
  writeFileSync(join(workplace, build.file), build.script)
  for (let log = 0; log < logs; log += 1) writeFileSync(join(workplace, `logs/${log}.log`), logOf(log))
  const provider = await startProvider()
  onTestFinished(async () => {
    await provider.close()
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  })
  const model = scriptedModel(agent, workplace)
  provider.reply = model.reply
  const args = ['--upstream', provider.url, '--store', join(place, 'store.db'), '--window', '60000']
  const { url } = await startProxyProcess([...args, '--port', '0', '--tools'])
  const task = 'Why does the build fail? Build it, and read all logs.'
  const folder = agentFolder(agent.package)
  agent.settle?.(home, url)
  const { code, printed } = await runAgent({ agent, folder, home, workplace, url, task })
  const status = (await (await fetch(`${url}/fovea/status.json`)).json()) as Status
  const done = join(workplace, 'done.txt')
  const written = existsSync(done) ? readFileSync(done, 'utf8') : ''
  return { model, status, code, printed, written }
}

/** How often a request did not begin with the one before it, in whatever order an agent writes keys. */
function rewrites(shown: readonly ReceivedRequest[]): number {
  const sent = shown.map(({ asked: { body } }) =>
    ((body.messages ?? body.input) as readonly unknown[]).map(withoutCacheMarks),
  )
  return sent.filter(
    (now, index) => !isDeepStrictEqual(sent[index - 1] ?? [], now.slice(0, sent[index - 1]?.length ?? 0)),
  ).length
}

// Not a dependency of Fovea: `npm ci --prefix bench` installs pi, and CONTRIBUTING says how to add the others.
describe.each(realAgents)('$package, which may not be installed, in $format', agent => {
  it.skipIf(!isAgentInstalled(agent.package))(
    'works to its end behind fovea proxy --tools',
    async () => {
      const { model, status, code, printed, written } = await finished(agent)
      expect({ code, printed, written }).toMatchObject({
        code: 0,
        printed: expect.stringContaining('All read.'),
        written: 'done\n',
      })
      const { shown } = model
      const steps = shown.map(({ step }) => step)
      expect(steps.filter(step => step !== 'expand')).toEqual([
        'build',
        ...Array.from({ length: logs }, (_, log) => `log ${log}`),
        'search',
        'write',
        'end',
      ])

      // What a tool said is what the model sees next, whatever an epoch does to the rest.
      const seenAfter = (step: string): string => shown[steps.indexOf(step) + 1]?.seen ?? ''
      for (let log = 0; log < logs; log += 1) {
        expect(seenAfter(`log ${log}`)).toContain(`log ${log} line 9: `)
        expect(seenAfter(`log ${log}`)).toContain(`error E${log}: disk ${log} is full`)
      }
      expect(seenAfter('build')).toContain('no such compiler')
      expect(seenAfter('build')).toContain('error TS2345: no such disk')
      const isShortened = agent.cutsOutputs !== true && agent.isHeavy !== true
      expect(seenAfter('build').includes('[Shortened: ')).toBe(isShortened)

      // Originals come back to the model, and the agent knows nothing of it.
      expect(seenAfter('expand')).toMatch(/\d+ \(#\d+\): .{0,20}error E\d+: disk \d+ is full/)
      expect(seenAfter('search')).toMatch(/db_[0-9a-f]{12,64} line \d+(?: \(#\d+\))?: /)
      expect(seenAfter('search')).toContain('beside the search')

      expect(status).toMatchObject({ failures: 0, lookups: 2 })
      expect(status.tokens.saved).toBeGreaterThan(status.tokens.given / 4)
      const epochs = status.recent.filter(({ receipt }) => receipt?.action === 'epoch').length
      expect(epochs).toBeGreaterThan(0)
      expect(rewrites(shown)).toBeLessThanOrEqual(epochs)
    },
    1_800_000,
  )
})
