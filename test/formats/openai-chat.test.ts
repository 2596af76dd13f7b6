/** OpenAI Chat Completions: the contract, what it refuses, and how foreign conversations are written in it. */
import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { describe, expect, it } from 'vitest'
import { formats } from '../../src/formats/index.ts'
import { openaiChat } from '../../src/formats/openai-chat.ts'
import type { Message } from '../../src/types.ts'
import { type BlockWord, describeFormat, neutralSamples } from './contract.ts'
import { looseSamples, typedSamples } from './openai-chat.samples.ts'

describeFormat(openaiChat, [...typedSamples, ...looseSamples])

/** A part type that the SDK adds does not compile here until it is read knowingly. */
const words: Record<ChatCompletionContentPart['type'] | 'refusal', BlockWord> = {
  text: 'text',
  image_url: 'image',
  input_audio: 'audio',
  file: 'document',
  refusal: 'refusal',
}

const roles: Record<ChatCompletionMessageParam['role'], Message['role']> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

describe('openai-chat', () => {
  it.each(Object.entries(words))('reads a part of type %s as %s', (type, word) => {
    const [message] = openaiChat.read([{ role: 'user', content: [{ type, text: 'x' }] }])
    const [block] = message?.blocks ?? []
    expect(block?.type === 'opaque' ? block.kind : block?.type).toBe(word)
  })

  it.each(Object.entries(roles))('reads the role %s as %s', (role, neutral) => {
    expect(openaiChat.detect({ role, content: 'x' }, formats).fits).not.toBe('no')
    expect(openaiChat.read([{ role, content: 'x' }])[0]?.role).toBe(neutral)
  })

  it.each([
    ['nothing', undefined, 'it is nothing, not an object'],
    ['no role', { content: 'x' }, 'it has no role'],
    ['a foreign role', { role: 'model', content: 'x' }, 'its role is "model"'],
    ['an object as content', { role: 'user', content: { text: 'x' } }, 'its content is an object'],
    ['a part without a type', { role: 'user', content: ['x'] }, 'content[0] is "x" without a type'],
    [
      'a part of Anthropic',
      { role: 'assistant', content: [{ type: 'text', text: 'x' }, { type: 'tool_use' }] },
      'content[1] has type "tool_use", which is known to Anthropic Messages, not to OpenAI Chat Completions',
    ],
    [
      'a part of Anthropic behind thoughts',
      { role: 'assistant', content: [{ type: 'thinking', thinking: [] }, { type: 'tool_use' }] },
      'content[1] has type "tool_use"',
    ],
    ['a part of Responses', { role: 'user', content: [{ type: 'input_text' }] }, 'known to OpenAI Responses'],
    ['a part of the AI SDK', { role: 'tool', content: [{ type: 'tool-result' }] }, 'known to AI SDK'],
    [
      'parts in place of content',
      { role: 'user', parts: [{ text: 'x' }] },
      'it has parts in place of content',
    ],
    [
      'a file of the AI SDK',
      { role: 'user', content: [{ type: 'file', data: 'x', mediaType: 'text/plain' }] },
      'content[0] is a file without a "file"',
    ],
    [
      'loose calls',
      { role: 'assistant', tool_calls: [{ id: '1', name: 'f' }] },
      'tool_calls[0] has its name',
    ],
  ])('refuses %s and says why', (_name, message, why) => {
    expect(openaiChat.detect(message, formats)).toEqual({ fits: 'no', why: expect.stringContaining(why) })
  })

  it('knows its own marks', () => {
    const own = [
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
      },
      { role: 'assistant', function_call: { name: 'f', arguments: '' } },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] },
    ]
    expect(own.map(message => openaiChat.detect(message, formats))).toEqual(own.map(() => ({ fits: 'own' })))
    expect(openaiChat.detect({ role: 'user', content: 'x' }, formats)).toEqual({ fits: 'shared' })
    expect(openaiChat.detect({ role: 'user', content: [{ type: 'text', text: 'x' }] }, formats)).toEqual({
      fits: 'shared',
    })
  })

  it('counts every text of a list, and keeps parallel results apart', () => {
    const results = openaiChat
      .read(typedSamples.find(({ name }) => name.startsWith('parallel calls'))?.messages ?? [])
      .flatMap(({ blocks }) => blocks.filter(block => block.type === 'toolResult'))
    expect(results.map(({ callId, name, text }) => [callId, name, text])).toEqual([
      ['v2', 'open_valve', 'bed 2 open'],
      ['v1', 'open_valve', 'bed 1 open'],
      ['v1', 'open_valve', 'pressure low'],
      ['n1', 'diary', ''],
    ])
  })

  it('gives a legacy call one answer only', () => {
    const ids = openaiChat
      .read([
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'one' },
        { role: 'function', name: 'f', content: 'two' },
      ])
      .flatMap(({ blocks }) => blocks.map(block => block.type !== 'text' && block.callId))
    expect(ids).toEqual(['message:0:call', 'message:0:call', 'message:2:result'])
  })

  it('lists an unknown role and what has no shape at all', () => {
    const problems = openaiChat.check([
      { role: 'narrator', content: 'x' },
      7,
      { role: 'function', content: 'x' },
    ])
    expect(problems.map(({ message, code }) => [message, code])).toEqual([
      [0, 'illegal-role'],
      [1, 'malformed'],
      [2, 'malformed'],
    ])
  })

  it('writes calls that were items of their own in one message', () => {
    const items = neutralSamples['one message for each call, as items are written'] ?? []
    expect(openaiChat.create(items)).toEqual([
      { role: 'user', content: 'Look around.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } },
          { id: 'b', type: 'function', function: { name: 'pwd', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: '/home' },
      { role: 'assistant', content: 'One file in /home.' },
    ] satisfies ChatCompletionMessageParam[])
  })

  it('puts results that came late right behind their call', () => {
    const created = openaiChat.create([
      {
        role: 'assistant',
        blocks: [{ type: 'toolCall', callId: 'a', name: 'f', text: '{}', media: 'text' }],
      },
      { role: 'developer', blocks: [{ type: 'text', text: 'Hurry.', media: 'text' }] },
      { role: 'tool', blocks: [{ type: 'toolResult', callId: 'a', text: 'done', media: 'text' }] },
    ])
    expect(created.map(message => (message as { role: string }).role)).toEqual([
      'assistant',
      'tool',
      'developer',
    ])
    expect(openaiChat.check(created)).toEqual([])
  })

  it('lets the user say what a tool says without having been called', () => {
    const messages: Message[] = [{ role: 'tool', blocks: [{ type: 'text', text: 'Ping.', media: 'text' }] }]
    expect(openaiChat.create(messages)).toEqual([{ role: 'user', content: 'Ping.' }])
  })

  it('says a free-form call as a custom one, and several texts as parts', () => {
    expect(
      openaiChat.create([
        {
          role: 'assistant',
          blocks: [
            { type: 'text', text: 'One.', media: 'text' },
            { type: 'text', text: 'Two.', media: 'text' },
            { type: 'toolCall', callId: 'p', name: 'patch', text: '*** Begin', media: 'text' },
          ],
        },
      ]),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'One.' },
          { type: 'text', text: 'Two.' },
        ],
        tool_calls: [{ id: 'p', type: 'custom', custom: { name: 'patch', input: '*** Begin' } }],
      },
    ] satisfies ChatCompletionMessageParam[])
  })
})
