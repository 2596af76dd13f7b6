import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/formats/anthropic.ts'
import { readTranscript, readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { fixture } from './fixture.ts'

type Line = Readonly<Record<string, unknown>>

const read = (lines: readonly Line[]) =>
  readTranscriptFrom(lines.map(line => JSON.stringify(line)).join('\n'))

const user = (content: unknown, more: Line = {}): Line => ({
  type: 'user',
  uuid: randomUUID(),
  message: { role: 'user', content },
  ...more,
})
const assistant = (id: string, content: unknown, more: Line = {}): Line => ({
  type: 'assistant',
  uuid: randomUUID(),
  message: { id, role: 'assistant', model: 'claude-opus-4-6', content },
  ...more,
})
const call = (id: string): Line => ({ type: 'tool_use', id, name: 'Bash', input: {} })
const result = (id: string): Line => ({ type: 'tool_result', tool_use_id: id, content: `answer to ${id}` })
const text = (words: string): Line => ({ type: 'text', text: words })

describe('Claude Code', () => {
  it('reads a session as the API saw it', async () => {
    const transcript = await readTranscript(fixture('claude-code.jsonl'))
    expect(transcript).toMatchObject({
      agent: 'claude-code',
      format: 'anthropic',
      session: '5e55-0001',
      model: 'claude-opus-4-6',
      cwd: '/home/ada/dates',
      sidechains: [],
      problems: [],
    })
    expect(transcript.messages).toEqual([
      { role: 'user', content: 'The parser fails on leap days. Find out why.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look at the parser and its tests.', signature: 'c2ln' },
          { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'src/parse.ts' } },
          { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: 'npm test' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            tool_use_id: 'toolu_1',
            type: 'tool_result',
            content: '1→export const parse = (text: string) => new Date(text)',
          },
          {
            tool_use_id: 'toolu_2',
            type: 'tool_result',
            content: '1 failed: 2024-02-30 is accepted',
            is_error: true,
          },
        ],
      },
      { role: 'assistant', content: [text('`Date` rolls impossible days over.')] },
      { role: 'user', content: [text('Fix it.')] },
    ])
    expect(anthropic.check(transcript.messages)).toEqual([])
  })

  it('says where each message came from', async () => {
    const { origins } = await readTranscript(fixture('claude-code.jsonl'))
    expect(origins.map(origin => origin.line)).toEqual([3, 4, 7, 11, 13])
    expect(origins[4]).toEqual({
      line: 13,
      timestamp: '2026-03-01T09:01:00.000Z',
      cwd: '/home/ada/dates/src',
      id: 'u4',
    })
  })

  it('reports the usage of each API message once, as its last line has it', async () => {
    const { events } = await readTranscript(fixture('claude-code.jsonl'))
    expect(events).toEqual([
      { type: 'usage', line: 4, at: 1, inputTokens: 3004, outputTokens: 87, cachedTokens: 2000 },
      { type: 'usage', line: 11, at: 3, inputTokens: 3156, outputTokens: 12, cachedTokens: 3000 },
    ])
  })

  it('marks compactions and keeps the summary as the message that the model saw', async () => {
    const { events, messages, model } = await readTranscript(fixture('claude-code-compaction.jsonl'))
    expect(events.filter(event => event.type === 'compaction')).toEqual([
      {
        type: 'compaction',
        line: 3,
        at: 2,
        tokensBefore: 155000,
        trigger: 'auto',
        timestamp: '2026-03-02T10:00:00.000Z',
        summary: 'This session is being continued. Summary: the parser is half ported.',
      },
      {
        type: 'compaction',
        line: 6,
        at: 4,
        timestamp: '2026-03-02T11:00:00.000Z',
        summary: 'Summary of an older release, which writes no boundary.',
      },
    ])
    expect(messages).toHaveLength(5)
    expect(messages[2]).toMatchObject({ role: 'user', content: expect.stringContaining('half ported') })
    expect(model).toBe('claude-sonnet-4-5')
  })

  it('separates sidechains, by parent or by the name of the sub-agent', async () => {
    const { messages, sidechains } = await readTranscript(fixture('claude-code-sidechains.jsonl'))
    expect(messages).toHaveLength(3)
    expect(messages[2]).toMatchObject({
      content: [{ tool_use_id: 'toolu_task_2' }, { tool_use_id: 'toolu_task_1' }],
    })
    expect(sidechains.map(chain => [chain.name, chain.origins.map(origin => origin.line)])).toEqual([
      ['sidechain-1', [3, 5]],
      ['sidechain-2', [4, 6]],
      ['a5cbd18', [7, 8, 9]],
    ])
    expect(sidechains[2]?.origins[0]?.cwd).toBe('/home/ada/dates')
    for (const chain of [{ messages }, ...sidechains]) expect(anthropic.check(chain.messages)).toEqual([])
  })

  it('takes the log of a single sub-agent for the conversation itself', async () => {
    const side = { isSidechain: true, agentId: 'b7' }
    const { messages, sidechains, model } = await read([
      user('Count.', side),
      assistant('m1', [text('Seven.')], side),
    ])
    expect(messages).toHaveLength(2)
    expect(sidechains).toEqual([])
    expect(model).toBe('claude-opus-4-6')
  })

  it('keeps what the user typed while the agent worked, once and where the model saw it', async () => {
    const { messages } = await readTranscript(fixture('claude-code-queue.jsonl'))
    expect(messages.map(message => (message as { content: unknown }).content)).toEqual([
      'Start the server.',
      [{ type: 'tool_use', id: 'toolu_31', name: 'Bash', input: { command: 'npm start' } }],
      [{ type: 'tool_result', tool_use_id: 'toolu_31', content: 'listening on 3000' }],
      'Use port 8080.',
      [text('Moving to 8080.')],
      [text('And log to a file.')],
    ])
    expect(anthropic.check(messages)).toEqual([])
  })

  it('brings results on lines of their own into the one message after their calls, words last', async () => {
    const { messages } = await read([
      user('Go.'),
      assistant('m1', [call('c1')]),
      assistant('m1', [call('c2')]),
      user([result('c2'), text('[interrupted]')]),
      user('Something typed in between.'),
      user([result('c1')]),
      assistant('m2', [text('Done.')]),
    ])
    expect(messages[2]).toEqual({
      role: 'user',
      content: [result('c2'), result('c1'), text('[interrupted]')],
    })
    expect(messages[3]).toEqual({ role: 'user', content: 'Something typed in between.' })
    expect(anthropic.check(messages)).toEqual([])
  })

  it('joins an assistant message whose first line is a plain string', async () => {
    const { messages } = await read([
      user('Go.'),
      assistant('m1', 'First.'),
      assistant('m1', [text('Second.')]),
    ])
    expect(messages[1]).toEqual({ role: 'assistant', content: [text('First.'), text('Second.')] })
  })

  it('drops lines that a resumed session repeats', async () => {
    const line = user('Once.')
    expect((await read([line, line])).messages).toHaveLength(1)
  })

  it('keeps both branches of a rewind, in the order of the file', async () => {
    const { messages } = await read([
      user('Paint it blue.', { uuid: 'r1', parentUuid: null }),
      assistant('m1', [text('Blue it is.')], { uuid: 'r2', parentUuid: 'r1' }),
      user('Paint it red.', { uuid: 'r3', parentUuid: null }),
      assistant('m2', [text('Red it is.')], { uuid: 'r4', parentUuid: 'r3' }),
    ])
    expect(messages).toHaveLength(4)
  })

  it('keeps results whose call is before the log began', async () => {
    const { messages, problems } = await read([user([result('lost')]), assistant('m1', [text('Fine.')])])
    expect(messages[0]).toEqual({ role: 'user', content: [result('lost')] })
    expect(problems).toEqual([])
  })

  it('reads stream-json output, sub-agents by the call that started them', async () => {
    const { messages, sidechains, session, cwd } = await read([
      { type: 'system', subtype: 'init', session_id: 's9', cwd: '/srv', tools: [] },
      assistant('m1', [call('c1')], { session_id: 's9', parent_tool_use_id: null }),
      user('Count.', { session_id: 's9', parent_tool_use_id: 'c1' }),
      user([result('c1')], { session_id: 's9', parent_tool_use_id: null }),
      { type: 'result', subtype: 'success', session_id: 's9', result: 'Done.' },
    ])
    expect({ session, cwd, length: messages.length }).toEqual({ session: 's9', cwd: '/srv', length: 2 })
    expect(sidechains.map(chain => chain.name)).toEqual(['c1'])
  })

  it('reports messages of another format among its lines', async () => {
    const { messages, problems } = await read([
      user('one'),
      { role: 'user', content: 'two' },
      { type: 'mode' },
    ])
    expect(messages).toHaveLength(1)
    expect(problems).toEqual([{ line: 2, why: expect.stringContaining('a message of another format') }])
  })

  it('reports lines that claim to be messages and are not', async () => {
    const { problems } = await read([
      user('Hi.'),
      { type: 'user' },
      { type: 'assistant', message: { content: 7 } },
    ])
    expect(problems).toEqual([
      { line: 2, why: 'this user line has no message content' },
      { line: 3, why: 'this assistant line has no message content' },
    ])
  })

  it('gathers a message of very many lines in linear time', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => assistant('m1', [call(`c${index}`)]))
    const { messages } = await read(lines)
    expect(messages).toHaveLength(1)
    expect((messages[0] as { content: unknown[] }).content).toHaveLength(20_000)
  })
})
