import { describe, expect, it, vi } from 'vitest'
import { knownRequest } from '../../src/session/live-request.ts'

describe('the format of a request', () => {
  it('is found once, and again where the request has grown or its messages are others', () => {
    const read = vi.fn(() => 'user')
    const message = Object.defineProperty({ content: 'Hello.' }, 'role', { get: read, enumerable: true })
    const messages: object[] = [message]
    const request = { model: 'gpt-5', messages }
    expect(knownRequest(request, undefined).format.name).toBe('openai-chat')
    const looks = read.mock.calls.length
    expect(looks).toBeGreaterThan(0)
    knownRequest(request, undefined)
    expect(read.mock.calls.length).toBe(looks)
    messages.push({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] })
    expect(knownRequest(request, undefined).format.name).toBe('anthropic')
    request.messages = [{ role: 'user', content: 'Hi.' }]
    expect(knownRequest(request, 'openai-chat').messages).toBe(request.messages)
  })
})
