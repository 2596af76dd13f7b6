import { describe, expect, it } from 'vitest'
import { spokenParts } from '../../src/formats/spoken-parts.ts'
import type { Block } from '../../src/types.ts'

const result = (callId: string, text: string): Block => ({
  type: 'toolResult',
  callId,
  name: 'ls',
  text,
  media: 'text',
})

describe('spokenParts', () => {
  it('puts the texts of one answer together, where the first of them is', () => {
    const parts = spokenParts([result('a', 'one'), result('b', ''), result('a', ''), result('a', 'two')])
    expect(parts).toEqual([
      { type: 'toolResult', callId: 'a', name: 'ls', texts: ['one', 'two'], isError: false },
      { type: 'toolResult', callId: 'b', name: 'ls', texts: [], isError: false },
    ])
  })

  it('leaves out empty texts and opaque blocks, and keeps the rest as it is', () => {
    const parts = spokenParts([
      { type: 'opaque', kind: 'image', value: {} },
      { type: 'text', text: '', media: 'text' },
      { type: 'text', text: ' ', media: 'text', path: ['content'] },
      { type: 'toolCall', callId: 'a', name: 'ls', text: '{}', media: 'json', path: ['input'] },
      { type: 'toolResult', callId: 'a', text: 'boom', media: 'text', isError: true },
    ])
    expect(parts).toEqual([
      { type: 'text', text: ' ' },
      { type: 'toolCall', callId: 'a', name: 'ls', text: '{}' },
      { type: 'toolResult', callId: 'a', texts: ['boom'], isError: true },
    ])
  })
})
