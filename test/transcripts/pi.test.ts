import { beforeAll, describe, expect, it } from 'vitest'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

const text = (words: string) => ({ type: 'text', text: words })

describe('a Pi session without a tree', () => {
  let transcript: Transcript
  beforeAll(async () => {
    transcript = await readFixture('pi.jsonl')
  })

  it('is what the model saw: results in one message, nothing that was cut off before it said anything', () => {
    expect(transcript.messages).toEqual([
      {
        role: 'user',
        content: [
          text('Fix the parser. This is what I see:'),
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1hZ2U=' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two files.', signature: 'c2lnbmVk' },
          text('I read both.'),
          { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'parser.ts' } },
          { type: 'tool_use', id: 'toolu_2', name: 'read', input: { path: 'lexer.ts' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [text('export function parse() {}')] },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: [text('ENOENT: lexer.ts')],
            is_error: true,
          },
        ],
      },
      { role: 'assistant', content: [text('Now the edit.')] },
      { role: 'user', content: [text('Wait, look at this first.')] },
      { role: 'user', content: [text('Ran `ls`\n```\nparser.ts\n\n```\n\nCommand exited with code 2')] },
      { role: 'assistant', content: [text('Half a thought')] },
      { role: 'user', content: [text('Where were we?')] },
      {
        role: 'assistant',
        content: [
          text('At the tests.'),
          { type: 'tool_use', id: 'toolu_5', name: 'bash', input: { command: 'npm test' } },
        ],
      },
    ])
  })

  it('keeps the compaction where it happened, and what each answer cost', () => {
    expect(transcript.events).toEqual([
      { type: 'usage', line: 3, at: 1, inputTokens: 2800, outputTokens: 120, cachedTokens: 500 },
      {
        type: 'compaction',
        line: 14,
        at: 7,
        summary: 'The parser is broken; lexer.ts is gone.',
        tokensBefore: 175004,
        timestamp: '2025-12-09T00:12:00.000Z',
      },
      { type: 'usage', line: 17, at: 8, inputTokens: 900, outputTokens: 40, cachedTokens: 0 },
    ])
  })

  it('knows where everything came from', () => {
    expect(transcript).toMatchObject({
      agent: 'pi',
      format: 'anthropic',
      session: 'session-3',
      model: 'claude-opus-4-5',
      cwd: '/home/dev/parser',
      sidechains: [],
      problems: [],
    })
    expect(transcript.origins.map(origin => origin.line)).toEqual([2, 3, 4, 7, 8, 9, 12, 15, 17])
    expect(transcript.origins[2]).toEqual({ line: 4, timestamp: '2025-12-09T00:03:00.000Z' })
  })

  it('is accepted by the provider but for the call that still runs', () => {
    expect(rejections(transcript)).toMatchObject([{ message: 8, code: 'unpaired-call' }])
  })
})

describe('a Pi session that is a tree', () => {
  it('is the path to its last entry; the other branch is a sidechain from the fork on', async () => {
    const transcript = await readFixture('pi-tree.jsonl')
    expect(transcript.messages).toEqual([
      { role: 'user', content: [text('Name the parser.')] },
      { role: 'assistant', content: [text('Let us call it Oak.')] },
      { role: 'user', content: [text('The user tried shorter names: Elm.')] },
      { role: 'user', content: [text('Trees are taken.')] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1_fc_1', name: 'read', input: { path: 'names.txt' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call_1_fc_1', content: [text('granite')] }],
      },
      { role: 'assistant', content: [text('Granite.')] },
    ])
    expect(transcript.sidechains).toEqual([
      {
        name: 'branch dd44',
        messages: [
          { role: 'user', content: [text('Shorter.')] },
          { role: 'assistant', content: [text('Elm.')] },
        ],
        origins: [
          { line: 4, id: 'cc33', timestamp: '2025-12-09T00:03:00.000Z' },
          { line: 5, id: 'dd44', timestamp: '2025-12-09T00:04:00.000Z' },
        ],
      },
    ])
    expect(transcript.problems).toEqual([])
    expect(rejections(transcript)).toEqual([])
  })
})

interface PiEntry {
  readonly type: string
  readonly message?: {
    readonly role: string
    readonly stopReason?: string
    readonly toolCallId?: string
    readonly content?: readonly {
      readonly type: string
      readonly id: string
      readonly text?: string
      readonly thinking?: string
    }[]
  }
}

describe.skipIf(noCorpus)('Pi in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, with the counts of its manifest', async () => {
    for (const { messages, toolCalls, compactions, transcript, records } of await readCorpus('pi')) {
      const logged = (records as unknown as readonly PiEntry[]).flatMap(entry => entry.message ?? [])
      const answered = new Set(logged.flatMap(message => message.toolCallId ?? []))
      const calls = logged.flatMap(message => message.content?.filter(part => part.type === 'toolCall') ?? [])
      const blocks = (transcript.messages as { content: { type: string }[] }[]).flatMap(each => each.content)
      const count = (type: string) => blocks.filter(block => block.type === type).length

      expect(messages).toBe(logged.length)
      expect(toolCalls).toBe(calls.length)
      expect(compactions).toBe(transcript.events.filter(event => event.type === 'compaction').length)
      // A call without a result was cut off, and no model was shown it again.
      expect(count('tool_use')).toBe(calls.filter(call => answered.has(call.id)).length)
      expect(count('tool_result')).toBe(answered.size)
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })

  it('keeps all that was said: what is missing are answers that never came to a word, and results are joined', async () => {
    for (const { messages, transcript, records } of await readCorpus('pi')) {
      const logged = (records as unknown as readonly PiEntry[]).flatMap(entry => entry.message ?? [])
      const silent = logged.filter(
        ({ role, stopReason, content = [] }) =>
          role === 'assistant' &&
          stopReason !== 'toolUse' &&
          content.every(part => !(part.text || part.thinking)),
      )
      const joined = logged.filter(
        ({ role }, at) => role === 'toolResult' && logged[at - 1]?.role === 'toolResult',
      )
      expect(transcript.messages.length).toBe(messages - silent.length - joined.length)
    }
  })

  it('keeps every compaction with its summary, right where it happened', async () => {
    const [session] = await readCorpus('pi')
    const events = session?.transcript.events.filter(event => event.type === 'compaction') ?? []
    expect(
      events.map(({ line, at, tokensBefore, summary }) => ({
        line,
        tokensBefore,
        summary: summary?.length,
        follows: session?.transcript.origins[at - 1]?.line,
        precedes: session?.transcript.origins[at]?.line,
      })),
    ).toEqual([
      { line: 360, tokensBefore: 175004, summary: 4291, follows: 359, precedes: 361 },
      { line: 629, tokensBefore: 185014, summary: 3649, follows: 628, precedes: 630 },
    ])
  })
})
