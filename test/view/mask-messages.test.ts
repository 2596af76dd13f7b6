import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/types.ts'
import { maskMessages } from '../../src/view/mask-messages.ts'

const said = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', media: 'text', text }] })

describe('messages with masked secrets', () => {
  it('are the same list where there is no secret', () => {
    const messages = [said('one'), said('two')]
    expect(maskMessages(messages)).toBe(messages)
  })

  it('are the same messages beside one with a secret', () => {
    const key = `AKIA${'Q3EGRWXT5YNLPV2B'}`
    const messages = [said('one'), said(`aws_access_key_id = ${key}`)]
    const [first, second] = maskMessages(messages)
    expect(first).toBe(messages[0])
    expect(JSON.stringify(second)).not.toContain(key)
  })
})
