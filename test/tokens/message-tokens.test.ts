import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import {
  countBlock,
  countMessage,
  countOverhead,
  countSystem,
  countTools,
} from '../../src/tokens/message-tokens.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'

const counter = exactCounter()
const text = (role: Message['role'], content: string): Message => ({
  role,
  blocks: [{ type: 'text', text: content, media: 'text' }],
})

describe('countMessage', () => {
  it('follows the rule that OpenAI documents: 3 a message, 1 for its role, 3 for the reply', () => {
    const contents = ['Our team needs to review the plan.', 'Certainly.']
    const messages = contents.map((content, index) => text(index === 0 ? 'user' : 'assistant', content))
    const expected = contents.reduce((sum, content) => sum + 3 + 1 + counter.count(content), 3)
    const counted = messages.reduce(
      (sum, message) => sum + countMessage(message, formatNamed('openai-chat').framing, counter),
      0,
    )
    expect(counted + countOverhead([], formatNamed('openai-chat').framing)).toBe(expected)
  })

  it('is the blocks and the framing', () => {
    const message: Message = {
      role: 'assistant',
      blocks: [
        { type: 'text', text: 'I will look.', media: 'text' },
        { type: 'toolCall', callId: 'c1', name: 'read_file', text: '{"path":"src/a.ts"}', media: 'json' },
        { type: 'toolCall', callId: 'c2', name: 'read_file', text: '{"path":"src/b.ts"}', media: 'json' },
      ],
    }
    const blocks = message.blocks.reduce((sum, block) => sum + countBlock(block, counter), 0)
    expect(countMessage(message, formatNamed('openai-chat').framing, counter)).toBe(blocks + 4 + 2 * 3)
    expect(countMessage(message, formatNamed('anthropic').framing, counter)).toBe(blocks + 4 + 2 * 45)
    expect(countOverhead([message, message], formatNamed('openai-chat').framing)).toBe(3 + 2 * (4 + 2 * 3))
  })

  it('frames a result of several parts once', () => {
    const part = (callId: string) => ({ type: 'toolResult', callId, text: 'part', media: 'text' }) as const
    const message: Message = { role: 'tool', blocks: [part('c1'), part('c1'), part('c2')] }
    expect(countOverhead([message], formatNamed('anthropic').framing)).toBe(3 + 4 + 2 * 38)
  })
})

describe('countBlock', () => {
  it('counts a call by its name and arguments, a result by its text', () => {
    const call = {
      type: 'toolCall',
      callId: 'c1',
      name: 'search',
      text: '{"query":"x"}',
      media: 'json',
    } as const
    expect(countBlock(call, counter)).toBe(counter.count('search') + counter.count('{"query":"x"}'))
    const result = {
      type: 'toolResult',
      callId: 'c1',
      name: 'search',
      text: 'no match',
      media: 'text',
    } as const
    expect(countBlock(result, counter)).toBe(counter.count('no match'))
  })
})

describe('countTools', () => {
  it('counts definitions as their JSON', () => {
    const tools = [{ name: 'read', description: 'Reads a file', input_schema: { type: 'object' } }]
    expect(countTools(tools, counter)).toBe(counter.count(JSON.stringify(tools)))
    expect(countTools([], counter)).toBe(0)
    expect(countTools(undefined, counter)).toBe(0)
  })
})

describe('countSystem', () => {
  const system = 'You are a careful engineer.'

  it.each([
    ['text', system],
    ['Anthropic blocks', [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }]],
    ['Gemini parts', { role: 'user', parts: [{ text: system }] }],
    ['one Gemini part', { text: system }],
    ['a list of texts', [system]],
  ])('counts %s by its words', (_, value) => {
    expect(countSystem(value, counter)).toBe(counter.count(system))
  })

  it('is nothing where there is none', () => {
    expect(countSystem(undefined, counter)).toBe(0)
    expect(countSystem(null, counter)).toBe(0)
    expect(countSystem([], counter)).toBe(0)
  })
})
