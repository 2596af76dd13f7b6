import {
  AIMessage,
  type BaseMessage,
  createAgent,
  fakeModel,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  tool,
} from 'langchain'
import { describe, expect, it } from 'vitest'
import * as entry from '../../../src/doors/middleware/langchain.ts'
import { type FoveaLangChainOptions, foveaMiddleware } from '../../../src/doors/middleware/langchain.ts'
import { fromLangChain, toLangChain } from '../../../src/doors/middleware/langchain-messages.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import type { StepReceipt } from '../../../src/session/session.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { estimateCounter } from '../../../src/tokens/estimate-counter.ts'
import { countOpaque } from '../../../src/tokens/opaque-tokens.ts'
import { lastWish, longSession, rule } from '../../coverage-session.ts'
import { longOutput, smallLines } from '../../session/growing-history.ts'

const format = formatNamed('ai-sdk')

/** The long session as messages of LangChain. */
function history(): BaseMessage[] {
  return longSession(40)
    .filter(({ role }) => role !== 'system')
    .map(({ role, blocks }) => {
      const text = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
      if (role === 'user') return new HumanMessage(text)
      const [result] = blocks.filter(block => block.type === 'toolResult')
      if (result !== undefined) return new ToolMessage({ content: result.text, tool_call_id: result.callId })
      const tool_calls = blocks
        .filter(block => block.type === 'toolCall')
        .map(({ callId, name, text: command }) => ({ id: callId, name, args: { command } }))
      return new AIMessage({ content: text, tool_calls })
    })
}

const done = Object.assign(new AIMessage('Done.'), {
  usage_metadata: {
    input_tokens: 900,
    output_tokens: 5,
    total_tokens: 905,
    input_token_details: { cache_read: 700, cache_creation: 100 },
  },
})

const output = longOutput(3000)
const bash = tool(() => output, {
  name: 'bash',
  description: 'Runs a command.',
  schema: { type: 'object', properties: { command: { type: 'string' } } },
})

function agentOf(
  replies: readonly (AIMessage | ((messages: BaseMessage[]) => AIMessage))[],
  options: FoveaLangChainOptions,
) {
  const model = fakeModel()
  for (const reply of replies) model.respond(reply)
  const agent = createAgent({
    model,
    tools: [bash],
    systemPrompt: 'You are a careful engineer.',
    middleware: [foveaMiddleware(options)],
  })
  return { agent, model }
}

const sizeOf = (messages: readonly BaseMessage[]): number =>
  messages.reduce((sum, message) => sum + message.text.length, 0)

/** Without the system prompt that the agent puts before them. */
const sentIn = (model: ReturnType<typeof fakeModel>, call: number): BaseMessage[] =>
  (model.calls[call]?.messages ?? []).filter(({ type }) => type !== 'system')

function isValid(messages: readonly BaseMessage[]): boolean {
  return format.check(fromLangChain(messages)).length === 0
}

