import { describe, expect, it } from 'vitest'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

describe('tau-bench results', () => {
  it('are a conversation for each task and trial', async () => {
    const transcript = await readFixture('tau-bench.json')
    expect(transcript.messages).toEqual([
      { role: 'system', content: '# Airline policy' },
      { role: 'user', content: 'Hi, cancel my flight.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_x',
            type: 'function',
            function: { name: 'get_user_details', arguments: '{"user_id":"mia"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_x', name: 'get_user_details', content: '{"name": "Mia"}' },
      { role: 'assistant', content: 'Which flight?' },
    ])
    expect(transcript).toMatchObject({
      agent: 'tau-bench',
      format: 'openai-chat',
      session: 'task 0, trial 0',
      problems: [],
    })
    expect(transcript.origins[4]).toEqual({ line: 1, id: '4' })
    expect(transcript.sidechains.map(({ name }) => name)).toEqual(['task 1, trial 0', 'task 1, trial 1'])
    expect(rejections(transcript)).toEqual([])
  })
})

describe('tau-bench examples', () => {
  it('are read back from print; calls whose names were not printed keep their results', async () => {
    const transcript = await readFixture('tau-bench-few-shot.jsonl')
    const unknownCall = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'unknown', arguments: '{}' },
    })
    expect(transcript.messages).toEqual([
      { role: 'user', content: 'Hi, what is my balance?\nIt is urgent.' },
      { role: 'assistant', content: null, tool_calls: [unknownCall('call_2')] },
      { role: 'tool', tool_call_id: 'call_2', content: 'isabella_1' },
      {
        role: 'assistant',
        content: 'Two look-ups: one moment.',
        tool_calls: [unknownCall('call_4'), unknownCall('call_5')],
      },
      { role: 'tool', tool_call_id: 'call_4', content: '{"balance": 60}' },
      { role: 'tool', tool_call_id: 'call_5', content: 'Error: order not found' },
      { role: 'assistant', content: 'It is $60.' },
      { role: 'user', content: 'Thanks. ###STOP###' },
    ])
    expect(transcript.sidechains).toMatchObject([
      { name: 'line 2', messages: [{ content: 'Bye' }, { content: 'Bye: see you.' }] },
    ])
    expect(transcript.session).toBeUndefined()
    expect(rejections(transcript)).toEqual([])
  })
})

describe.skipIf(noCorpus)('tau-bench in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads: the manifest counts messages of results, and lines of examples', async () => {
    for (const { file, messages, transcript, records } of await readCorpus('tau-bench')) {
      const conversations = [transcript, ...transcript.sidechains]
      const spoken = conversations.flatMap(each => each.messages) as { role: string; tool_calls?: object[] }[]
      if (file.includes('few_shot')) {
        const printed = records.map(record => String(record.messages_display)).join('\n')
        expect(conversations.length).toBe(messages)
        expect(spoken.length).toBe(printed.match(/^(user|assistant|tool):/gm)?.length)
      } else expect(spoken.length).toBe(messages)
      const calls = spoken.flatMap(message => message.tool_calls ?? [])
      expect(calls.length).toBe(spoken.filter(message => message.role === 'tool').length)
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
