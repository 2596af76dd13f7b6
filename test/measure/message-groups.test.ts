import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageGroups, openCalls } from '../../src/measure/message-groups.ts'
import type { Block, Message } from '../../src/types.ts'
import { call, result, say, text } from '../formats/neutral-messages.ts'

const hello = say('user', text('Hello'))
const answer = say('assistant', text('Yes'))

const opaque = (value: unknown): Block => ({ type: 'opaque', kind: 'unknown', value })

const boundsOf = (messages: readonly Message[]) =>
  messageGroups(messages).map(({ first, last }) => [first, last])

describe('messageGroups', () => {
  it.each<[string, readonly Message[], readonly (readonly [number, number])[]]>([
    ['nothing', [], []],
    [
      'words, each for itself',
      [hello, answer, hello],
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'a call with its result',
      [hello, say('assistant', call('a', '')), say('tool', result('a', '')), answer],
      [
        [0, 0],
        [1, 2],
        [3, 3],
      ],
    ],
    [
      'several calls with all of their results',
      [
        say('assistant', call('a', ''), call('b', '')),
        say('tool', result('a', '')),
        say('tool', result('b', '')),
      ],
      [[0, 2]],
    ],
    [
      'calls that overlap',
      [
        say('assistant', call('a', '')),
        hello,
        say('assistant', call('b', '')),
        say('tool', result('a', '')),
        say('tool', result('b', '')),
        hello,
      ],
      [
        [0, 4],
        [5, 5],
      ],
    ],
    [
      'the items of one step',
      [answer, answer, say('assistant', call('a', '')), say('tool', result('a', '')), hello],
      [
        [0, 3],
        [4, 4],
      ],
    ],
    [
      'a call without a result',
      [say('assistant', call('a', '')), hello],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'calls of two turns that have one identifier',
      [
        say('assistant', call('a', '')),
        say('tool', result('a', '')),
        say('assistant', call('a', '')),
        say('tool', result('a', '')),
      ],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'parts of unknown kinds that share an identifier, under one key or two',
      [
        say('user', opaque({ type: 'probe_request', request_id: 'r' })),
        hello,
        say('user', opaque({ type: 'probe_response', request_id: 'r' })),
        hello,
        say('assistant', opaque({ type: 'x_tool_use', id: 's' })),
        hello,
        say('assistant', opaque({ type: 'x_tool_result', tool_use_id: 's' })),
        hello,
      ],
      [
        [0, 2],
        [3, 3],
        [4, 6],
        [7, 7],
      ],
    ],
    [
      'parts without a type, distinguished by their only key',
      [
        say('assistant', opaque({ executableCode: { id: 'e', code: '1' } })),
        hello,
        say('assistant', opaque({ codeExecutionResult: { id: 'e', output: '1' } })),
      ],
      [[0, 2]],
    ],
    [
      'what many parts share, such as a container, holds nothing together',
      [1, 2, 3].map(id => say('user', opaque({ type: 'run', id: `i${id}`, container_id: 'c' }))),
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    ['a step at the end', [answer, answer], [[0, 1]]],
  ])('%s', (_, messages, groups) => {
    expect(boundsOf(messages)).toEqual(groups)
  })

  it('cover all messages in order, and no call is apart from its result', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const message = fc.oneof(
      fc.constantFrom(hello, answer),
      id.map(callId => say('assistant', call(callId, ''))),
      id.map(callId => say('tool', result(callId, ''))),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), messages => {
        const groups = messageGroups(messages)
        const groupOf = groups.flatMap(({ first, last }, at) =>
          Array.from({ length: last - first + 1 }, () => at),
        )
        expect(groups.flatMap(({ first, last }) => (first <= last ? [first] : []))).toEqual(
          groups.map((_, at) => groupOf.indexOf(at)),
        )
        expect(groupOf).toHaveLength(messages.length)
        const called = new Map<string, number>()
        for (const [index, { blocks }] of messages.entries())
          for (const block of blocks) {
            if (block.type === 'toolCall') called.set(block.callId, index)
            if (block.type === 'toolResult' && called.has(block.callId))
              expect(groupOf[index]).toBe(groupOf[called.get(block.callId) as number])
          }
      }),
    )
  })
})

describe('openCalls', () => {
  it('finds calls without an answer, those of the server and those that use an identifier again too', () => {
    const asked = opaque({ type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' })
    expect([
      ...openCalls([
        say('assistant', call('a', '')),
        say('tool', result('a', '')),
        say('assistant', call('a', '')),
        say('assistant', opaque({ type: 'server_tool_use', id: 's' })),
        say('assistant', opaque({ type: 'server_tool_use', id: 't' })),
        say('assistant', opaque({ type: 'code_tool_result', tool_use_id: 't' })),
        say('assistant', call('c', ''), asked),
      ]),
    ]).toEqual([2, 3, 6])
  })
})
