import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageGroups } from '../../../src/plan/coverage/message-groups.ts'
import type { Message } from '../../../src/types.ts'
import { call, result, say, text } from '../../formats/neutral-messages.ts'

const hello = say('user', text('Hello'))
const answer = say('assistant', text('Yes'))

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
    ['a step at the end', [answer, answer], [[0, 1]]],
  ])('%s', (_, messages, groups) => {
    expect(boundsOf(messages)).toEqual(groups)
  })

  it('cover all messages in order, and no call stands apart from its result', () => {
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
        const answeredAt = new Map<string, number>()
        for (const [index, { blocks }] of messages.entries())
          for (const block of blocks) if (block.type === 'toolResult') answeredAt.set(block.callId, index)
        for (const [index, { blocks }] of messages.entries())
          for (const block of blocks) {
            const answered = block.type === 'toolCall' ? (answeredAt.get(block.callId) ?? -1) : -1
            if (answered > index) expect(groupOf[answered]).toBe(groupOf[index])
          }
      }),
    )
  })
})
