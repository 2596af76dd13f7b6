import { describe, expect, it } from 'vitest'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

describe('a mini-SWE-agent trajectory', () => {
  it('is its messages without the notes beside them and without the farewell', async () => {
    const transcript = await readFixture('mini-swe-agent.traj.json')
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You have a bash tool.' },
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
          { id: 'call_2', type: 'function', function: { name: 'bash', arguments: '{"command":"pwd"}' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'call_1',
        content: '<returncode>0</returncode>\n<output>\nmain.py\n</output>',
      },
      {
        role: 'tool',
        tool_call_id: 'call_2',
        content: '<returncode>0</returncode>\n<output>\n/testbed\n</output>',
      },
    ])
    expect(transcript.events).toEqual([
      { type: 'usage', line: 1, at: 2, inputTokens: 700, outputTokens: 30, cachedTokens: 512 },
    ])
    expect(transcript).toMatchObject({
      agent: 'mini-swe-agent',
      format: 'openai-chat',
      session: 'repo__repo-2',
      model: 'openai/gpt-5',
      cwd: '/testbed',
      problems: [],
    })
    expect(transcript.origins[2]).toEqual({ line: 1, id: '2', timestamp: '2026-01-01T00:00:00.500Z' })
    expect(rejections(transcript)).toEqual([])
  })

  it('may be a bare list, known by how it reports exit codes', async () => {
    const transcript = await readFixture('mini-swe-agent-bare.traj.json')
    expect(transcript.agent).toBe('mini-swe-agent')
    expect(transcript.messages.map(message => (message as { role: string }).role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  it('may hold whole responses of the Responses API, whose items are the messages', async () => {
    const transcript = await readFixture('mini-swe-agent-responses.traj.json')
    expect(transcript.format).toBe('openai-responses')
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You have a bash tool.' },
      { role: 'user', content: 'Fix it.' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'ZW5j' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'bash',
        arguments: '{"command":"ls"}',
      },
      { type: 'function_call_output', call_id: 'call_1', output: 'main.py' },
    ])
    expect(transcript.events).toMatchObject([{ type: 'usage', at: 2, inputTokens: 500 }])
    expect(rejections(transcript)).toEqual([])
  })
})

describe.skipIf(noCorpus)('mini-SWE-agent in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, one message for each of the log, as the manifest counts', async () => {
    const sessions = await readCorpus('mini-swe-agent')
    expect(sessions.length).toBe(2)
    for (const { messages, transcript, records } of sessions) {
      expect(transcript.messages.length).toBe(messages)
      expect(transcript.messages).toEqual(records[0])
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
