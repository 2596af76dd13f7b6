import type { ModelMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { createAiSdk } from '../../src/formats/ai-sdk.ts'
import { checkAiSdk } from '../../src/formats/ai-sdk-check.ts'
import type { Block } from '../../src/types.ts'
import { call, result, say, text } from './neutral-messages.ts'

describe('createAiSdk', () => {
  it('puts results in a tool message before the words that came with them', () => {
    const created = createAiSdk([
      say('system', text('Be brief.'), text('Be kind.')),
      say('developer', text('In English.')),
      say('user', text('Go.')),
      say('assistant', text('Looking.'), call('a', '{"path":"."}'), call('b', 'free text')),
      say('user', result('a', 'one'), result('a', 'two'), result('b', ''), text('Well?'), text('Quick.')),
    ])
    const expected: ModelMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Be kind.' },
      { role: 'system', content: 'In English.' },
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { path: '.' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'ls', input: { input: 'free text' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'ls',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'one' },
                { type: 'text', text: 'two' },
              ],
            },
          },
          { type: 'tool-result', toolCallId: 'b', toolName: 'ls', output: { type: 'text', value: '' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Well?' },
          { type: 'text', text: 'Quick.' },
        ],
      },
    ]
    expect(created).toEqual(expected)
    expect(checkAiSdk(created)).toEqual([])
  })

  it('says that a result is an error', () => {
    const failed: Block = {
      type: 'toolResult',
      callId: 'a',
      name: 'rm',
      text: 'boom',
      media: 'text',
      isError: true,
    }
    expect(createAiSdk([say('tool', failed)])).toEqual([
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'rm',
            output: { type: 'error-text', value: 'boom' },
          },
        ],
      },
    ])
  })
})