describe('the middleware', () => {
  it('sends smaller calls that are valid, keeps what was sent, and hears the usage', async () => {
    const receipts: StepReceipt[] = []
    const onStep = (receipt: StepReceipt): void => void receipts.push(receipt)
    const { agent, model } = agentOf([done, done], { ...smallLines, onStep })
    const messages = history()
    const { messages: state } = await agent.invoke({ messages })
    await agent.invoke({ messages: [...history(), new AIMessage('Done.'), new HumanMessage('Thanks.')] })

    const [first, second] = [sentIn(model, 0), sentIn(model, 1)]
    expect(sizeOf(first)).toBeLessThan(sizeOf(messages) / 2)
    expect(isValid(first) && isValid(second)).toBe(true)
    expect(first[0]?.text).toContain(rule)
    expect(first.at(-1)?.text).toBe(lastWish)
    expect(second.slice(0, first.length).map(({ content }) => content)).toEqual(
      first.map(({ content }) => content),
    )
    expect(second).toHaveLength(first.length + 2)
    expect(receipts.map(({ action }) => action)).toEqual(['epoch', 'append'])
    expect(receipts[1]?.usage).toMatchObject({ inputTokens: 900, cachedTokens: 700, writtenTokens: 100 })
    // What the agent remembers is whole.
    expect(sizeOf(state)).toBe(sizeOf(messages) + 'Done.'.length)
  })

  it('sends the picture of a request that the view begins with', async () => {
    const { agent, model } = agentOf([done], { highWater: 8000, lowWater: 5000 })
    const picture = { type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'iVBORw0KGgo=' }
    const request = new HumanMessage({ content: [{ type: 'text', text: 'Build this.' }, picture] })
    await agent.invoke({ messages: [request, ...history().filter(({ type }) => type !== 'human')] })
    expect(sentIn(model, 0)[0]?.content).toContainEqual(picture)
    expect(sentIn(model, 0)[0]?.text).toContain('[Condensed: ')
  })

  it('shortens a long output once, and its tools bring it back', async () => {
    const store = memoryStore()
    const asks = (name: string, args: object) =>
      new AIMessage({ content: '', tool_calls: [{ id: `call_${name}`, name, args: { ...args } }] })
    const { agent, model } = agentOf(
      [
        asks('bash', { command: 'npm run build' }),
        messages =>
          asks('fovea_expand', { handle: handlesIn(messages.at(-1)?.text ?? '')[0], matching: 'TS2345' }),
        asks('fovea_search', { query: 'TS2345' }),
        done,
      ],
      { store, shortenOutputs: { from: 2000, maxTokens: 500 } },
    )
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Does it compile?')] })
    expect(messages.at(-1)?.text).toBe('Done.')
    const [shown] = sentIn(model, 1).slice(-1)
    expect(shown?.text.length).toBeLessThan(output.length / 10)
    expect(shown).toBeInstanceOf(ToolMessage)
    expect((shown as ToolMessage).tool_call_id).toBe('call_bash')
    expect(sentIn(model, 2).at(-1)?.text).toBe(`1001: ${output.split('\n')[1000]}`)
    expect(sentIn(model, 3).at(-1)?.text).toMatch(/^db_[0-9a-f]{12} line 1001: /)
    expect(messages.find(({ type }) => type === 'tool')?.text).toBe(output)
    for (const call of [0, 1, 2, 3]) expect(isValid(sentIn(model, call))).toBe(true)
  })

  it('hands on the very messages where nothing is to be gained', async () => {
    const { agent, model } = agentOf([done], {})
    const messages = [new HumanMessage({ content: 'Hello.', id: 'mine' })]
    await agent.invoke({ messages })
    expect(sentIn(model, 0)).toEqual(messages)
  })

  it('lets the call go out as it came where the store fails or hangs', async () => {
    const failing = new Proxy(memoryStore(), {
      get: () => () => {
        throw new Error('disk on fire')
      },
    }) as Store
    const hanging = new Proxy(memoryStore(), { get: () => () => new Promise(() => {}) }) as Store
    for (const store of [failing, hanging]) {
      const { agent, model } = agentOf([done], { ...smallLines, store, timeoutMs: 200 })
      const messages = history()
      await agent.invoke({ messages })
      expect(sentIn(model, 0).map(({ content }) => content)).toEqual(messages.map(({ content }) => content))
    }
  })

  it('gives a receipt that says why a call with other messages went out as it came', async () => {
    const receipts: StepReceipt[] = []
    const { agent, model } = agentOf([done], { onStep: receipt => void receipts.push(receipt) })
    await agent.invoke({ messages: [Object.assign(new HumanMessage('Hello.'), { type: 'generic' })] })
    expect(sentIn(model, 0).map(({ text }) => text)).toEqual(['Hello.'])
    expect(receipts[0]?.notes).toMatchObject([{ code: 'unknown-format', message: /generic/ }])
  })

  it('is all that the entry exports', () => {
    expect(Object.keys(entry)).toEqual(['foveaMiddleware'])
  })

  it('may come without tools', () => {
    expect(foveaMiddleware().tools).toHaveLength(2)
    expect(foveaMiddleware({ tools: false }).tools).toEqual([])
    expect(() => foveaMiddleware({ highWater: 10, lowWater: 20 })).toThrow(/lowWater/)
    expect(() => foveaMiddleware({ tools: 'none' as never })).toThrow(
      'tools is none; it must be true or false.',
    )
  })
})

