import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { createSession } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Block, FormatName, Message } from '../../src/types.ts'
import { uncompress } from '../../src/uncompress.ts'
import { longOutput, requestLengths } from './growing-history.ts'

const rules = Array.from(
  { length: 60 },
  (_, at) => `- Rule ${at}: module_${at} is generated, edit template_${at} instead.`,
)
const claude = `<system-reminder>\nAs you answer the user's questions, you can use the following context:\n# claudeMd\nContents of /x/CLAUDE.md (project instructions, checked into the codebase):\n\n${rules.join('\n')}\n</system-reminder>`
const agents = `# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\n${rules.join('\n')}\n</INSTRUCTIONS>`
const environment = '<environment_context>\n  <cwd>/x</cwd>\n  <shell>zsh</shell>\n</environment_context>'

const text = (said: string): Block => ({ type: 'text', text: said, media: 'text' })
const user = (...blocks: readonly Block[]): Message => ({ role: 'user', blocks })

/** As the agent's program begins: in blocks beside what was typed, in one text with it, or in messages of their own. */
const beginnings: readonly (readonly [string, FormatName, readonly Message[]])[] = [
  ['Claude Code', 'anthropic', [user(text(claude), text('Find out why the build is slow.'))]],
  [
    'Codex',
    'openai-responses',
    [user(text(agents)), user(text(environment)), user(text('Find out why the build is slow.'))],
  ],
  ['a chat of plain strings', 'openai-chat', [user(text(`${claude}\n\nFind out why the build is slow.`))]],
  ['Gemini CLI', 'gemini', [user(text(claude), text(environment), text('Find out why the build is slow.'))]],
  ['the AI SDK', 'ai-sdk', [user(text(claude), text('Find out why the build is slow.'))]],
  ['plain messages', 'plain', [user(text(`${claude}\n\nFind out why the build is slow.`))]],
]

function step(at: number): readonly Message[] {
  const callId = `call_${at}`
  return [
    {
      role: 'assistant',
      blocks: [
        text(`Looking at part ${at}.`),
        { type: 'toolCall', callId, name: 'Bash', text: `{"command":"npm run part-${at}"}`, media: 'json' },
      ],
    },
    {
      role: 'tool',
      blocks: [{ type: 'toolResult', callId, name: 'Bash', text: longOutput(30), media: 'text' }],
    },
    ...(at % 5 === 4
      ? [
          { role: 'assistant', blocks: [text(`Part ${at} is done.`)] } as const,
          user(text(`Go on with part ${at + 1}.`)),
        ]
      : []),
  ]
}

describe('instructions in a session', () => {
  it.each(beginnings)('are whole in every request over five epochs: %s', async (_, name, beginning) => {
    const format = formatNamed(name)
    const all = format.create([...beginning, ...Array.from({ length: 60 }, (_, at) => step(at)).flat()])
    const store = memoryStore()
    const session = createSession({
      store,
      format: name,
      highWater: 6000,
      lowWater: 3000,
      shortenOutputs: false,
      prices: { read: 1, write: 1 },
    })
    let epochs = 0
    for (const length of requestLengths(all, name)) {
      const messages = all.slice(0, length)
      const { request, receipt } = await session.step(messages)
      if (receipt.action === 'epoch') epochs += 1
      const said = JSON.stringify(request)
      expect(rules.filter(rule => said.includes(rule))).toHaveLength(60)
      const roles = format.read(request).map(({ role }) => role)
      const given = format.read(messages).map(({ role }) => role)
      const pairs = (of: readonly string[]): number =>
        of.filter((role, at) => role === 'user' && of[at + 1] === 'user').length
      expect(pairs(roles)).toBeLessThanOrEqual(pairs(given))
      expect(JSON.stringify((await uncompress(request, store, { format: name })).messages)).toBe(
        JSON.stringify(messages),
      )
    }
    expect(epochs).toBeGreaterThanOrEqual(5)
  })
})
