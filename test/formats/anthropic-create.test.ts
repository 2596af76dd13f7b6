import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { createAnthropic } from '../../src/formats/anthropic.ts'
import { checkAnthropic } from '../../src/formats/anthropic-check.ts'
import { call, result, say, text } from './neutral-messages.ts'

describe('anthropic creates', () => {
  it('one user message of all results of a turn, and system text as the words of the user', () => {
    const created = createAnthropic([
      say('system', text('Be brief.')),
      say('developer', text('In English.')),
      say('user', text('Go.')),
      say('assistant', call('a', '{"path":"."}'), call('b', 'free text')),
      say('tool', result('a', 'one'), result('a', 'two')),
      say('tool', { type: 'toolResult', callId: 'b', text: 'boom', media: 'text', isError: true }),
      say('user', text('Well?')),
    ])
    const expected: Anthropic.MessageParam[] = [
      {
        role: 'user',
        content: ['Be brief.', 'In English.', 'Go.'].map(words => ({ type: 'text', text: words })),
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'ls', input: { path: '.' } },
          { type: 'tool_use', id: 'b', name: 'ls', input: { input: 'free text' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              { type: 'text', text: 'one' },
              { type: 'text', text: 'two' },
            ],
          },
          { type: 'tool_result', tool_use_id: 'b', content: 'boom', is_error: true },
          { type: 'text', text: 'Well?' },
        ],
      },
    ]
    expect(created).toEqual(expected)
    expect(checkAnthropic(created)).toEqual([])
  })

  it('legal identifiers of their own for calls of other formats', () => {
    const turn = [say('assistant', call('fs.read:0', '')), say('tool', result('fs.read:0', 'ok'))]
    const created = createAnthropic([say('user', text('Go.')), ...turn, ...turn])
    expect(checkAnthropic(created)).toEqual([])
    expect(JSON.stringify(created)).toContain('"tool_use_id":"fs_read_0_2"')
  })

  it('no message of blank texts', () => {
    expect(createAnthropic([say('user', text(' \n')), say('assistant', text(''))])).toEqual([])
  })
})
