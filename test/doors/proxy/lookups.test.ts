import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import { handleOf } from '../../../src/tokens/handle.ts'
import { hashBytes } from '../../../src/tokens/hash.ts'
import { fixedSessions } from './fixed-sessions.ts'
import type { Body, Provider } from './provider-double.ts'
import type { Part } from './provider-replies.ts'
import { eventually, startPair } from './start-proxy.ts'

const original = Array.from({ length: 30 }, (_, index) => `line ${index + 1} of the build log`).join('\n')
const handle = handleOf(hashBytes(Buffer.from(original)))

/** With an original of a session. */
function filledStore(session = 'session-1'): SyncStore {
  const store = memoryStore()
  const originals = [{ hash: hashBytes(Buffer.from(original)), bytes: Buffer.from(original) }]
  store.record({ originals, views: [], session: { id: session } })
  return store
}

const expandCall = (id: string, input: object = { handle }): Part => ({
  call: { id, name: 'fovea_expand', input },
})
const readCall = (id: string): Part => ({ call: { id, name: 'read', input: { path: 'a.ts' } } })

interface Seen {
  readonly text: string
  readonly calls: readonly string[]
  readonly stop: unknown
  readonly usage: { readonly input: number; readonly output: number }
  /** What the client sends back of it. */
  readonly said: readonly object[]
}

/** One way to ask, for each provider, whole and streamed. */
interface Client {
  readonly format: ConversationFormat
  readonly isStreamed: boolean
  ask(url: string, history: readonly object[]): Promise<Seen>
  readonly user: (text: string) => object
  readonly result: (id: string, text: string) => object
}

const anthropic = (isStreamed: boolean): Client => ({
  format: 'anthropic',
  isStreamed,
  ask: async (url, history) => {
    const client = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 })
    const body = {
      model: 'm',
      max_tokens: 9,
      messages: history as Anthropic.MessageParam[],
      tools: [{ name: 'read', input_schema: { type: 'object' as const } }],
    }
    const answer = isStreamed
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    const { content, usage } = answer
    return {
      text: content.map(block => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap(block => (block.type === 'tool_use' ? [block.name] : [])),
      stop: answer.stop_reason,
      usage: { input: usage.input_tokens, output: usage.output_tokens },
      said: [{ role: 'assistant', content }],
    }
  },
  user: text => ({ role: 'user', content: text }),
  result: (id, text) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: text }],
  }),
})

const chat = (isStreamed: boolean): Client => ({
  format: 'openai-chat',
  isStreamed,
  ask: async (url, history) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const body = {
      model: 'm',
      messages: history as OpenAI.ChatCompletionMessageParam[],
      tools: [{ type: 'function' as const, function: { name: 'read', parameters: { type: 'object' } } }],
    }
    const answer = isStreamed
      ? await client.chat.completions
          .stream({ ...body, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await client.chat.completions.create(body)
    const choice = answer.choices[0] as OpenAI.ChatCompletion.Choice
    const { content, tool_calls } = choice.message
    return {
      text: content ?? '',
      calls: (tool_calls ?? []).map(call => (call.type === 'function' ? call.function.name : '')),
      stop: choice.finish_reason,
      usage: { input: answer.usage?.prompt_tokens ?? 0, output: answer.usage?.completion_tokens ?? 0 },
      said: [{ role: 'assistant', content, ...(tool_calls?.length ? { tool_calls } : {}) }],
    }
  },
  user: text => ({ role: 'user', content: text }),
  result: (id, text) => ({ role: 'tool', tool_call_id: id, content: text }),
})

const responses = (isStreamed: boolean): Client => ({
  format: 'openai-responses',
  isStreamed,
  ask: async (url, history) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const body = {
      model: 'm',
      input: history as OpenAI.Responses.ResponseInput,
      store: false,
      tools: [{ type: 'function' as const, name: 'read', parameters: { type: 'object' }, strict: false }],
    }
    const answer = isStreamed
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    return {
      text: answer.output_text,
      calls: answer.output.flatMap(item => (item.type === 'function_call' ? [item.name] : [])),
      stop: answer.status,
      usage: { input: answer.usage?.input_tokens ?? 0, output: answer.usage?.output_tokens ?? 0 },
      // The helper of the client adds a field of its own.
      said: JSON.parse(JSON.stringify(answer.output).replaceAll(',"parsed":null', '')),
    }
  },
  user: text => ({ role: 'user', content: text }),
  result: (id, text) => ({ type: 'function_call_output', call_id: id, output: text }),
})

