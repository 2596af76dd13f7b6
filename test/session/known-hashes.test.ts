import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { knownHashes } from '../../src/session/live-request.ts'
import { createSession } from '../../src/session/session.ts'
import { hashText } from '../../src/tokens/hash.ts'

describe('knownHashes', () => {
  it('are those of the JSON, whatever was hashed before', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.record({ name: fc.constantFrom('a', 'b') }))
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 3 }), { maxLength: 6 }), lists => {
        const hashOf = knownHashes()
        for (const list of [...lists, ...lists, ...lists.toReversed()])
          expect(hashOf(structuredClone(list))).toBe(hashText(JSON.stringify(list)))
      }),
      { numRuns: 50 },
    )
  })

  it('change with what is changed in its place', () => {
    const hashOf = knownHashes()
    const tools = [{ name: 'read', schema: { type: 'object', required: ['path'] } }]
    const before = hashOf(['model', tools])
    tools[0]?.schema.required.push('line')
    expect(hashOf(['model', tools])).not.toBe(before)
    expect(hashOf(['model', tools])).toBe(hashText(JSON.stringify(['model', tools])))
  })
})

describe('a session', () => {
  it('writes system text and tools as JSON once, while they stay the same', async () => {
    const session = createSession()
    const body = (messages: number, tool: string) => ({
      model: 'a-model',
      max_tokens: 10,
      system: 'You are careful.',
      tools: [{ name: tool, input_schema: { type: 'object' } }],
      messages: Array.from({ length: messages }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${at}.`,
      })),
    })
    await session.step(body(1, 'look_up'))
    const stringify = vi.spyOn(JSON, 'stringify')
    const writings = (tool: string): number =>
      stringify.mock.results.filter(({ value }) => String(value).includes(tool)).length
    const { receipt } = await session.step(body(3, 'look_up'))
    expect(writings('look_up')).toBe(0)
    expect(receipt.tokens.cached).toBeGreaterThan(0)
    const changed = await session.step(body(5, 'look_down'))
    expect(writings('look_down')).toBeGreaterThan(0)
    stringify.mockRestore()
    // All of it comes behind the tools, and is written anew.
    expect(changed.receipt.tokens.cached).toBe(0)
  })
})
