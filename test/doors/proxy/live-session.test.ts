import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Asked, Body, Provider } from './provider-double.ts'
import type { Reply } from './provider-replies.ts'
import { eventually, startPair } from './start-proxy.ts'

const turns = 14

function logOf(turn: number): string {
  const lines = Array.from(
    { length: 125 },
    (_, line) => `turn ${turn} line ${line}: worker ${line % 7} took ${line * 13} ms`,
  )
  return [...lines, `error E${turn}: disk ${turn} is full`].join('\n')
}

const handlePattern = /\bdb_[0-9a-f]{12,64}\b/

/** Reads a log in each turn; when it first sees a handle, it looks the original up. */
function agentModel(provider: Provider): { lookedUp: string | undefined } {
  const seen: { lookedUp: string | undefined } = { lookedUp: undefined }
  let next = 0
  const reply = (body: Body): Reply => {
    const handle = handlePattern.exec(JSON.stringify(body.messages))?.[0]
    if (handle !== undefined && seen.lookedUp === undefined) {
      seen.lookedUp = handle
      return {
        parts: [
          { text: 'What was it? ' },
          { call: { id: 'call_look', name: 'fovea_expand', input: { handle, last_line: 3 } } },
        ],
      }
    }
    if (next >= turns) return { parts: [{ text: 'All read.' }] }
    return {
      parts: [
        { text: `Reading log ${next}. ` },
        { call: { id: `call_${next}`, name: 'bash', input: { command: `cat log.${next++}` } } },
      ],
    }
  }
  // As many tokens as there may be: what is reported corrects the session's estimate.
  provider.reply = body => ({
    ...reply(body),
    inputTokens: Math.round(JSON.stringify(body.messages).length / 2.6),
  })
  return seen
}

const options = () => ({
  tools: true,
  store: memoryStore(),
  sessions: undefined,
  session: { window: 60_000, highWater: 8000, lowWater: 3500 },
})

const messagesOf = ({ body }: Asked): string => JSON.stringify(body.messages).slice(1, -1)

/** How often a request did not begin with the one before it. */
function rewrites(asked: readonly Asked[]): number {
  return asked.filter(
    (one, index) => index > 0 && !messagesOf(one).startsWith(messagesOf(asked[index - 1] as Asked)),
  ).length
}

describe('an agent at work behind the proxy, with real sessions and lookups', () => {
  it('@anthropic-ai/sdk: every request is valid, and what was sent stays, epochs apart', async () => {
    const { url, provider, proxy } = await startPair(options())
    const model = agentModel(provider)
    const client = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Why does the build fail? Read all logs.' },
    ]
    for (;;) {
      const tools = [{ name: 'bash', input_schema: { type: 'object' as const } }]
      const answer = await client.messages
        .stream({ model: 'm', max_tokens: 99, messages, tools })
        .finalMessage()
      messages.push({ role: 'assistant', content: answer.content })
      const call = answer.content.find(block => block.type === 'tool_use')
      if (call === undefined) break
      expect(call.name).toBe('bash')
      const content = logOf(Number(call.id.slice(5)))
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content }] })
    }
    expect(messages).toHaveLength(2 * turns + 2)
    expect(model.lookedUp).toBeDefined()
    await eventually(() => proxy.status().requests === turns + 1)
    const { recent, failures, lookups, tokens } = proxy.status()
    expect({ failures, lookups }).toEqual({ failures: 0, lookups: 1 })
    const epochs = recent.filter(({ receipt }) => receipt?.action === 'epoch').length
    expect(epochs).toBeGreaterThan(0)
    expect(rewrites(provider.asked)).toBeLessThanOrEqual(epochs)
    expect(tokens.saved).toBeGreaterThan(tokens.given / 4)
  })

  it('openai: the same in Chat Completions', async () => {
    const { url, provider, proxy } = await startPair(options())
    const model = agentModel(provider)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const runner = client.chat.completions.runTools(
      {
        model: 'm',
        stream: true,
        messages: [{ role: 'user', content: 'Why does the build fail? Read all logs.' }],
        tools: [
          {
            type: 'function',
            function: {
              name: 'bash',
              description: 'Runs a command',
              parameters: { type: 'object' },
              function: (input: string) => logOf(Number(/\d+/.exec(input)?.[0])),
            },
          },
        ],
      },
      { maxChatCompletions: turns + 2 },
    )
    expect(await runner.finalContent()).toMatch(/All read\.$/)
    expect(model.lookedUp).toBeDefined()
    await eventually(() => proxy.status().requests === turns + 1)
    const { recent, failures } = proxy.status()
    expect(failures).toBe(0)
    const epochs = recent.filter(({ receipt }) => receipt?.action === 'epoch').length
    expect(epochs).toBeGreaterThan(0)
    expect(rewrites(provider.asked)).toBeLessThanOrEqual(epochs)
  })
})
