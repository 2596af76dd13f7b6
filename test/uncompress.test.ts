import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../src/compress.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { hashText } from '../src/tokens/hash.ts'
import { uncompress, uncompressSync } from '../src/uncompress.ts'
import { apart, joinedTwice, replaced } from './view/joined-twice.ts'

const said = (id: string, role: string, content: string) => ({ id, role, content })

describe('the way back', () => {
  it('leads through a view that is shown elsewhere too', () => {
    const text = 'deploy the service '.repeat(200)
    const messages = [
      said('a', 'user', text),
      said('b', 'assistant', text),
      said('c', 'user', text),
      said('d', 'assistant', 'ok'),
      said('e', 'user', 'go'),
    ]
    const first = compressSync(messages, { strategy: 'cap', recencyWindow: 0 })
    const second = compressSync(first.messages, { strategy: 'cap', budget: '1%', minBlockTokens: 1 })
    // One of two equal markers was shortened, the other is unchanged.
    expect(second.receipt.changes.length).toBeGreaterThan(0)
    const back = uncompressSync(second.messages, { ...first.originalsByHash, ...second.originalsByHash })
    expect(back.messages).toEqual(messages)
  })

  it('leads through a summary that was shortened after it was joined to a joined message', () => {
    const known = replaced.map(({ text, original, media }) => {
      return [hashText(text), { handle: `db_${hashText(original).slice(0, 12)}`, text: original, media }]
    })
    expect(uncompressSync([joinedTwice], Object.fromEntries(known)).messages).toEqual(apart)
  })

  it('ends where originals name each other', () => {
    const entry = (text: string) => ({ handle: 'db_000000000000', text, media: 'text' as const })
    const circle = { [hashText('a')]: entry('b'), [hashText('b')]: entry('a') }
    const { messages } = uncompressSync([said('1', 'user', 'a')], circle)
    expect(['a', 'b']).toContain(messages[0]?.content)
  })
})

describe('what compress passes through', () => {
  const shapes: Readonly<Record<string, unknown>> = {
    'an empty list': [],
    'messages of no known shape': [{ foo: 'bar' }, 7],
    'a list of nothing': [null, undefined],
    'messages of two formats': [
      { role: 'user', parts: [{ text: 'Hello' }] },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    ],
    'no list': { messages: [] },
    'a text': 'hello',
    nothing: undefined,
  }
  it.each(Object.entries(shapes))('comes back the same from uncompress: %s', async (_, shape) => {
    const messages = shape as readonly unknown[]
    const { messages: view, originalsByHash, receipt } = await compress(messages, { budget: 10 })
    expect(view).toBe(messages)
    for (const source of [originalsByHash, memoryStore()]) {
      const back = await uncompress(view, source)
      expect(back.messages).toBe(messages)
      expect(back).toMatchObject({ restored: 0, missing: [] })
      expect(back.note?.code).toBe(receipt.notes[0]?.code)
      expect(uncompressSync(view, source)).toEqual(back)
    }
  })

  it('is an error where the caller asks for one', async () => {
    const messages = [{ foo: 'bar' }]
    await expect(uncompress(messages, {}, { strict: true })).rejects.toThrow(/foo|format/)
    expect(() => uncompressSync(messages, {}, { strict: true })).toThrow()
  })
})
