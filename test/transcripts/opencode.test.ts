import { describe, expect, it } from 'vitest'
import { readTranscriptFrom } from '../../src/transcripts/entry.ts'
import { readFixture, rejections } from './agent-fixture.ts'

const text = (words: string) => ({ type: 'text', text: words })
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } }

describe('an export of opencode', () => {
  it('is Anthropic messages: one for each step, files once, no failed answers', async () => {
    const transcript = await readFixture('opencode.json')
    expect(transcript.messages).toEqual([
      {
        role: 'user',
        content: [
          text('Fix the total, see the picture.'),
          text('Called the Read tool with the following input: {"filePath":"/home/dev/shop/cart.ts"}'),
          text(
            '<path>/home/dev/shop/cart.ts</path>\n<type>file</type>\n<content>\n1: export const rate = 0.19\n</content>',
          ),
          picture,
          text('[Attached image/png: a.png]'),
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Read, then test.', signature: 'c2ln' },
          text('I look.'),
          { type: 'tool_use', id: 'toolu_1', name: 'read', input: { filePath: '/home/dev/shop/total.png' } },
          { type: 'tool_use', id: 'toolu_2', name: 'bash', input: { command: 'npm tset' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [text('Image read'), picture] },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'Unknown command: tset', is_error: true },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_3', name: 'bash', input: { command: 'npm test' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_3', content: '2 passed' }] },
      { role: 'user', content: [text('Go on.')] },
      { role: 'assistant', content: [text('All tests pass.')] },
      { role: 'user', content: [text('What did we do so far?')] },
      { role: 'assistant', content: [text('The total uses 19 %.')] },
      { role: 'user', content: [text('The following tool was executed by the user')] },
    ])
    expect(rejections(transcript)).toEqual([])
    expect(transcript).toMatchObject({
      agent: 'opencode',
      format: 'anthropic',
      session: 'ses_3f1c',
      model: 'claude-sonnet-5',
      cwd: '/home/dev/shop',
      problems: [],
    })
    expect(transcript.origins.map(({ id }) => id).join()).toBe(
      'msg_1,msg_2,msg_2,msg_2,msg_2,msg_4,msg_5,msg_6,msg_7,msg_8',
    )
  })

  it('counts cached tokens as input and reasoning as output, and says what a compaction summarized', async () => {
    const { events } = await readFixture('opencode.json')
    expect(events).toEqual([
      { type: 'usage', line: 1, at: 1, inputTokens: 950, outputTokens: 25, cachedTokens: 800 },
      {
        type: 'compaction',
        line: 1,
        at: 8,
        summary: 'The total uses 19 %.',
        timestamp: '2026-06-02T09:00:07.000Z',
      },
    ])
  })

  it('keeps apart what the user undid', async () => {
    const { sidechains } = await readFixture('opencode.json')
    expect(sidechains).toMatchObject([
      {
        name: 'ses_3f1c undone',
        messages: [{ content: [text('Delete the tests.')] }, { content: [text('Deleted.')] }],
      },
    ])
  })

  it('leaves a call open that still runs at its end, and names messages that cannot be read', async () => {
    const state = { status: 'running', input: { command: 'sleep 9' } }
    const messages = [
      { info: { id: 'm1', role: 'user' }, parts: [{ type: 'text', text: 'Wait.' }] },
      { info: { id: 'm2', role: 'robot' }, parts: [] },
      {
        info: { id: 'm3', role: 'assistant' },
        parts: [{ type: 'tool', callID: 'c1', tool: 'bash', state }],
      },
    ]
    const transcript = await readTranscriptFrom(JSON.stringify({ info: { id: 'ses_1' }, messages }))
    expect(transcript.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'sleep 9' } }],
    })
    expect(transcript.problems).toEqual([{ line: 1, why: 'message "m2": its role is "robot"' }])
  })
})
