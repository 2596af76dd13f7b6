import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/formats/anthropic.ts'
import { openaiChat } from '../../src/formats/openai-chat.ts'
import {
  anthropicPairing,
  textBlocks,
  toolResultBlock,
  toolUseBlock,
} from '../../src/transcripts/anthropic-blocks.ts'
import { chatPairing, toolCall, toolMessage } from '../../src/transcripts/chat-message.ts'
import { ConversationBuilder, Conversations } from '../../src/transcripts/conversation-builder.ts'

const said = (content: string) => ({ role: 'user', content })
const compaction = { type: 'compaction', line: 9 } as const

type Move =
  | { readonly do: 'ask' }
  | { readonly do: 'mark' }
  | { readonly do: 'call'; readonly words: boolean; readonly calls: readonly string[] }
  | { readonly do: 'answer'; readonly call: string }

/** A log in which results come late, twice or never, and identifiers are used again. */
const log = (ids: readonly string[]): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.oneof(
      fc.record({ do: fc.constantFrom('ask', 'mark') }),
      fc.record({ do: fc.constant('call'), words: fc.boolean(), calls: fc.subarray([...ids]) }),
      fc.record({ do: fc.constant('answer'), call: fc.constantFrom(...ids) }),
    ) as fc.Arbitrary<Move>,
    { maxLength: 30 },
  )

describe('a conversation in the making', () => {
  it('is accepted as chat whatever the log does, but for calls of its last message', () => {
    fc.assert(
      fc.property(log(['a', 'b', 'c']), moves => {
        const conversation = new ConversationBuilder(chatPairing)
        for (const [line, move] of moves.entries()) {
          if (move.do === 'ask') conversation.say(said('go on'), { line })
          else if (move.do === 'mark') conversation.mark(compaction)
          else if (move.do === 'answer')
            conversation.answer(move.call, toolMessage(move.call, 'done'), { line })
          else if (move.words || move.calls.length > 0)
            conversation.say(
              {
                role: 'assistant',
                content: move.words ? 'I call.' : null,
                ...(move.calls.length === 0
                  ? {}
                  : { tool_calls: move.calls.map(id => toolCall(id, 'run', {})) }),
              },
              { line },
              move.calls,
            )
        }
        const { messages, origins, events } = conversation.finish()
        const last = messages.findLastIndex(message => (message as { role: string }).role !== 'tool')
        expect(openaiChat.check(messages).filter(problem => problem.message !== last)).toEqual([])
        expect(origins.length).toBe(messages.length)
        expect(events.length).toBe(moves.filter(move => move.do === 'mark').length)
        expect(
          events.every(({ at }, index) => at >= (events[index - 1]?.at ?? 0) && at <= messages.length),
        ).toBe(true)
      }),
    )
  })

  it('is accepted as Anthropic messages likewise', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `toolu_${index}`)
    fc.assert(
      fc.property(log(ids), moves => {
        const conversation = new ConversationBuilder(anthropicPairing)
        const called = new Set<string>()
        conversation.say(said('begin'), { line: 0 })
        for (const [line, move] of moves.entries()) {
          if (move.do === 'ask') conversation.say(said('go on'), { line })
          else if (move.do === 'mark') conversation.mark(compaction)
          else if (move.do === 'answer')
            conversation.answer(move.call, toolResultBlock(move.call, 'done', false), { line })
          else {
            const calls = move.calls.filter(id => !called.has(id))
            for (const id of calls) called.add(id)
            const content = [
              ...textBlocks(move.words ? 'I call.' : ''),
              ...calls.map(id => toolUseBlock(id, 'run', {})),
            ]
            if (content.length > 0) conversation.say({ role: 'assistant', content }, { line }, calls)
          }
        }
        const { messages } = conversation.finish()
        const last = messages.findLastIndex(message => (message as { role: string }).role === 'assistant')
        expect(anthropic.check(messages).filter(problem => problem.message < last)).toEqual([])
      }),
    )
  })

  it('gives a late result to the latest call of its name, and says so when nobody waits', () => {
    const conversation = new ConversationBuilder(chatPairing)
    const call = { role: 'assistant', content: 'Again.', tool_calls: [toolCall('a', 'run', {})] }
    conversation.say(call, { line: 1 }, ['a'])
    conversation.say(call, { line: 2 }, ['a'])
    conversation.say(said('and?'), { line: 3 })
    expect(conversation.answer('a', toolMessage('a', 'late'), { line: 4 })).toBeUndefined()
    expect(conversation.answer('a', toolMessage('a', 'twice'), { line: 5 })).toContain('no call waits')
    expect(conversation.finish().messages).toEqual([
      { role: 'assistant', content: 'Again.' },
      call,
      toolMessage('a', 'late'),
      said('and?'),
    ])
  })
})

describe('the conversations of a file', () => {
  it('are the first that says anything, and sidechains with names of their own', () => {
    const conversations = new Conversations(chatPairing)
    conversations.begin('silent')
    conversations.begin('task').say(said('one'), { line: 1 })
    conversations.begin('task').say(said('two'), { line: 2 })
    conversations.of('task').say(said('more of one'), { line: 3 })
    expect(conversations.finish()).toEqual({
      messages: [said('one'), said('more of one')],
      origins: [{ line: 1 }, { line: 3 }],
      events: [],
      sidechains: [{ name: 'task (2)', messages: [said('two')], origins: [{ line: 2 }] }],
    })
  })

  it('are empty where nobody speaks', () => {
    expect(new Conversations(chatPairing).finish()).toEqual({
      messages: [],
      origins: [],
      events: [],
      sidechains: [],
    })
  })
})
