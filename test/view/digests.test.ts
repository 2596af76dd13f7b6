import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/strategies/resolve-options.ts'
import { hashBytes } from '../../src/tokens/hash.ts'
import { rememberedCharacters } from '../../src/tokens/remembered.ts'
import { readConversation } from '../../src/view/conversation.ts'
import { digestSpans } from '../../src/view/digests.ts'

const unknown = { views: new Map(), handles: new Map() }

function messagesOf(characters: number): { role: string; content: string }[] {
  return [
    { role: 'user', content: 'word '.repeat(characters / 5) },
    { role: 'assistant', content: 'Done.' },
  ]
}

function originalOf(messages: readonly unknown[]) {
  const conversation = readConversation(messages, resolveOptions({}))
  const [span] = digestSpans(conversation, [{ first: 0, last: 1 }], [1, 1], unknown, true)
  if (span === undefined) throw new Error('There is no span.')
  return span.original
}

describe('the original of a span', () => {
  const lengths = [100, rememberedCharacters + 5]

  it.each(lengths)('is the JSON of its messages under its hash, for %i characters', length => {
    const messages = messagesOf(length)
    const { bytes = new Uint8Array(), hash, text } = originalOf(messages)
    expect(hashBytes(bytes)).toBe(hash)
    expect(text).toBe(JSON.stringify(messages))
  })

  it('stays the same when the messages of a short history change', () => {
    const messages = messagesOf(100)
    const original = originalOf(messages)
    const said = JSON.stringify(messages)
    messages.pop()
    expect(original.text).toBe(said)
  })

  it('is refused when the messages of a long history change before it is written', () => {
    const messages = messagesOf(rememberedCharacters + 5)
    const original = originalOf(messages)
    messages.pop()
    expect(() => original.bytes).toThrow('The messages have changed since the compression began.')
  })
})
