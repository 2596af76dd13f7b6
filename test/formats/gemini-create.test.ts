import type { Content } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { createGemini } from '../../src/formats/gemini.ts'
import { checkGemini } from '../../src/formats/gemini-check.ts'
import { call, result, say, text } from './neutral-messages.ts'

describe('createGemini', () => {
  it('gathers the responses of a turn in one content, apart from words', () => {
    const created = createGemini([
      say('system', text('Be brief.')),
      say('user', text('Go.')),
      say('assistant', text('Looking.')),
      say('assistant', call('a', '{"path":"."}'), call('b', 'free text')),
      say('tool', result('a', 'one'), result('a', 'two')),
      say('tool', { type: 'toolResult', callId: 'b', text: 'boom', media: 'text', isError: true }),
      say('user', text('Well?')),
    ])
    const expected: Content[] = [
      { role: 'user', parts: [{ text: 'Be brief.' }, { text: 'Go.' }] },
      {
        role: 'model',
        parts: [
          { text: 'Looking.' },
          { functionCall: { id: 'a', name: 'ls', args: { path: '.' } } },
          { functionCall: { id: 'b', name: 'ls', args: { input: 'free text' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'ls', response: { output: 'one\ntwo' } } },
          { functionResponse: { id: 'b', name: 'ls', response: { error: 'boom' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'Well?' }] },
    ]
    expect(created).toEqual(expected)
    expect(checkGemini(created)).toEqual([])
  })

  it('leaves out what says nothing', () => {
    expect(createGemini([say('user', text('')), say('assistant')])).toEqual([])
  })
})
