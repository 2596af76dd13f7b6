import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../src/formats/openai-responses.ts'
import { codex } from '../../src/transcripts/codex.ts'
import { readTranscript, readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { expectLinear } from '../measure/expect-linear.ts'
import { fixture } from './fixture.ts'

const typesOf = (messages: readonly unknown[]): unknown[] =>
  messages.map(message => (message as { type: unknown }).type)

describe('Codex', () => {
  it('passes the items of a rollout through, and nothing that Codex never sends', async () => {
    const transcript = await readTranscript(fixture('codex.jsonl'))
    expect(transcript).toMatchObject({
      agent: 'codex',
      format: 'openai-responses',
      session: '01c0-de01',
      model: 'gpt-5.6',
      cwd: '/srv/shop',
      system: 'You are Codex.',
      problems: [],
    })
    expect(typesOf(transcript.messages)).toEqual([
      'message',
      'reasoning',
      'function_call',
      'custom_tool_call',
      'function_call_output',
      'custom_tool_call_output',
      'reasoning',
      'message',
      'message',
    ])
    expect(transcript.messages[2]).toEqual({
      type: 'function_call',
      name: 'exec_command',
      arguments: '{"cmd":"rg -n checkout"}',
      call_id: 'call_1',
    })
  })

  it('says where each item came from, with the directory of its turn', async () => {
    const { origins } = await readTranscript(fixture('codex.jsonl'))
    expect(origins.map(origin => origin.line)).toEqual([4, 7, 8, 9, 10, 11, 17, 18, 22])
    expect(origins[1]).toEqual({
      line: 7,
      timestamp: '2026-04-01T10:00:02.000Z',
      cwd: '/srv/shop',
      id: 'rs_1',
    })
    expect(origins[8]?.cwd).toBe('/srv/shop/api')
  })

  it('places usage before the response it counts, once, and compactions where they happened', async () => {
    const { events } = await readTranscript(fixture('codex.jsonl'))
    expect(events).toEqual([
      { type: 'usage', line: 12, at: 1, inputTokens: 900, outputTokens: 50, cachedTokens: 512 },
      {
        type: 'compaction',
        line: 15,
        at: 6,
        summary: 'Checkout is slow because of N+1 queries.',
        timestamp: '2026-04-01T10:00:05.000Z',
      },
      { type: 'usage', line: 23, at: 8, inputTokens: 400, outputTokens: 20, cachedTokens: 0 },
    ])
  })

  it('keeps turns apart that the user took back', async () => {
    const event = (type: string, fields = {}) => ({ type: 'event_msg', payload: { type, ...fields } })
    const says = (role: string, text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
    })
    const lines = [
      { type: 'session_meta', payload: { id: '01c0-de02' } },
      event('task_started'),
      says('user', '<environment_context>\n</environment_context>'),
      says('user', 'Mend it.'),
      says('assistant', 'Mended.'),
      event('task_started'),
      says('user', 'Delete it.'),
      says('user', 'All of it.'),
      says('assistant', 'Deleted.'),
      event('token_count', { info: { last_token_usage: { input_tokens: 9, output_tokens: 1 } } }),
      event('thread_rolled_back', { num_turns: 1 }),
      event('thread_rolled_back', { num_turns: 0 }),
      event('task_started'),
      says('user', 'Commit it.'),
    ]
    const text = lines.map(line => JSON.stringify(line)).join('\n')
    const { messages, sidechains, events, origins } = await readTranscriptFrom(text)
    const words = (said: readonly unknown[]): string => said.map(item => JSON.stringify(item)).join()
    expect(messages).toHaveLength(4)
    expect(words(messages)).not.toContain('Delete')
    expect(origins.map(({ line }) => line)).toEqual([3, 4, 5, 14])
    expect(events).toEqual([])
    expect(sidechains).toMatchObject([{ name: 'branch 1', messages: [{}, {}, {}] }])
  })

  it('takes turns back in linear time', () => {
    const event = (type: string, fields = {}) => ({ type: 'event_msg', payload: { type, ...fields } })
    const user = { type: 'response_item', payload: { type: 'message', role: 'user', content: [] } }
    const usage = event('token_count', { info: { last_token_usage: { input_tokens: 9, output_tokens: 1 } } })
    expectLinear(
      length => 'x'.repeat(length / 5),
      ({ length: turns }) => {
        const builder = codex.begin()
        for (let turn = 0; turn < turns; turn += 1)
          for (const line of [event('task_started'), user, usage]) builder.add(line, turn)
        for (let turn = 0; turn < turns / 2; turn += 1)
          builder.add(event('thread_rolled_back', { num_turns: 1 }), turn)
        const { messages, events } = builder.finish()
        expect([messages.length, events.length]).toEqual([turns / 2, turns / 2])
      },
    )
  })

  it('reads bare items below an old header, whose instructions a message repeats', async () => {
    const transcript = await readTranscript(fixture('codex-old.jsonl'))
    expect(transcript).toMatchObject({ agent: 'codex', session: '01c0-0ld', problems: [] })
    expect(transcript.system).toBeUndefined()
    expect(typesOf(transcript.messages)).toEqual([
      'message',
      'message',
      'function_call',
      'function_call_output',
      'message',
    ])
    expect(openaiResponses.check(transcript.messages)).toEqual([])
  })

  it('reads the one document of the first releases', async () => {
    const transcript = await readTranscriptFrom(
      JSON.stringify(
        {
          session: { id: 's1', timestamp: '2025-05-01T10:00:00.000Z', instructions: 'Be brief.' },
          items: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
        },
        null,
        2,
      ),
    )
    expect(transcript).toMatchObject({ agent: 'codex', session: 's1', system: 'Be brief.' })
    expect(transcript.messages).toHaveLength(1)
  })

  it('reports what is no line of a rollout', async () => {
    const header = { id: 's1', timestamp: '2025-05-01T10:00:00.000Z', instructions: null }
    const { problems } = await readTranscriptFrom(`${JSON.stringify(header)}\n[7]\n{"a":1}\n`)
    expect(problems).toEqual([
      { line: 2, why: 'a line of a Codex rollout is an object, not a list' },
      { line: 3, why: 'neither an item nor anything else that Codex writes' },
    ])
  })

  it('takes no line of another log for an item', async () => {
    const lines = [
      { type: 'session_meta', payload: { id: '01c0-de03' } },
      { type: 'tool_result', result: 'Done.' },
    ]
    const { messages, problems } = await readTranscriptFrom(
      lines.map(line => JSON.stringify(line)).join('\n'),
    )
    expect(messages).toEqual([])
    expect(problems).toEqual([{ line: 2, why: 'a line of a Codex rollout has a payload' }])
  })
})
