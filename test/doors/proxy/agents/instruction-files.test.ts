import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConversationFormat } from '../../../../bench/replay/conversation-format.ts'
import { projectRules } from '../../../../bench/replay/instructions.ts'
import { refusals } from '../../../../bench/replay/provider-rules.ts'
import type { Status } from '../../../../src/doors/proxy/index.ts'
import { withoutCacheMarks } from '../../../../src/session/message-identity.ts'
import { agentFolder, isAgentInstalled } from '../../../agents/agent-folder.ts'
import { claudeCode, codex, opencode, pi, type RealAgent } from '../../../agents/real-agents.ts'
import { runAgent } from '../../../agents/run-agent.ts'
import { type Asked, type Body, startProvider } from '../provider-double.ts'
import type { Reply } from '../provider-replies.ts'
import { startProxyProcess } from '../proxy-process.ts'

const rules = projectRules(60)
const wantedEpochs = 5
const firstLogs = 3
const maxLogs = 80
const furtherTask = 'Now read all the others.'

interface Instructed {
  readonly agent: RealAgent
  /** The file that it reads. */
  readonly instructions: string
  /** How it goes on with the session that it had. */
  again(task: string): readonly string[]
}

const scripted = pi('anthropic', 'anthropic-messages', '')
const keptPi: RealAgent = {
  ...scripted,
  args: task => scripted.args(task).filter(argument => argument !== '--no-session'),
}

const instructed: readonly Instructed[] = [
  {
    agent: claudeCode,
    instructions: 'CLAUDE.md',
    again: task => ['--continue', ...claudeCode.args(task)],
  },
  {
    agent: codex,
    instructions: 'AGENTS.md',
    again: task => [...codex.args('').slice(0, -1), 'resume', '--last', task],
  },
  { agent: keptPi, instructions: 'AGENTS.md', again: task => ['--continue', ...keptPi.args(task)] },
  {
    agent: opencode,
    instructions: 'AGENTS.md',
    again: task => [...opencode.args('').slice(0, -1), '--continue', task],
  },
]

/** Of about three thousand tokens, each line with names of its own: what is kept of it leaves less for other texts. */
function logOf(log: number): string {
  const lines = Array.from(
    { length: 80 },
    (_, line) =>
      `src/area${log}/module${line}.ts(${line + 3},7): error TS2345: Part${log}x${line} is not assignable to Whole${log}y${line}.`,
  )
  return [...lines, `error E${log}: disk ${log} is full`, ''].join('\n')
}

function messagesOf({ messages, input }: Body): readonly unknown[] {
  return ((messages ?? input) as readonly unknown[]).map(withoutCacheMarks)
}

/**
 * Reads three logs when it is asked first. When it is asked again, so that the message with the instructions is no longer the
 * latest of the user, it goes on until the beginning of its requests has changed often enough.
 */
function readingModel({ shell }: RealAgent): {
  readonly asked: readonly Asked[]
  reply(body: Body, asked: Asked): Reply
} {
  const asked: Asked[] = []
  let before: readonly unknown[] = []
  let rewrites = 0
  let log = 0
  return {
    asked,
    reply(body, request) {
      const inputTokens = Math.round(JSON.stringify(body).length / 3.5)
      // Agents ask for titles and the like as well, without their tools.
      if (!JSON.stringify(body.tools ?? []).includes(`"name":"${shell('').name}"`))
        return { parts: [{ text: 'Logs' }], inputTokens }
      asked.push(request)
      const now = messagesOf(body)
      if (!isDeepStrictEqual(before, now.slice(0, before.length))) rewrites += 1
      before = now
      const isDone = JSON.stringify(now).includes(furtherTask)
        ? rewrites >= wantedEpochs || log >= maxLogs
        : log >= firstLogs
      if (isDone) return { parts: [{ text: 'All read.' }], inputTokens }
      const { name, input } = shell(`cat logs/${log}.log`)
      log += 1
      return {
        parts: [{ text: `Reading log ${log}.` }, { call: { id: `call_${log}`, name, input } }],
        inputTokens,
      }
    },
  }
}

// Not dependencies of Fovea: CONTRIBUTING says how to install them.
describe.each(instructed)('$agent.package with $instructions, which may not be installed', each => {
  const { agent, instructions, again } = each
  it.skipIf(!isAgentInstalled(agent.package))(
    'keeps all rules of the file in every request of a session of five epochs',
    async () => {
      const place = mkdtempSync(join(tmpdir(), 'fovea-rules-'))
      const [home, workplace] = [join(place, 'home'), join(place, 'work')]
      mkdirSync(home)
      mkdirSync(join(workplace, 'logs'), { recursive: true })
      writeFileSync(join(workplace, instructions), `# House rules\n\n${rules.join('\n')}\n`)
      for (let log = 0; log < maxLogs; log += 1) writeFileSync(join(workplace, `logs/${log}.log`), logOf(log))
      const provider = await startProvider()
      onTestFinished(async () => {
        await provider.close()
        rmSync(place, { recursive: true, force: true, maxRetries: 5 })
      })
      const model = readingModel(agent)
      provider.reply = model.reply
      const args = ['--upstream', provider.url, '--store', join(place, 'store.db'), '--window', '50000']
      const { url } = await startProxyProcess([...args, '--port', '0', '--tools'])
      agent.settle?.(home, url)
      const folder = agentFolder(agent.package)
      for (const [task, asked] of [
        ['Read the first logs, one by one.', agent],
        [furtherTask, { ...agent, args: again }],
      ] as const) {
        const { code, printed } = await runAgent({ agent: asked, folder, home, workplace, url, task })
        expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('All read.') })
      }

      const status = (await (await fetch(`${url}/fovea/status.json`)).json()) as Status
      expect(status.failures).toBe(0)
      const epochs = status.recent.filter(({ receipt }) => receipt?.action === 'epoch').length
      expect(epochs).toBeGreaterThanOrEqual(wantedEpochs)

      const shown = model.asked.map(({ body }) => {
        const text = JSON.stringify(body)
        return rules.filter(rule => text.includes(JSON.stringify(rule).slice(1, -1))).length
      })
      expect(shown).toEqual(shown.map(() => rules.length))
      for (const { body } of model.asked)
        expect(refusals(agent.format as ConversationFormat, body)).toEqual([])
    },
    1_800_000,
  )
})
