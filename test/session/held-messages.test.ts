import { describe, expect, it } from 'vitest'
import { heldMessages } from '../../src/session/held-messages.ts'
import type { Message } from '../../src/types.ts'

const said = (role: Message['role'], text: string, id?: string): Message => ({
  role,
  blocks: [{ type: 'text', text, media: 'text' }],
  ...(id === undefined ? {} : { id }),
})
const call = (callId: string): Message => ({
  role: 'assistant',
  blocks: [{ type: 'toolCall', callId, name: 'Bash', text: '{}', media: 'json' }],
})
const answer = (callId: string): Message => ({
  role: 'tool',
  blocks: [{ type: 'toolResult', callId, text: 'done', media: 'text' }],
})

describe('messages that no epoch condenses', () => {
  const messages = [
    said('system', 'Be brief.'),
    said('user', 'Build it.'),
    call('one'),
    answer('one'),
    said('user', 'Test it.'),
    call('two'),
    answer('two'),
    call('three'),
    answer('three'),
  ]

  it('are preserved roles, the last words of the user, and the latest step with its answers', () => {
    expect(heldMessages(messages, 0, {})).toEqual([0, 4, 7, 8])
    expect(heldMessages(messages, 0, { preserve: ['user'] })).toEqual([1, 4, 7, 8])
  })

  it('are pins by number in the whole history or by id, with what belongs to them', () => {
    const later = [...messages.slice(4, 8), said('tool', 'more', 'kept'), answer('three')]
    expect(heldMessages(later, 4, { pins: [6] })).toEqual([4, 5, 6, 7, 8, 9])
    expect(heldMessages([said('user', 'One.', 'kept'), ...messages], 0, { pins: ['kept'] })).toContain(0)
  })
})