const clients = [anthropic, chat, responses].flatMap(client => [client(false), client(true)])
const historyOf = ({ body }: { readonly body: Body }): readonly object[] =>
  (body.messages ?? body.input) as readonly object[]

/** The replies one after the other; the last for ever. */
function says(provider: Provider, ...replies: readonly (readonly Part[])[]): void {
  let next = 0
  provider.reply = () => ({ parts: replies[Math.min(next++, replies.length - 1)] ?? [] })
}

const toolNames = ({ body }: { readonly body: Body }): readonly unknown[] =>
  ((body.tools ?? []) as { name?: string; function?: { name: string } }[]).map(
    each => each.name ?? each.function?.name,
  )

describe.each(clients)('lookups in $format, streamed: $isStreamed', client => {
  const start = () => startPair({ tools: true, store: filledStore(), sessions: fixedSessions() })

  it('are answered by the proxy, and the client sees one answer', async () => {
    const { url, provider, proxy } = await start()
    says(
      provider,
      [
        { thinking: 'What was it?' },
        { text: 'Let me see. ' },
        expandCall('call_x', { handle, first_line: 3, last_line: 4 }),
      ],
      [{ thinking: 'Ah.' }, { text: 'It was line 3.' }],
    )
    const seen = await client.ask(url, [client.user('Which line?')])
    expect(seen.text).toBe('Let me see. It was line 3.')
    expect(seen.calls).toEqual([])
    expect(seen.stop).toBe(
      client.format === 'anthropic' ? 'end_turn' : client.format === 'openai-chat' ? 'stop' : 'completed',
    )
    expect(seen.usage).toEqual({ input: 200, output: 40 })
    expect(provider.asked).toHaveLength(2)
    expect(provider.asked.map(toolNames)).toEqual([
      ['read', 'fovea_expand', 'fovea_search'],
      ['read', 'fovea_expand', 'fovea_search'],
    ])
    expect(JSON.stringify(provider.asked[1]?.body)).toContain(
      'line 3 of the build log\\nline 4 of the build log',
    )
    await eventually(() => proxy.status().requests === 1)
    expect(proxy.status()).toMatchObject({ lookups: 1, usage: { answers: 1, outputTokens: 40 } })
  })

  it('stay in the conversation: the next request says again what the provider has seen', async () => {
    const { url, provider } = await start()
    says(
      provider,
      [{ thinking: 'What was it?' }, { text: 'Let me see. ' }, expandCall('call_x')],
      [expandCall('call_y')],
      [{ thinking: 'Ah.' }, { text: 'Now I read.' }, readCall('call_r')],
      [{ text: 'Done.' }],
    )
    const history = [client.user('Which line?')]
    const seen = await client.ask(url, history)
    expect(seen.calls).toEqual(['read'])
    await client.ask(url, [...history, ...seen.said, client.result('call_r', 'CONTENT')])
    const [, , third, fourth] = provider.asked
    const before = historyOf(third as { body: Body })
    const after = historyOf(fourth as { body: Body })
    // The bytes that the provider has cached: everything but the answer to them.
    expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before))
    expect(JSON.stringify(after)).toContain('line 30 of the build log')
  })

  it('beside calls of the client go unseen, and are answered with them', async () => {
    const { url, provider } = await start()
    says(provider, [{ text: 'Both. ' }, expandCall('call_x'), readCall('call_r')], [{ text: 'Done.' }])
    const history = [client.user('Which line?')]
    const seen = await client.ask(url, history)
    expect(seen.calls).toEqual(['read'])
    expect(seen.stop).toBe(
      client.format === 'anthropic'
        ? 'tool_use'
        : client.format === 'openai-chat'
          ? 'tool_calls'
          : 'completed',
    )
    expect(provider.asked).toHaveLength(1)
    const last = await client.ask(url, [...history, ...seen.said, client.result('call_r', 'CONTENT')])
    expect(last.text).toBe('Done.')
    const sent = JSON.stringify(provider.asked[1]?.body)
    expect(sent).toContain('line 30 of the build log')
    expect(sent.match(/call_x/g)).toHaveLength(2)
  })

  it('that the store forgot leave a request that is still valid', async () => {
    const { url, provider } = await start()
    says(provider, [{ text: 'Both. ' }, expandCall('call_x'), readCall('call_r')], [{ text: 'Done.' }])
    const history = [client.user('Which line?')]
    const seen = await client.ask(url, history)
    const other = await startPair({ tools: true, sessions: fixedSessions() })
    says(other.provider, [{ text: 'Done.' }])
    const last = await client.ask(other.url, [...history, ...seen.said, client.result('call_r', 'CONTENT')])
    expect(last.text).toBe('Done.')
  })

  it('end after a number of rounds, with an answer', async () => {
    const { url, provider } = await startPair({
      tools: true,
      maxToolRounds: 2,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    says(provider, [{ text: 'Again. ' }, expandCall('call_x')])
    let id = 0
    const { reply } = provider
    provider.reply = (body, asked) => ({
      parts: (reply(body, asked).parts ?? []).map(part =>
        'call' in part ? expandCall(`call_${id++}`) : part,
      ),
    })
    const seen = await client.ask(url, [client.user('Which line?')])
    expect(provider.asked).toHaveLength(4)
    expect(seen.calls).toEqual([])
    expect(seen.text).toBe('Again. Again. Again. Again. ')
    expect(seen.stop).toBe(
      client.format === 'anthropic' ? 'end_turn' : client.format === 'openai-chat' ? 'stop' : 'completed',
    )
    expect(JSON.stringify(provider.asked[3]?.body)).toContain('No more lookups in this turn.')
    // What it said can be sent back.
    await client.ask(url, [client.user('Which line?'), ...seen.said, client.user('Go on.')])
  })

  it('that the provider refuses end in its error', async () => {
    const { url, provider } = await start()
    provider.reply = () =>
      provider.asked.length > 1
        ? { status: 529, error: 'Overloaded, sorry.' }
        : { parts: [{ text: 'Let me see. ' }, expandCall('call_x')] }
    await expect(client.ask(url, [client.user('Which line?')])).rejects.toThrow(/Overloaded, sorry\./)
  })
})

