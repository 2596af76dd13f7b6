import { beforeAll, describe, expect, it } from 'vitest'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

const call = (id: string, name: string, input: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

describe('a Copilot CLI session', () => {
  let transcript: Transcript
  beforeAll(async () => {
    transcript = await readFixture('copilot-cli.jsonl')
  })

  it('is what the model was sent: the prompt once, results behind their calls, nothing of hooks and turns', () => {
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You are a terminal assistant.' },
      {
        role: 'user',
        content: '<current_datetime>2026-03-04</current_datetime>\n\nWhy does the cart test fail?',
      },
      {
        role: 'assistant',
        content: 'I look at the test and the code.',
        reasoning_content: 'Both files matter.',
        reasoning_opaque: 'b3BhcXVl',
        tool_calls: [
          call('call-1', 'view', { path: '/home/dev/shop/cart.test.ts' }),
          call('call-2', 'view', { path: '/home/dev/shop/cart.ts' }),
        ],
      },
      { role: 'tool', tool_call_id: 'call-2', content: '1. export const total = 0' },
      { role: 'tool', tool_call_id: 'call-1', content: 'Path does not exist' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('call-3', 'task', { agent_type: 'explore', prompt: 'Find the cart test' })],
      },
      { role: 'tool', tool_call_id: 'call-3', content: 'It is ./test/cart.test.ts.' },
      { role: 'assistant', content: 'The path was wrong.' },
      { role: 'user', content: 'Run it.' },
      { role: 'assistant', content: null, tool_calls: [call('call-6', 'bash', { command: 'npm test' })] },
    ])
  })

  it('separates the sub-agent', () => {
    expect(transcript.sidechains).toMatchObject([
      {
        name: 'agent-1',
        messages: [
          { role: 'user', content: 'Find the cart test' },
          { role: 'assistant', tool_calls: [{ id: 'call-4' }] },
          { role: 'tool', tool_call_id: 'call-4' },
          { role: 'assistant', content: 'It is ./test/cart.test.ts.' },
        ],
        origins: [{ line: 16 }, { line: 17 }, { line: 18 }, { line: 19 }],
      },
    ])
  })

  it('keeps the compaction with its summary and its place', () => {
    expect(transcript.events).toEqual([
      {
        type: 'compaction',
        line: 22,
        at: 7,
        summary: 'The cart test lives in ./test.',
        tokensBefore: 90000,
        timestamp: '2026-03-04T10:00:22.000Z',
      },
    ])
  })

  it('knows where everything came from', () => {
    expect(transcript).toMatchObject({
      agent: 'copilot-cli',
      format: 'openai-chat',
      session: 'session-7',
      model: 'claude-sonnet-4.5',
      cwd: '/home/dev/shop',
      problems: [],
    })
    expect(transcript.origins.map(origin => origin.line)).toEqual([3, 4, 6, 10, 12, 14, 20, 25, 27, 28])
    expect(transcript.origins[2]).toEqual({
      line: 6,
      timestamp: '2026-03-04T10:00:06.000Z',
      cwd: '/home/dev/shop',
      id: 'event-6',
    })
  })

  it('is accepted by the provider but for the call that was aborted', () => {
    expect(rejections(transcript)).toMatchObject([{ message: 9, code: 'unpaired-call' }])
  })
})

describe.skipIf(noCorpus)('Copilot CLI in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, with the counts of its manifest', async () => {
    for (const { messages, toolCalls, transcript, records } of await readCorpus('copilot-cli')) {
      const of = (type: string) => records.filter(record => record.type === type).length
      expect(messages).toBe(of('user.message') + of('assistant.message') + of('tool.execution_complete'))
      expect(toolCalls).toBe(of('tool.execution_start'))
      // The manifest leaves out the system prompt, which the log repeats with each message of the user.
      expect(transcript.messages.length).toBe(messages + 1)
      expect(
        transcript.messages.filter(message => (message as { role: string }).role === 'tool').length,
      ).toBe(toolCalls)
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
