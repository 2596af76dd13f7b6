/** Which format messages and request bodies are, and what is said of those that are none. */
import { HumanMessage } from '@langchain/core/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { FoveaError } from '../../src/errors.ts'
import { detect, detectFormat, detectRequest, formatOf } from '../../src/formats/detect-format.ts'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { aiSdkSamples } from './ai-sdk.samples.ts'
import { anthropicSamples } from './anthropic.samples.ts'
import { bedrockSamples } from './bedrock.samples.ts'
import type { FormatSample } from './contract.ts'
import { geminiSamples } from './gemini.samples.ts'
import { looseSamples as chatLoose, typedSamples as chatTyped } from './openai-chat.samples.ts'
import { looseSamples as itemsLoose, typedSamples as itemsTyped } from './openai-responses.samples.ts'

const ask = { role: 'user', content: 'Hello?' }
const answer = { role: 'assistant', content: 'Yes.' }
const parts = { role: 'user', content: [{ type: 'text', text: 'Hello?' }] }
const chatCall = {
  role: 'assistant',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const toolUse = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] }
const functionCall = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
const geminiTurn = { role: 'user', parts: [{ text: 'Hello?' }] }
const sdkCall = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }],
}

function errorOf(run: () => unknown): FoveaError {
  try {
    run()
  } catch (error) {
    if (FoveaError.isInstance(error)) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('detect', () => {
  it('says of a list that has grown what it says of the whole, having looked at what is new', () => {
    const message = fc.constantFrom(ask, answer, parts, chatCall, toolUse, sdkCall, { role: 'user' })
    const outcomeOf = (run: () => unknown): unknown => {
      try {
        return run()
      } catch (error) {
        return String(error)
      }
    }
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.array(message, { maxLength: 6 }),
        fc.constantFrom(undefined, 'openai-chat' as const, 'anthropic' as const),
        (first, more, name) => {
          const before = outcomeOf(() => detect(first, name))
          fc.pre(typeof before !== 'string')
          const all = [...first, ...more]
          const looked = new Set<unknown>()
          const watched = all.map((each, at) =>
            at < first.length
              ? new Proxy(each, { get: (target, key) => looked.add(at) && Reflect.get(target, key) })
              : each,
          )
          const grown = outcomeOf(() => detect(watched, name, before as ReturnType<typeof detect>))
          expect(grown).toEqual(outcomeOf(() => detect(all, name)))
          if (typeof grown !== 'string' && name !== undefined) expect(looked.size).toBe(0)
        },
      ),
    )
  })
})

