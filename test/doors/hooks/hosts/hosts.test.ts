import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  sampleCommand,
  sampleError,
  sampleOutput,
} from '../../../../src/doors/hooks/selftest/sample-output.ts'
import { handlesIn } from '../../../../src/scan/marker.ts'
import { isAgentInstalled } from '../../../agents/agent-folder.ts'
import { claudeCode } from '../../../agents/real-agents.ts'
import { hookHosts } from './hook-hosts.ts'
import { hostPlace } from './host-place.ts'

const lines = 4000
const failing = sampleCommand(lines)
const succeeding = `${failing} || true`
const printed = sampleOutput(lines)
const rule = 'legacy/session.ts'
const task = `Fix the login form. Never touch the file ${rule}.`
const patience = 180_000

// Not dependencies of Fovea: CONTRIBUTING says how to install them.
describe.each(hookHosts)('$host, which may not be installed, with our hooks', hookHost => {
  const { agent, again, compacts, framesOutputs } = hookHost
  const real = it.skipIf(!isAgentInstalled(agent.package))

  real(
    'shows its model long outputs shorter, also where the command fails, and they come back to the byte',
    async () => {
      const place = await hostPlace(hookHost)
      const {
        code,
        printed: said,
        results,
      } = await place.work(task, [agent.shell(succeeding), agent.shell(failing)])
      expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('All done.') })
      expect(results).toHaveLength(2)
      for (const seen of results) {
        expect(seen).toContain('[Shortened: ')
        expect(seen).toContain(sampleError)
        expect(seen.length).toBeLessThan(printed.length / 5)
        const [handle = ''] = handlesIn(seen)
        const { stdout } = await place.fovea('expand', handle)
        if (framesOutputs) expect(stdout).toContain(printed.trimEnd())
        else expect(stdout).toBe(printed)
      }
      expect(results[1]).toMatch(/exit(?:ed with)? code:? 3/i)
      const stats = JSON.parse((await place.fovea('store', 'stats', '--json')).stdout) as object
      expect(stats).toMatchObject({
        receipts: 2,
        tokensSaved: expect.toSatisfy((saved: number) => saved > 100_000),
      })
    },
    patience,
  )

  it.skipIf(agent.read === undefined || !isAgentInstalled(agent.package))(
    'shows its model a file that it reads as it is',
    async () => {
      const place = await hostPlace(hookHost)
      const text = sampleOutput(800)
      writeFileSync(join(place.workplace, 'steps.txt'), text)
      const path = join(place.workplace, 'steps.txt')
      const { results } = await place.work(task, [agent.read?.(path) ?? agent.shell('')])
      expect(results[0]).toContain(sampleError)
      expect(results[0]).not.toContain('[Shortened: ')
    },
    patience,
  )

  real(
    'offers the ledger of a session that was compacted',
    async () => {
      const place = await hostPlace(hookHost)
      const requests = [...(await place.work(task, [agent.shell(failing)], { said: compacts.said })).requests]
      for (const request of compacts.next)
        requests.push(...(await place.work(request, [], { agent: again })).requests)
      const shown = requests
        .map(body => JSON.stringify(body))
        .filter(body => body.includes('What this session was about'))
      expect(shown.length).toBeGreaterThan(0)
      expect(shown[0]).toContain(`Never touch the file ${rule}`)
      // Once, not once for every request.
      expect(shown.at(-1)?.split('What this session was about')).toHaveLength(2)
      expect(JSON.stringify(requests)).not.toContain('Additional Instructions:\\n{}')
    },
    patience,
  )

  real.each([
    ['is not there', '/nowhere/fovea'],
    ['crashes', 'exit 1;'],
    ['prints what is no JSON', 'echo Segmentation fault #'],
  ])(
    'works as without us where Fovea %s',
    async (_, program) => {
      const place = await hostPlace(hookHost, ['--command', program])
      const command = sampleCommand(100)
      const calls = [agent.shell(`${command} || true`), agent.shell(command)]
      const { code, printed: said, results } = await place.work(task, calls)
      expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('All done.') })
      expect(results).toHaveLength(2)
      for (const seen of results) expect(seen).toContain(sampleOutput(100).trimEnd())
      expect(JSON.stringify(results)).not.toContain('Segmentation')
    },
    patience,
  )
})

describe('claude-code, which may not be installed, where somebody is asked about commands', () => {
  it.skipIf(!isAgentInstalled(claudeCode.package))(
    'shows its model long outputs shorter; those of commands that fail are its own to show',
    async () => {
      const [claude] = hookHosts.filter(({ host }) => host === 'claude-code')
      if (claude === undefined) throw new Error('There is no such host.')
      const place = await hostPlace({ ...claude, agent: claudeCode })
      const calls = [claudeCode.shell(succeeding), claudeCode.shell(failing)]
      const [succeeded = '', failed = ''] = (await place.work(task, calls)).results
      expect(succeeded).toContain(sampleError)
      const [handle = ''] = handlesIn(succeeded)
      expect((await place.fovea('expand', handle)).stdout).toBe(printed)
      expect(failed).toContain('Exit code 3')
      expect(failed).not.toContain('[Shortened: ')
    },
    patience,
  )
})