describe('messages of LangChain', () => {
  const messages = [
    new SystemMessage('Rules.'),
    new HumanMessage({
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    }),
    new AIMessage({
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'abc' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c1', name: 'look', input: { at: 1 } },
      ],
      tool_calls: [{ id: 'c1', name: 'look', args: { at: 1 } }],
    }),
    new ToolMessage({
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      tool_call_id: 'c1',
      artifact: { kept: true },
    }),
    new AIMessage('A cat.'),
  ]

  it('come back as the same objects', () => {
    const given = fromLangChain(messages)
    expect(format.check(given)).toEqual([])
    const back = toLangChain(structuredClone(given), messages, given)
    for (const [index, message] of back.entries()) expect(message).toBe(messages[index])
  })

  it('take new texts in the places of their own, and keep all else', () => {
    const given = fromLangChain(messages)
    const edits = format
      .read(given)
      .flatMap(({ blocks }, message) =>
        blocks.flatMap(block =>
          block.type === 'opaque' || block.path === undefined
            ? []
            : [{ message, path: block.path, text: `new ${block.text}`, media: 'text' as const }],
        ),
      )
    const back = toLangChain(format.write(given, edits), messages, given)
    expect(back.map(({ content }) => content)).toEqual([
      'new Rules.',
      [
        { type: 'text', text: 'new Look:' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
      messages[2]?.content,
      [
        { type: 'text', text: 'new one' },
        { type: 'text', text: 'new two' },
      ],
      'new A cat.',
    ])
    // What a provider has signed is the very object.
    expect(back[2]).toBe(messages[2])
    expect(back[3]).toBeInstanceOf(ToolMessage)
    expect(back[3]).toMatchObject({ tool_call_id: 'c1', artifact: { kept: true } })
    expect(messages[4]?.content).toBe('A cat.')
  })

  it('have files and recordings of any shape as media, which cost what media cost', () => {
    const data = 'A'.repeat(400_000)
    const parts = [
      { type: 'file', data, mimeType: 'application/pdf' },
      { type: 'file', source_type: 'base64', data, mime_type: 'application/pdf' },
      { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } },
      { type: 'file', fileId: 'file_1' },
      { type: 'audio', data, mimeType: 'audio/wav' },
      { type: 'video', url: 'https://example.com/a.mp4' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    ]
    const [message] = format.read(fromLangChain([new HumanMessage({ content: parts })]))
    const kinds = message?.blocks.map(block => (block.type === 'opaque' ? block.kind : block.type))
    expect(kinds).toEqual([...Array(5).fill('document'), 'audio', 'video', 'image'])
    const counter = estimateCounter()
    const costs = message?.blocks.map(block => (block.type === 'opaque' ? countOpaque(block, counter) : 0))
    expect(new Set(costs?.slice(0, 4))).toEqual(new Set([12_000]))
    expect(Math.min(...(costs ?? []))).toBeGreaterThan(50)
  })

  it('have a document of plain text as text, and as a file where it is one', () => {
    const document = { type: 'text-plain' as const, text: 'One rule.', title: 'Rules' }
    const file = { type: 'text-plain' as const, url: 'https://example.com/a.txt' }
    const sources = [new HumanMessage({ content: [document, file] })]
    const given = fromLangChain(sources)
    const [message] = format.read(given)
    expect(message?.blocks).toMatchObject([
      { type: 'text', text: 'One rule.' },
      { type: 'opaque', kind: 'document' },
    ])
    const shorter = JSON.parse(JSON.stringify(given).replace('One rule.', 'A rule.'))
    expect(toLangChain(shorter, sources, given)[0]?.content).toEqual([{ ...document, text: 'A rule.' }, file])
  })

  it('say that a tool failed, also with a list as its content', () => {
    const content = [{ type: 'text', text: 'No such file.' }]
    const failed = [
      new AIMessage({ content: '', tool_calls: [{ id: 'c1', name: 'look', args: {} }] }),
      new ToolMessage({ content, tool_call_id: 'c1', status: 'error' }),
    ]
    const given = fromLangChain(failed)
    expect(format.read(given)[1]?.blocks).toMatchObject([{ type: 'toolResult', isError: true }])
    const unnamed = given.map(({ id, ...message }) => message)
    expect(toLangChain(unnamed, failed, given)[1]).toMatchObject({ status: 'error' })
  })

  it('keep pictures and reasoning where a text was joined to them', () => {
    const given = fromLangChain(messages)
    const joined = given.map(message => {
      const parts = Array.isArray(message.content) ? message.content : []
      return { ...message, content: [...parts, { type: 'text', text: 'A digest.' }] }
    })
    const [, human, ai] = toLangChain(joined, messages, given)
    const digest = { type: 'text', text: 'A digest.' }
    expect(human?.content).toEqual([...(messages[1]?.content ?? []), digest])
    expect(ai?.content).toEqual([...(messages[2]?.content.slice(0, 2) ?? []), digest])
    expect(ai).toMatchObject({ tool_calls: [{ id: 'c1', name: 'look', args: { at: 1 } }] })
  })

  it('are made again where another message took over a name', () => {
    const given = fromLangChain(messages)
    const [taken] = toLangChain([{ id: 'm2', role: 'assistant', content: 'A digest.' }], messages, given)
    expect(taken).toBeInstanceOf(AIMessage)
    expect(taken).toMatchObject({ content: 'A digest.', tool_calls: [] })
  })

  it('are made again where the session wrote them', () => {
    const written = [
      { role: 'user', content: 'A digest.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 1 } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'text', value: 'a cat' },
          },
        ],
      },
    ]
    const [human, ai, result] = toLangChain(written, [], [])
    expect(human).toBeInstanceOf(HumanMessage)
    expect((ai as AIMessage).tool_calls).toEqual([
      { type: 'tool_call', id: 'c1', name: 'look', args: { at: 1 } },
    ])
    expect(result).toMatchObject({ content: 'a cat', tool_call_id: 'c1', name: 'look' })
  })
})