describe('detectFormat', () => {
  it.each([
    ['plain', [ask, answer]],
    ['plain', []],
    [
      'plain',
      [
        { ...ask, id: 'm1', index: 0, metadata: {} },
        { ...chatCall, id: 'm2', index: 1, metadata: {} },
      ],
    ],
    ['openai-chat', [ask, chatCall]],
    ['openai-chat', [parts, answer]],
    ['anthropic', [ask, toolUse]],
    ['anthropic', [parts, toolUse]],
    ['ai-sdk', [ask, sdkCall]],
    ['ai-sdk', [parts, sdkCall]],
    ['openai-responses', [ask, functionCall]],
    ['openai-responses', [ask, { type: 'a_new_item' }]],
    ['gemini', [geminiTurn]],
  ])('takes %s for what it is', (name, messages) => {
    expect(detectFormat(messages).name).toBe(name)
  })

  it.each([
    ['openai-chat', [...chatTyped, ...chatLoose]],
    ['openai-responses', [...itemsTyped, ...itemsLoose]],
    ['anthropic', anthropicSamples],
    ['bedrock', bedrockSamples],
    ['gemini', geminiSamples],
    ['ai-sdk', aiSdkSamples],
  ] as const)('knows every sample of %s that bears its marks', (name, samples) => {
    const format = formatNamed(name)
    const marked = samples.filter(({ messages }: FormatSample) =>
      messages.some(message => format.detect(message, formats).fits === 'own'),
    )
    expect(marked.length).toBeGreaterThan(samples.length / 2)
    expect(
      marked.filter(({ messages }) => detectFormat(messages) !== format).map(sample => sample.name),
    ).toEqual([])
  })

  it('names the first message of another format, and both formats', () => {
    const error = errorOf(() => detectFormat([ask, chatCall, toolUse, geminiTurn]))
    expect(error.code).toBe('mixed-formats')
    expect(error.place).toEqual({ message: 2 })
    expect(error.message).toMatch(
      /OpenAI Chat Completions, but messages\[2\] is Anthropic Messages: content\[0\]/,
    )

    const other = errorOf(() => detectFormat([toolUse, ask, chatCall]))
    expect(other).toMatchObject({ code: 'mixed-formats', place: { message: 2 } })
    expect(other.message).toContain('it has tool_calls, which Anthropic messages do not have')
  })

  it.each([
    ['a text', [ask, 'hello'], 1, 'it is "hello", not an object'],
    ['nothing', [ask, answer, null], 2, 'it is null, not an object'],
    ['no role', [ask, { content: 'x' }], 1, 'it has no role'],
    ['a strange role', [{ role: 'narrator', content: 'x' }], 0, 'its role is "narrator"'],
    ['a number', [{ role: 'user', content: 7 }], 0, 'its content is 7'],
    [
      'parts of two formats in one message',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type: 'input_text', text: 'y' },
          ],
        },
      ],
      0,
      'content[1] has type "input_text", which is known to OpenAI Responses',
    ],
    [
      'rows of a log',
      [
        { type: 'event', at: 1 },
        { type: 'event', at: 2 },
      ],
      0,
      'holds a text, a call or a result',
    ],
  ])('refuses %s, says where and why', (_name, messages, message, why) => {
    const error = errorOf(() => detectFormat(messages))
    expect(error).toMatchObject({ code: 'unknown-format', place: { message } })
    expect(error.message).toContain(`messages[${message}]`)
    expect(error.message).toContain(why)
    expect(error.message).toContain(
      'Known formats: plain messages, OpenAI Chat Completions, Anthropic Messages',
    )
  })

  it('measures a misfit by the format that has the most evidence', () => {
    const error = errorOf(() => detectFormat([{ ...parts, providerOptions: {} }, null]))
    expect(error.message).toContain('as AI SDK, the nearest known format')
  })

  it('does not let a part type that nobody knows decide', () => {
    const novel = { role: 'user', content: [{ type: 'text', text: 'x' }, { type: 'hologram' }] }
    expect(detectFormat([novel, chatCall]).name).toBe('openai-chat')
    expect(detectFormat([novel, toolUse]).name).toBe('anthropic')
    expect(detectFormat([novel, sdkCall]).name).toBe('ai-sdk')
  })

  it('answers anything with a format or a clear error', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), messageLike)), messages => {
        for (const format of formats) for (const message of messages) format.detect(message, formats)
        try {
          const format = detectFormat(messages)
          expect(format.read(messages)).toHaveLength(messages.length)
          format.check(messages)
        } catch (error) {
          expect(FoveaError.isInstance(error)).toBe(true)
        }
      }),
    )
  })
})

/** Close enough to messages to reach every branch. */
const messageLike = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'function', 'model', 'odd'),
    type: fc.constantFrom('message', 'function_call', 'function_call_output', 'reasoning', 'odd'),
    content: fc.oneof(
      fc.string(),
      fc.jsonValue(),
      fc.array(
        fc.record({
          type: fc.constantFrom('text', 'tool_use', 'tool_result', 'tool-call', 'input_text', 'odd'),
          text: fc.jsonValue(),
        }),
      ),
    ),
    parts: fc.array(fc.record({ text: fc.jsonValue(), functionCall: fc.jsonValue() })),
    tool_calls: fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ id: fc.jsonValue(), function: fc.jsonValue() })),
    ),
    tool_call_id: fc.jsonValue(),
    function_call: fc.jsonValue(),
    output: fc.jsonValue(),
    call_id: fc.jsonValue(),
    id: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

describe('messages of a library', () => {
  const uiMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const threadMessage = {
    id: 'msg_1',
    object: 'thread.message',
    thread_id: 'thread_1',
    role: 'user',
    content: [{ type: 'text', text: { value: 'Hi', annotations: [] } }],
  }
  it.each([
    ['LangChain', new HumanMessage('Hi'), 'fovea/langchain'],
    ['LangChain as JSON', new HumanMessage('Hi').toDict(), 'fovea/langchain'],
    ['the AI SDK for a page', uiMessage, 'convertToModelMessages'],
    ['an OpenAI Assistants thread', threadMessage, 'text.value'],
  ])('of %s are refused with what to do', (_name, message, advice) => {
    expect(() => detectFormat([message])).toThrow(advice)
  })
})

