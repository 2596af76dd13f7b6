/** Plain messages: the bare shape, the rich one, and what must not happen to either. */
import { describe, expect, it } from 'vitest'
import { formats } from '../../src/formats/index.ts'
import { plain } from '../../src/formats/plain.ts'
import { describeFormat, type FormatSample } from './contract.ts'

const samples: readonly FormatSample[] = [
  {
    name: 'bare messages of every role',
    messages: [
      { role: 'system', content: 'You are a librarian.' },
      { role: 'developer', content: 'Answer in French.' },
      { role: 'user', content: 'Où est le livre ? 📚' },
      { role: 'assistant', content: '' },
      { role: 'tool', content: 'shelf 4' },
      { role: 'function', name: 'shelf', content: 'row 2' },
      { role: 'assistant', content: 'Étagère 4.' },
    ],
    roles: ['system', 'developer', 'user', 'assistant', 'tool', 'tool', 'assistant'],
    blocks: [['text'], ['text'], ['text'], ['text'], ['toolResult'], ['toolResult'], ['text']],
  },
  {
    name: 'names that other people give to the roles',
    messages: [
      { role: 'human', content: 'Ping?' },
      { role: 'ai', content: 'Pong.' },
      { role: 'bot', content: 'Pong too.' },
      { role: 'model', content: 'And me.' },
    ],
    roles: ['user', 'assistant', 'assistant', 'assistant'],
  },
  {
    name: 'rich messages with calls, metadata and anything else',
    messages: [
      { id: 'm-1', index: 0, role: 'user', content: 'Weigh the parcel.', metadata: { channel: 'web' } },
      {
        id: 'm-2',
        index: 1,
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'w1', type: 'function', function: { name: 'weigh', arguments: '{"parcel":7}' } },
          { id: 'w2', type: 'custom', custom: { name: 'note', input: 'fragile, keep upright' } },
        ],
        metadata: {},
      },
      { id: 'm-3', index: 2, role: 'tool', tool_call_id: 'w1', content: '2.4 kg', metadata: { ms: 12 } },
      { id: 'm-4', index: 3, role: 'tool', tool_call_id: 'w2', content: 'noted', annotations: [1, [2, 3]] },
      { id: 'm-5', index: 4, role: 'assistant', content: 'It weighs 2.4 kg.', score: 0.25 },
    ],
    blocks: [['text'], ['toolCall', 'toolCall'], ['toolResult'], ['toolResult'], ['text']],
  },
  {
    name: 'loose calls, with text or objects as arguments',
    messages: [
      { role: 'user', content: 'Book a table.' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'b1', name: 'book', arguments: { seats: 4, notes: ['window', 'quiet'] } },
          { id: 'b2', name: 'remind', arguments: '{"at":"18:00"}' },
          { id: 'b3', name: 'weather', args: { day: 'today' } },
          { id: 'b4', name: 'now' },
        ],
      },
      { role: 'tool', tool_call_id: 'b1', content: 'table 9' },
      { role: 'tool', tool_call_id: 'b2', content: null },
      { role: 'tool', tool_call_id: 'b3', content: 'rain' },
      { role: 'tool', tool_call_id: 'b4', content: '17:20' },
    ],
    blocks: [
      ['text'],
      ['toolCall', 'toolCall', 'toolCall', 'toolCall'],
      ['toolResult'],
      ['toolResult'],
      ['toolResult'],
      ['toolResult'],
    ],
  },
  {
    name: 'calls and results without identifiers, and with numbers for them',
    messages: [
      { id: 1, role: 'user', content: 'Add and multiply.' },
      {
        id: 2,
        role: 'assistant',
        tool_calls: [
          { name: 'add', arguments: '{}' },
          { name: 'multiply', arguments: '{}' },
        ],
      },
      { id: 3, role: 'tool', content: '7' },
      { id: 4, role: 'tool', content: '12' },
      {
        id: 5,
        role: 'assistant',
        content: 'Once more.',
        tool_calls: [{ id: 0, name: 'add', arguments: '{}' }],
      },
      { id: 6, role: 'tool', tool_call_id: 0, content: '8' },
    ],
  },
  {
    name: 'a call that nobody answers and an answer that nobody asked for',
    messages: [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', tool_calls: [{ id: 'x', name: 'ring', arguments: '{}' }] },
      { role: 'tool', tool_call_id: 'y', content: 'silence' },
    ],
    problems: ['unpaired-call', 'unpaired-result'],
  },
  {
    name: 'the legacy function call',
    messages: [
      { role: 'user', content: 'Time?' },
      { role: 'assistant', content: null, function_call: { name: 'clock', arguments: '{"zone":"UTC"}' } },
      { role: 'function', name: 'clock', content: '12:00' },
    ],
    blocks: [['text'], ['toolCall'], ['toolResult']],
  },
  {
    name: 'keys that objects are wary of',
    messages: [
      JSON.parse('{"role":"user","content":"a","__proto__":{"polluted":true},"constructor":1}'),
      JSON.parse(
        '{"role":"assistant","tool_calls":[{"id":"p","name":"f","arguments":{"__proto__":{"deep":1},"b":2}}]}',
      ),
      { role: 'tool', tool_call_id: 'p', content: 'b' },
    ],
  },
]

