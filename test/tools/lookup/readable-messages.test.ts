import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../../src/formats/index.ts'
import { readableMessages } from '../../../src/tools/lookup/addressed-lines.ts'
import type { FormatName } from '../../../src/types.ts'

const read = (format: FormatName, messages: readonly unknown[], first = 1): readonly string[] =>
  readableMessages(formatNamed(format).read(messages), first).map(({ line }) => line)

describe('messages written down', () => {
  it('name the tool that answers, and what it was given, line by line', () => {
    const lines = read('openai-chat', [
      {
        role: 'assistant',
        content: 'I write it.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: {
              name: 'write',
              arguments: JSON.stringify({ path: 'a.ts', text: 'one\ntwo', force: true }),
            },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'written\n2 lines' },
    ])
    expect(lines).toEqual([
      '#1 assistant',
      'I write it.',
      '#1 assistant calls write',
      'path: a.ts',
      'text:',
      'one',
      'two',
      'force: true',
      '#2 answer of write',
      'written',
      '2 lines',
    ])
  })

  it('distinguish errors from answers, and name what is not text', () => {
    const lines = read(
      'anthropic',
      [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_9', content: 'no such file', is_error: true },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          ],
        },
      ],
      7,
    )
    expect(lines).toEqual(['#7 error', 'no such file', '#7 user, image, not shown'])
  })

  it('show reasoning that was said aloud, and name what is sealed', () => {
    const lines = read(
      'anthropic',
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'It leaks.\nI mend it.', signature: 'abcd' },
            { type: 'redacted_thinking', data: 'abcd' },
            { type: 'text', text: 'I mend it.' },
          ],
        },
      ],
      7,
    )
    expect(lines).toEqual([
      '#7 assistant, reasoning',
      'It leaks.',
      'I mend it.',
      '#7 assistant, reasoning, not shown',
      '#7 assistant',
      'I mend it.',
    ])
  })

  it('survive arguments that are no JSON', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'run', arguments: '{"a":\ncut' } }
    expect(read('openai-chat', [{ role: 'assistant', content: null, tool_calls: [call] }])).toEqual([
      '#1 assistant calls run',
      '{"a":',
      'cut',
    ])
  })
})
