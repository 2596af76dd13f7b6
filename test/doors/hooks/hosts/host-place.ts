/** A home and a project for one real agent with our hooks in its configuration, and the provider that it talks to. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type Finished, runProcess } from '../../../../src/doors/run-process.ts'
import { formatNamed } from '../../../../src/formats/index.ts'
import { shellQuoted } from '../../../../src/scan/actions/shell/shell-quoted.ts'
import { agentFolder } from '../../../agents/agent-folder.ts'
import type { RealAgent, ToolUse } from '../../../agents/real-agents.ts'
import { runAgent } from '../../../agents/run-agent.ts'
import { type Body, startProvider } from '../../proxy/provider-double.ts'
import { answerAsGemini } from './gemini-replies.ts'
import type { HookHost, Said } from './hook-hosts.ts'

export interface HostPlace {
  readonly home: string
  readonly workplace: string
  /** Lets the agent work on a task: the model makes these calls, one after the other, and ends. */
  work(task: string, calls: readonly ToolUse[], turn?: Turn): Promise<Worked>
  fovea(...args: readonly string[]): Promise<Finished>
}

export interface Turn {
  readonly agent?: RealAgent
  readonly said?: Said | undefined
}

export interface Worked {
  readonly code: number | null
  readonly printed: string
  /** The bodies of all requests. */
  readonly requests: readonly Body[]
  /** What the model saw of each call. */
  readonly results: readonly string[]
}

const launcher = join(import.meta.dirname, '../../../../bin/fovea.js')

export async function hostPlace(
  { host, agent }: HookHost,
  options: readonly string[] = [],
): Promise<HostPlace> {
  const place = mkdtempSync(join(tmpdir(), `fovea-${host}-`))
  const [home, workplace] = [join(place, 'home'), join(place, 'work')]
  for (const directory of [home, workplace]) mkdirSync(directory)
  const provider = await startProvider()
  if (agent.format === 'gemini') answerAsGemini(provider)
  onTestFinished(async () => {
    await provider.close()
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  })
  agent.settle?.(home, provider.url)
  const env = { PATH: process.env['PATH'], HOME: home, ...agent.env(home, provider.url) }
  const fovea = (...args: readonly string[]): Promise<Finished> =>
    runProcess([process.execPath, launcher, ...args].map(shellQuoted).join(' '), '', { cwd: workplace, env })
  expect(await fovea('hook', 'install', host, '--yes', ...options)).toMatchObject({ code: 0 })

  return {
    home,
    workplace,
    fovea,
    async work(task, calls, turn = {}) {
      const requests: Body[] = []
      const rest = [...calls]
      provider.reply = body => {
        requests.push(body)
        if (!hasTools(body)) return { parts: [{ text: 'All done.' }] }
        const call = rest.shift()
        if (call === undefined)
          return { parts: [{ text: 'All done.' }], inputTokens: turn.said?.ending ?? 100 }
        const id = `call_${calls.length - rest.length}`
        const parts = [{ text: 'Running. ' }, { call: { id, ...call } }]
        return { parts, inputTokens: turn.said?.calling ?? 100 }
      }
      const folder = agentFolder(agent.package)
      const run = { agent: turn.agent ?? agent, folder, home, workplace, url: provider.url, task }
      const { code, printed } = await runAgent(run)
      const results = resultsIn(requests.findLast(hasTools) ?? {}, agent)
      return { code, printed, requests, results }
    },
  }

  /** Agents ask for titles and the like as well, without their tools. */
  function hasTools(body: Body): boolean {
    return JSON.stringify(body.tools ?? []).includes(`"${agent.shell('').name}"`)
  }
}

/** What is in a request for every call that was made. */
function resultsIn(body: Body, { format }: RealAgent): readonly string[] {
  const messages = (body.messages ?? body.input ?? body.contents ?? []) as readonly unknown[]
  const blocks = formatNamed(format)
    .read(messages)
    .flatMap(message => message.blocks)
  return blocks.flatMap(block => (block.type === 'toolResult' ? [block.text] : []))
}
