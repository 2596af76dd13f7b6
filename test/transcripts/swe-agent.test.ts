import { describe, expect, it } from 'vitest'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

describe('a SWE-agent trajectory', () => {
  it('is the chat that the model saw, demonstration included and sub-agents apart', async () => {
    const transcript = await readFixture('swe-agent.traj')
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You work in a shell.' },
      { role: 'user', content: 'Here is a demonstration: ls, then submit.' },
      { role: 'user', content: 'Fix main.py.\n(Current directory: /repo)\nbash-$' },
      { role: 'assistant', content: 'I list the files.\n```\nls\n```' },
      { role: 'user', content: 'main.py\n(Current directory: /repo)\nbash-$' },
    ])
    expect(transcript.sidechains).toEqual([
      {
        name: 'reviewer',
        messages: [
          { role: 'user', content: 'Review this.' },
          { role: 'assistant', content: 'Fine.' },
        ],
        origins: [
          { line: 1, id: '4' },
          { line: 1, id: '5' },
        ],
      },
    ])
    expect(transcript.origins.map(origin => origin.id)).toEqual(['0', '1', '2', '3', '6'])
    expect(transcript).toMatchObject({ agent: 'swe-agent', cwd: '/repo', problems: [] })
    expect(rejections(transcript)).toEqual([])
  })

  it('pairs tool calls by nearness, for a replayed run repeats identifiers', async () => {
    const transcript = await readFixture('swe-agent-tools.traj')
    const call = (command: string) => ({
      id: 'call_a',
      type: 'function',
      function: { name: 'bash', arguments: JSON.stringify({ command }) },
    })
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You work in a shell.' },
      { role: 'user', content: [{ type: 'text', text: 'Fix main.py.' }] },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [call('ls')],
        thinking_blocks: [{ type: 'thinking', thinking: 'ls first', signature: 'c2ln' }],
      },
      {
        role: 'tool',
        tool_call_id: 'call_a',
        content: [{ type: 'text', text: 'main.py', cache_control: { type: 'ephemeral' } }],
      },
      { role: 'assistant', content: 'Again.', tool_calls: [call('ls -a')] },
      { role: 'tool', tool_call_id: 'call_a', content: '.git main.py' },
    ])
    expect(transcript).toMatchObject({ session: 'repo__repo-1', model: 'gpt-4o', cwd: '/testbed' })
    expect(rejections(transcript)).toEqual([])
  })

  it('without a history is read from its steps', async () => {
    const transcript = await readFixture('swe-agent-steps.traj')
    expect(transcript.messages).toEqual([
      { role: 'system', content: 'You work in a shell.' },
      { role: 'user', content: 'Fix main.py.' },
      { role: 'assistant', content: 'I list.' },
      { role: 'user', content: 'main.py' },
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: '' },
    ])
    expect(transcript.sidechains).toEqual([])
  })
})

describe.skipIf(noCorpus)('SWE-agent in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, one message for each entry of the history, as the manifest counts', async () => {
    const sessions = await readCorpus('swe-agent')
    expect(sessions.length).toBe(22)
    for (const { file, messages, transcript } of sessions) {
      expect(transcript.messages.length, file).toBe(messages)
      expect(transcript.sidechains).toEqual([])
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript), file).toEqual([])
    }
  })
})
