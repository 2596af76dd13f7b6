import { describe, expect, it } from 'vitest'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

const text = (words: string) => ({ type: 'text', text: words })

describe('a Cline session', () => {
  it('is Anthropic messages: files and rows as text, the results of one answer together', async () => {
    const transcript = await readFixture('cline.json')
    expect(transcript.messages).toEqual([
      {
        role: 'user',
        content: [
          text('Move the filter icon.'),
          text(
            '<file_content path="/home/dev/app/sidebar.tsx">\nexport const Sidebar = 1\n\n</file_content>',
          ),
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Read, then list.', signature: 'c2ln' },
          text('I look.'),
          { type: 'tool_use', id: 'toolu_1', name: 'read_files', input: { files: [{ path: 'a.tsx' }] } },
          { type: 'tool_use', id: 'toolu_2', name: 'run_commands', input: { commands: ['ls'] } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: '[{"query":"a.tsx","result":"1 | code","success":true}]',
          },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'command not found', is_error: true },
        ],
      },
      { role: 'user', content: [text('Do not run commands.')] },
      { role: 'user', content: 'Context summary:\n\nThe icon is to move.' },
      { role: 'assistant', content: [text('Done.')] },
    ])
    expect(rejections(transcript)).toEqual([])
    expect(transcript.events).toEqual([
      { type: 'usage', line: 1, at: 1, inputTokens: 34334, outputTokens: 741, cachedTokens: 1000 },
      {
        type: 'compaction',
        line: 1,
        at: 4,
        summary: 'The icon is to move.',
        tokensBefore: 120000,
        timestamp: '2026-07-06T22:28:20.000Z',
      },
    ])
    expect(transcript).toMatchObject({
      agent: 'cline',
      format: 'anthropic',
      session: 'session-5',
      model: 'anthropic/claude-opus-4.8',
      system: 'You are Cline.',
      problems: [],
    })
    expect(transcript.origins.map(origin => origin.id)).toEqual([
      'msg_1',
      'msg_2',
      'msg_3',
      'msg_4',
      '4',
      'msg_6',
    ])
    expect(transcript.origins[0]?.timestamp).toBe('2026-07-06T22:27:48.634Z')
  })

  it('may be the list of Roo Code, with reasoning of any provider and condensed messages', async () => {
    const transcript = await readFixture('cline-roo.json')
    expect(transcript.messages).toMatchObject([
      {
        role: 'user',
        content: [{ text: '<user_message>\nWhich rate does the cart use?\n</user_message>' }, {}],
      },
      { role: 'assistant', content: [text('Read it first.'), { type: 'tool_use', id: 'call_1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      { role: 'user', content: [{ type: 'text' }] },
      { role: 'assistant', content: [text('19 %.')] },
      { role: 'user', content: [text('The cart uses 19 %.')] },
      { role: 'assistant', content: [text('What next?')] },
    ])
    expect(transcript.events).toEqual([
      {
        type: 'compaction',
        line: 1,
        at: 5,
        summary: 'The cart uses 19 %.',
        timestamp: '2026-06-02T09:00:04.000Z',
      },
    ])
    expect(rejections(transcript)).toEqual([])
    expect(transcript).toMatchObject({ agent: 'cline', problems: [] })
  })

  it('may be the bare list that older versions keep for a task', async () => {
    const transcript = await readFixture('cline-task.json')
    expect(transcript.agent).toBe('cline')
    expect(transcript.messages).toMatchObject([
      { role: 'user', content: [{ text: '<task>\nAdd a licence\n</task>' }, {}] },
      { role: 'assistant', content: [{ text: '<write_to_file>\n<path>LICENSE</path>\n</write_to_file>' }] },
      { role: 'user', content: [{ type: 'text' }, { type: 'image', source: { data: 'aW1n' } }] },
    ])
    expect(transcript.origins[1]).toEqual({ line: 1, id: '1', timestamp: '2024-03-09T16:00:01.000Z' })
    expect(rejections(transcript)).toEqual([])
  })
})

describe.skipIf(noCorpus)('Cline in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, with the counts of its manifest', async () => {
    for (const { messages, toolCalls, compactions, transcript } of await readCorpus('cline')) {
      const blocks = (transcript.messages as { content: { type: string }[] }[]).flatMap(each => each.content)
      expect(transcript.messages.length).toBe(messages)
      expect(blocks.filter(block => block.type === 'tool_use').length).toBe(toolCalls)
      expect(blocks.filter(block => block.type === 'tool_result').length).toBe(toolCalls)
      expect(transcript.events.filter(event => event.type === 'compaction').length).toBe(compactions)
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
