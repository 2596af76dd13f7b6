import { describe, expect, it } from 'vitest'
import { measure } from '../../src/measure/measure.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'

const messages: readonly Message[] = [
  {
    role: 'user',
    blocks: [{ type: 'text', text: 'The password is in the vault.', media: 'text', path: ['content'] }],
  },
  {
    role: 'assistant',
    blocks: [
      { type: 'opaque', kind: 'image', value: {} },
      { type: 'toolCall', callId: 'c1', name: 'read', text: '{"path":"a.ts"}', media: 'json' },
    ],
  },
  {
    role: 'user',
    blocks: [
      {
        type: 'toolResult',
        callId: 'c1',
        text: 'DB_PASSWORD=hunter2-4711',
        media: 'text',
        path: ['content'],
      },
    ],
  },
]

describe('measure', () => {
  const blocks = measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] })

  it('prints as JSON, with what is looked at only when it is asked for', () => {
    const printed = JSON.parse(JSON.stringify(blocks))
    expect(printed.map((block: { kind: string; secret: boolean }) => [block.kind, block.secret])).toEqual([
      ['prose', false],
      ['media', false],
      ['json', false],
      ['other', true],
    ])
  })

  it('says the same of a copy', () => {
    for (const block of blocks) expect({ ...block }).toEqual(block)
  })

  it('knows who speaks, how long ago and by which tool', () => {
    expect(blocks.map(({ role, age, tool }) => [role, age, tool])).toEqual([
      ['user', 1, undefined],
      ['assistant', 0, undefined],
      ['assistant', 0, 'read'],
      ['tool', 0, 'read'],
    ])
  })
})
