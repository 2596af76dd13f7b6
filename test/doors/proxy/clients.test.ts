import Anthropic from '@anthropic-ai/sdk'
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { aiModel } from './ai-model.ts'
import { fixedSessions } from './fixed-sessions.ts'
import type { Body } from './provider-double.ts'
import type { Reply } from './provider-replies.ts'
import { eventually, type Pair, startPair } from './start-proxy.ts'

const readFile = { type: 'object', properties: { path: { type: 'string' } } } as const

/** Calls `read` once, then says what it read. */
function readsOnce(body: Body): Reply {
  const text = JSON.stringify(body.messages ?? body.input)
  return text.includes('CONTENT')
    ? { parts: [{ text: 'It says CONTENT.' }] }
    : { parts: [{ text: 'Let me look.' }, { call: { id: 'call_1', name: 'read', input: { path: 'a.ts' } } }] }
}

describe.each([false, true])('official clients, with tools: %s', tools => {
  const start = (): Promise<Pair> => startPair({ tools, sessions: fixedSessions(), store: memoryStore() })
  const anthropic = (baseURL: string): Anthropic => new Anthropic({ baseURL, apiKey: 'key', maxRetries: 0 })
  const openai = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'key', maxRetries: 0 })
  const asked = { model: 'm', max_tokens: 99, messages: [{ role: 'user' as const, content: 'Hi' }] }

  it('@anthropic-ai/sdk: whole, streamed, counted', async () => {
    const { url } = await start()
    const client = anthropic(url)
    const { data, response } = await client.messages.create(asked).withResponse()
    expect(data.content[0]).toMatchObject({ type: 'text', text: 'Hello.' })
    expect(response.headers.get('x-request-id')).toBe('req_1')
    const final = await client.messages.stream(asked).finalMessage()
    expect(final).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'Hello.' }] })
    expect(final.usage).toMatchObject({ input_tokens: 100, output_tokens: 20 })
    expect((await client.messages.countTokens(asked)).input_tokens).toBeGreaterThan(10)
  })

  it('@anthropic-ai/sdk: a loop of tools, with signed thinking', async () => {
    const { url, provider } = await start()
    provider.reply = body => {
      const { parts = [] } = readsOnce(body)
      return { parts: [{ thinking: `Hm ${parts.length}` }, ...parts] }
    }
    const client = anthropic(url)
    const messages: Anthropic.MessageParam[] = [...asked.messages]
    for (let round = 0; round < 2; round += 1) {
      const answer = await client.messages
        .stream({ ...asked, messages, tools: [{ name: 'read', input_schema: readFile }] })
        .finalMessage()
      messages.push({ role: 'assistant', content: answer.content })
      const calls = answer.content.filter(block => block.type === 'tool_use')
      if (calls.length > 0)
        messages.push({
          role: 'user',
          content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'CONTENT' })),
        })
    }
    expect(messages.at(-1)?.content).toMatchObject([{ type: 'thinking' }, { text: 'It says CONTENT.' }])
  })

  it('openai: chat whole, streamed and in a loop of tools', async () => {
    const { url, provider } = await start()
    const client = openai(url)
    expect((await client.chat.completions.create(asked)).choices[0]?.message.content).toBe('Hello.')
    provider.reply = readsOnce
    const runner = client.chat.completions.runTools({
      ...asked,
      stream: true,
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads', parameters: readFile, function: () => 'CONTENT' },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('It says CONTENT.')
    const stream = client.chat.completions.stream({ ...asked, stream_options: { include_usage: true } })
    await stream.finalChatCompletion()
    expect(await stream.totalUsage()).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })
  })

  it('openai: responses whole, streamed and in a loop of tools', async () => {
    const { url, provider } = await start()
    const client = openai(url)
    expect((await client.responses.create({ model: 'm', input: 'Hi' })).output_text).toBe('Hello.')
    provider.reply = readsOnce
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Hi' }]
    const first = await client.responses.stream({ model: 'm', input }).finalResponse()
    input.push(...(first.output as OpenAI.Responses.ResponseInputItem[]))
    const [call] = first.output.filter(item => item.type === 'function_call')
    input.push({ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'CONTENT' })
    expect((await client.responses.stream({ model: 'm', input }).finalResponse()).output_text).toBe(
      'It says CONTENT.',
    )
  })

  it('ai: streamed and in a loop of tools', async () => {
    const { url, provider } = await start()
    provider.reply = readsOnce
    const read = tool({ inputSchema: jsonSchema<{ path: string }>(readFile), execute: async () => 'CONTENT' })
    const model = aiModel(url)
    const { text, steps } = await generateText({
      model,
      prompt: 'Hi',
      tools: { read },
      stopWhen: isStepCount(3),
    })
    expect(text).toBe('It says CONTENT.')
    expect(steps).toHaveLength(2)
    const streamed = streamText({ model, prompt: 'Hi', tools: { read }, stopWhen: isStepCount(3) })
    expect(await streamed.text).toBe('It says CONTENT.')
  })

  it('see errors as the provider sent them', async () => {
    const { url, provider } = await start()
    provider.reply = () => ({ status: 429, error: 'Slow down.' })
    const error = await anthropic(url)
      .messages.create(asked)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Anthropic.RateLimitError)
    expect((error as InstanceType<typeof Anthropic.APIError>).message).toContain('Slow down.')
    expect((error as InstanceType<typeof Anthropic.APIError>).headers?.get('retry-after')).toBe('7')
    await expect(openai(url).responses.create({ model: 'm', input: 'Hi' })).rejects.toThrow(
      OpenAI.RateLimitError,
    )
    const broken = [{ role: 'tool' as const, tool_call_id: 'nobody', content: 'x' }]
    await expect(openai(url).chat.completions.create({ model: 'm', messages: broken })).rejects.toThrow(
      /unpaired-result/,
    )
  })

  it('can abort', async () => {
    const { url, provider } = await start()
    provider.reply = () => ({ parts: [{ text: 'a very long story '.repeat(40) }], pauseMs: 5 })
    const stream = anthropic(url).messages.stream(asked)
    stream.once('text', () => stream.abort())
    await expect(stream.finalMessage()).rejects.toThrow(Anthropic.APIUserAbortError)
    await eventually(() => provider.aborted === 1)
  })
})
