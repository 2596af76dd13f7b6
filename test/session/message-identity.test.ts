import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { identifier, immutableCopy, withoutCacheMarks } from '../../src/session/message-identity.ts'
import { isImmutable } from '../../src/tokens/immutable.ts'

const hashOf = (message: unknown) => identifier().identify([message], formatNamed('ai-sdk')).hashes[0]

describe('the identity of a message', () => {
  const marked = {
    role: 'user',
    cache_control: { type: 'ephemeral' },
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } }, other: { kept: 1 } },
    content: [
      {
        type: 'tool_result',
        cache_control: { type: 'ephemeral' },
        content: [{ type: 'text', text: 'fine', cache_control: { type: 'ephemeral' } }],
      },
      { type: 'tool_use', input: { cache_control: 'an argument' } },
    ],
  }
  const plain = {
    role: 'user',
    providerOptions: { other: { kept: 1 } },
    content: [
      { type: 'tool_result', content: [{ type: 'text', text: 'fine' }] },
      { type: 'tool_use', input: { cache_control: 'an argument' } },
    ],
  }

  it('is what it says, without the marks of a cache', () => {
    expect(withoutCacheMarks(marked)).toEqual(plain)
    expect(withoutCacheMarks(plain)).toEqual(plain)
    expect(hashOf(marked)).toBe(hashOf(plain))
    const other = JSON.parse(JSON.stringify(plain).replace('an argument', 'another'))
    expect(hashOf(other)).not.toBe(hashOf(plain))
  })

  it('is the very message where there is no mark, whatever it speaks of', () => {
    const message = { role: 'user', content: 'What is "cache_control": { "type": "ephemeral" }?' }
    expect(withoutCacheMarks(message)).toBe(message)
  })

  it('knows bytes by what they are', () => {
    const image = (byte: number) => ({
      role: 'user',
      content: [{ type: 'file', data: new Uint8Array(1000).fill(byte) }],
    })
    expect(hashOf(image(1))).toBe(hashOf(image(1)))
    expect(hashOf(image(1))).not.toBe(hashOf(image(2)))
    expect(hashOf({ data: Buffer.from('a') })).not.toBe(hashOf({ data: Buffer.from('b') }))
  })

  it('keeps own keys of any name', () => {
    const hostile = JSON.parse(
      '{"role":"user","cache_control":1,"__proto__":{"a":1},"content":[{"__proto__":2}]}',
    )
    expect(JSON.stringify(withoutCacheMarks(hostile))).toBe(
      '{"role":"user","__proto__":{"a":1},"content":[{"__proto__":2}]}',
    )
  })

  it('is the same whether compared with the request before or seen for the first time', () => {
    const { identify } = identifier()
    const messages = Array.from({ length: 9 }, (_, index) => ({ role: 'user', content: `message ${index}` }))
    identify(messages.slice(0, 5), formatNamed('plain'))
    identify(messages.with(2, { role: 'user', content: 'edited' }), formatNamed('plain'))
    for (const asked of [messages, messages.slice(0, 3)]) {
      const { plainAt: _, ...fresh } = identifier().identify(asked, formatNamed('plain'))
      expect(identify(asked, formatNamed('plain'))).toMatchObject(fresh)
    }
  })

  it('is the same after any other requests, with messages that cannot be compared or written', () => {
    const circular: unknown[] = []
    circular.push(circular)
    const pool: unknown[] = [
      { role: 'user', content: 'one' },
      { role: 'user', content: ['one'] },
      { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
      'three',
      { role: 'user', at: new Date(0) },
      { role: 'user', content: circular },
    ]
    const plain = formatNamed('plain')
    const asked = fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 6 }), { maxLength: 6 })
    fc.assert(
      fc.property(asked, requests => {
        const { identify, sharedLength } = identifier()
        let before: readonly unknown[] = []
        for (const request of requests) {
          const differs = request.findIndex(
            (message, at) => at >= before.length || message !== before[at] || pool.indexOf(message) > 3,
          )
          expect(sharedLength(request)).toBe(differs < 0 ? request.length : differs)
          if (request.includes(pool[5])) {
            expect(() => identify(request, plain)).toThrow()
            continue
          }
          const { hashes, chain } = identifier().identify(request, plain)
          expect(identify(request, plain)).toMatchObject({ hashes, chain })
          before = request
        }
      }),
    )
  })

  it('hands out the same copy while a message says the same, and nobody can change it', () => {
    const { identify } = identifier()
    const format = formatNamed('anthropic')
    const message = () => ({ role: 'user', content: [{ type: 'text', text: 'one' }] })
    const first = message()
    const copy = identify([first], format).plainAt(0)
    expect(copy).toEqual(message())
    expect(identify([message(), message()], format).plainAt(0)).toBe(copy)
    ;(first.content[0] as { text: string }).text = 'two'
    expect(identify([message()], format).plainAt(0)).toEqual(message())
    expect(identify([first], format).plainAt(0)).toEqual(first)
  })

  it('leaves the marks out of the copy, and hands out what it cannot compare', () => {
    const format = formatNamed('ai-sdk')
    expect(identifier().identify([marked], format).plainAt(0)).toEqual(plain)
    const image = { role: 'user', content: [{ type: 'file', data: new Uint8Array(3) }] }
    expect(identifier().identify([image], format).plainAt(0)).toBe(image)
  })

  it('has a copy that no caller can change, where it is plain data', () => {
    const copy = immutableCopy(marked)
    expect(copy).not.toBe(marked)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(marked))
    expect([isImmutable(copy), isImmutable(marked)]).toEqual([true, false])
    const dated = { role: 'user', content: 'Hi.', at: new Date(0) }
    expect(immutableCopy(dated)).toBe(dated)
    expect(isImmutable(dated)).toBe(false)
  })
})