describe('lookups of one conversation', () => {
  it('are not brought into another that happens to say the same', async () => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    says(provider, [expandCall('call_x')], [{ text: 'Done.' }])
    const client = chat(true)
    const seen = await client.ask(url, [client.user('My secret log?')])
    await client.ask(url, [client.user('Hello?'), ...seen.said, client.user('More.')])
    expect(JSON.stringify(provider.asked.at(-1)?.body.messages)).not.toContain('build log')
    await client.ask(url, [client.user('My secret log?'), ...seen.said, client.user('More.')])
    expect(JSON.stringify(provider.asked.at(-1)?.body.messages)).toContain('build log')
  })
})

describe('an answer that a later request names', () => {
  const ask = async (url: string, body: object): Promise<OpenAI.Responses.Response> => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const tools = [{ type: 'function' as const, name: 'read', parameters: {}, strict: false }]
    return client.responses.stream({ model: 'm', input: 'Hi', tools, ...body }).finalResponse()
  }

  it('goes by the name that the provider gave its last turn', async () => {
    const { url, provider } = await startPair({
      tools: true,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    says(provider, [expandCall('call_x')], [{ text: 'Line 3.' }], [{ text: 'Fine.' }])
    const { id } = await ask(url, {})
    await ask(url, { input: 'Thanks', previous_response_id: id })
    const sent = provider.asked[2]?.body ?? {}
    expect(Number(String(sent.previous_response_id).slice(5))).toBe(Number(id.slice(5)) + 1)
    expect(sent.input).toEqual([{ role: 'user', content: 'Thanks' }])
  })

  it('gets the answers to our calls with those to the calls of the client', async () => {
    const { url, provider } = await startPair({
      tools: true,
      store: filledStore(),
      sessions: fixedSessions(),
    })
    says(provider, [expandCall('call_x'), readCall('call_r')], [{ text: 'Fine.' }])
    const { id } = await ask(url, {})
    const output = { type: 'function_call_output', call_id: 'call_r', output: 'CONTENT' }
    await ask(url, { input: [output], previous_response_id: id })
    expect(provider.asked[1]?.body.previous_response_id).toBe(id)
    expect(provider.asked[1]?.body.input).toEqual([
      { type: 'function_call_output', call_id: 'call_x', output: original },
      output,
    ])
  })
})

describe('the tools', () => {
  const first = (provider: Provider): Body => provider.asked[0]?.body ?? {}
  const question = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }
  const post = (url: string, path: string, body: unknown): Promise<Response> =>
    fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
  const tool = { type: 'function', name: 'read', parameters: { type: 'object' } }
  const chatTool = { type: 'function', function: { name: 'read', parameters: { type: 'object' } } }

  it('are behind those of the client, also where tokens are counted', async () => {
    const { url, provider } = await startPair({ tools: true })
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    await post(url, '/v1/messages', { ...question, tools })
    await post(url, '/v1/messages/count_tokens', { ...question, tools })
    expect(provider.asked.map(toolNames)).toEqual([
      ['read', 'fovea_expand', 'fovea_search'],
      ['read', 'fovea_expand', 'fovea_search'],
    ])
    expect(provider.asked[0]?.bytes).toEqual(provider.asked[1]?.bytes)
  })

  it.each([
    ['a name is taken', '/v1/messages', { ...question, tools: [{ name: 'fovea_expand', input_schema: {} }] }],
    ['the client sends no tools', '/v1/messages', question],
    ['its list is empty', '/v1/messages', { ...question, tools: [] }],
    ['several answers are wanted', '/v1/chat/completions', { ...question, tools: [chatTool], n: 2 }],
    ['the answer comes later', '/v1/responses', { model: 'm', input: 'Hi', background: true, tools: [tool] }],
  ])('are left out where %s', async (_, path, body) => {
    const { url, provider } = await startPair({ tools: true })
    await post(url, path, body)
    expect(first(provider)).toEqual(body)
  })

  it('of the client that have such a name stay its own', async () => {
    const { url, provider } = await startPair({ tools: true, store: filledStore() })
    says(provider, [expandCall('call_x')])
    const tools = [{ name: 'fovea_expand', input_schema: { type: 'object' } }]
    const answer = await post(url, '/v1/messages', { ...question, tools })
    expect(await answer.json()).toMatchObject({
      content: [{ name: 'fovea_expand' }],
      stop_reason: 'tool_use',
    })
    expect(provider.asked).toHaveLength(1)
  })

  it('are asked for in plain, and nothing is called compressed that is not', async () => {
    const { url, provider } = await startPair({ tools: true })
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    const answer = await post(url, '/v1/messages', { ...question, tools })
    expect(provider.asked[0]?.headers['accept-encoding']).toBe('identity')
    expect(answer.headers.get('x-fovea')).toBe('unchanged')
  })

  it('are not there unless asked for', async () => {
    const { url, provider } = await startPair({ store: filledStore() })
    await post(url, '/v1/messages', question)
    expect(first(provider)).toEqual(question)
  })
})