describeFormat(plain, samples)

describe('plain', () => {
  it.each([
    ['text', 'hello', 'it is "hello", not an object'],
    ['nothing', null, 'it is null, not an object'],
    ['a list', [], 'it is a list, not an object'],
    ['no role', { content: 'x' }, 'it has no role'],
    ['a stranger', { role: 'narrator', content: 'x' }, 'its role is "narrator"'],
    ['parts', { role: 'user', content: [{ type: 'text', text: 'x' }] }, 'its content is a list'],
    ['parts of Gemini', { role: 'user', parts: [{ text: 'x' }] }, 'it has parts in place of content'],
    ['a number', { role: 'user', content: 5 }, 'its content is 5'],
    ['a call of nothing', { role: 'assistant', tool_calls: [{ id: '1' }] }, 'tool_calls[0] does not say'],
  ])('refuses %s and says why', (_name, message, why) => {
    expect(plain.detect(message, formats)).toEqual({ fits: 'no', why: expect.stringContaining(why) })
  })

  it('knows its own marks', () => {
    expect(plain.detect({ role: 'user', content: 'x' }, formats)).toEqual({ fits: 'shared' })
    expect(plain.detect({ role: 'user', content: 'x', index: 3 }, formats)).toEqual({ fits: 'own' })
    expect(plain.detect({ role: 'user', content: 'x', metadata: {} }, formats)).toEqual({ fits: 'own' })
    expect(plain.detect({ role: 'human', content: 'x' }, formats)).toEqual({ fits: 'own' })
  })

  it('adds no metadata to messages, touched or not', () => {
    const messages = [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ]
    const written = plain.write(messages, [{ message: 0, path: ['content'], text: 'ONE', media: 'text' }])
    expect(JSON.stringify(written)).toBe('[{"role":"user","content":"ONE"},{"role":"user","content":"two"}]')
    expect(written[1]).toBe(messages[1])
  })

  it('edits the message at its place, whatever its identifier', () => {
    const messages = [
      { id: 1, role: 'user', content: 'one' },
      { id: '1', role: 'user', content: 'two' },
      { id: 1, role: 'user', content: 'three' },
    ]
    const written = plain.write(messages, [{ message: 2, path: ['content'], text: '3', media: 'text' }])
    expect(written).toEqual([messages[0], messages[1], { id: 1, role: 'user', content: '3' }])
    expect(plain.read(messages).map(({ id }) => id)).toEqual(['1', '1', '1'])
  })

  it('pairs results by their own turn where calls of several turns share an identifier', () => {
    const turn = (n: number) => [
      { role: 'assistant', tool_calls: [{ id: 'call_0', name: `tool${n}`, arguments: '{}' }] },
      { role: 'tool', tool_call_id: 'call_0', content: `result ${n}` },
    ]
    const messages = [...turn(1), ...turn(2), ...turn(3)]
    expect(plain.check(messages)).toEqual([])
    expect(plain.check(messages.slice(0, -1)).map(({ message }) => message)).toEqual([4])
    const names = plain
      .read(messages)
      .flatMap(({ blocks }) => blocks.map(block => 'name' in block && block.name))
    expect(names).toEqual(['tool1', 'tool1', 'tool2', 'tool2', 'tool3', 'tool3'])
  })

  it('takes a result without an identifier for the answer to the call that waits', () => {
    const call = { role: 'assistant', tool_calls: [{ id: 'a', name: 'f', arguments: '{}' }] }
    expect(plain.check([call, { role: 'tool', content: 'done' }])).toEqual([])
    expect(plain.check([call, { role: 'user', content: 'done?' }])).toHaveLength(1)
  })

  it('gives results without an identifier to the calls that wait, in order', () => {
    const blocks = plain
      .read([
        {
          role: 'assistant',
          tool_calls: [
            { id: 'a', name: 'first' },
            { id: 'b', name: 'second' },
          ],
        },
        { role: 'tool', content: '1' },
        { role: 'tool', content: '2' },
        { role: 'tool', content: '3' },
      ])
      .flatMap(message => message.blocks)
    expect(blocks.slice(2)).toMatchObject([
      { callId: 'a', name: 'first', text: '1' },
      { callId: 'b', name: 'second', text: '2' },
      { callId: 'message:3:result', text: '3' },
    ])
  })
})