describe('messages that are instances of a class', () => {
  const output = Array.from({ length: 300 }, (_, line) => `src/file${line}.ts took ${line} ms`).join('\n')
  const history = [
    { role: 'user', content: 'What took so long?' },
    { role: 'tool', content: output },
    { role: 'assistant', content: 'I do not know.' },
    { role: 'user', content: 'And now?' },
  ]
  class Own {
    role: string
    content: string
    constructor(role: string, content: string) {
      this.role = role
      this.content = content
    }
  }
  class Hidden {
    readonly #role: string
    readonly #content: string
    constructor(role: string, content: string) {
      this.#role = role
      this.#content = content
    }
    get role() {
      return this.#role
    }
    get content() {
      return this.#content
    }
  }
  class Written extends Hidden {
    toJSON() {
      return { role: this.role, content: this.content }
    }
  }
  class Renamed extends Own {
    toJSON() {
      return { kind: this.role, content: this.content }
    }
  }

  it.each([Own, Written])('come back where their JSON says the same: %o', Class => {
    const messages = history.map(({ role, content }) => new Class(role, content))
    for (const options of [
      { budget: 200 },
      { strategy: 'cap', recencyWindow: 0, cap: { maxBlockTokens: 100 } },
    ] as const) {
      const { messages: view, originalsByHash } = compressSync(messages, { ...options, strict: true })
      expect(view).not.toBe(messages)
      expect(view.every(({ role }) => role !== undefined)).toBe(true)
      const { messages: restored } = uncompressSync(view, originalsByHash)
      expect(JSON.parse(JSON.stringify(restored))).toEqual(history)
    }
  })

  it.each([Hidden, Renamed])('are refused where it does not: %o', Class => {
    const messages = history.map(({ role, content }) => new Class(role, content))
    const why = /^messages\[0\] is an instance of a class whose JSON says something else/
    expect(() => detectFormat(messages)).toThrow(why)
    expect(compressSync(messages, { budget: 200 }).messages).toBe(messages)
  })
})

describe('formatOf', () => {
  it('holds messages against the format that was named', () => {
    expect(formatOf([ask], 'anthropic').name).toBe('anthropic')
    expect(formatOf([ask]).name).toBe('plain')
    const error = errorOf(() => formatOf([ask, toolUse], 'openai-chat'))
    expect(error).toMatchObject({ code: 'unknown-format', place: { message: 1 } })
  })

  it('takes unknown items where the format was named', () => {
    expect(formatOf([{ type: 'a_new_item' }], 'openai-responses').name).toBe('openai-responses')
  })
})

describe('detectRequest', () => {
  it.each([
    ['openai-chat', { model: 'm', messages: [ask] }],
    ['openai-chat', { messages: [parts], tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['anthropic', { model: 'm', max_tokens: 9, system: 'Be kind.', messages: [ask] }],
    ['anthropic', { messages: [parts], tools: [{ name: 'f', input_schema: {} }] }],
    ['anthropic', { anthropic_version: 'v', messages: [ask] }],
    ['anthropic', { max_tokens: 9, messages: [ask, toolUse] }],
    ['ai-sdk', { system: 'Be kind.', messages: [parts, sdkCall] }],
    ['plain', { messages: [{ ...ask, index: 0 }] }],
    ['openai-responses', { input: [ask, functionCall], instructions: 'Be kind.' }],
    ['openai-responses', { input: [ask] }],
    ['gemini', { contents: [geminiTurn] }],
  ])('takes a body of %s for what it is', (name, body) => {
    const { format, messages } = detectRequest(body)
    expect(format.name).toBe(name)
    expect(messages).toBe((body as Record<string, unknown>)[format.request.messages])
  })

  it.each([
    ['openai-responses', { input: 'Hello?' }, { role: 'user', content: 'Hello?' }],
    ['gemini', { contents: 'Hello?' }, { role: 'user', parts: [{ text: 'Hello?' }] }],
    ['gemini', { contents: geminiTurn }, geminiTurn],
  ])('reads one string or one message of %s as a list of one', (name, body, message) => {
    expect(detectRequest(body)).toMatchObject({ format: { name }, messages: [message] })
  })

  it('looks where the named format keeps its messages', () => {
    expect(detectRequest({ messages: [ask] }, 'anthropic').format.name).toBe('anthropic')
    expect(errorOf(() => detectRequest({ messages: [ask] }, 'gemini')).message).toContain(
      '"contents" is nothing',
    )
  })

  it.each([
    ['a list', [ask], 'it is a list, not an object'],
    ['no messages', { model: 'm' }, '"messages" is nothing'],
    ['messages that are no list', { messages: 'Hello?' }, '"messages" is "Hello?"'],
    ['input that is no text, message or list', { input: 5 }, '"input" is 5'],
  ])('refuses %s', (_name, body, why) => {
    const error = errorOf(() => detectRequest(body))
    expect(error.code).toBe('unknown-format')
    expect(error.message).toContain(why)
  })

  it('names the message that does not fit', () => {
    const error = errorOf(() => detectRequest({ input: [ask, chatCall] }))
    expect(error).toMatchObject({ place: { message: 1 } })
  })
})

describe('formatNamed', () => {
  it('knows every format by its name, once', () => {
    expect(formats.map(({ name }) => formatNamed(name))).toEqual(formats)
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length)
  })

  it('says which names there are', () => {
    expect(errorOf(() => formatNamed('openai')).message).toContain('plain, openai-chat, anthropic, ai-sdk')
  })
})
