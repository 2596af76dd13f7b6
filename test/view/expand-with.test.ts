import { describe, expect, it } from 'vitest'
import { compress, expand, memoryStore, uncompress } from '../../src/index.ts'

const messages = Array.from({ length: 24 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at + 1}: ${`the cart of order HB-${at} shows tax ${at * 7}. `.repeat(40)}`,
}))

describe.each([
  ['coverage', 'fovea expand'],
  ['coverage', 'fovea_expand'],
  ['anchored', 'fovea expand'],
] as const)('a view of %s for who has "%s"', (strategy, expandWith) => {
  it('says in its first line how a message comes back, and it does', async () => {
    const store = memoryStore()
    const options = { strategy, budget: '20%', expandWith, store, strict: true } as const
    const { messages: view } = await compress(messages, options)
    const text = JSON.stringify(view)
    const [, handle = ''] = new RegExp(`${expandWith} (db_[0-9a-f]{12,64})#n is message n, `).exec(text) ?? []
    expect(handle).not.toBe('')
    expect(String(await expand(`${handle}#3`, store))).toContain('Message 3: ')
    expect((await uncompress(view, store)).messages).toEqual(messages)
    const again = await compress(view, options)
    expect(again.messages).toEqual(view)
    expect((await uncompress(again.messages, store)).messages).toEqual(messages)
  })
})

describe('expandWith', () => {
  it('is refused where it could not be typed', async () => {
    for (const expandWith of ['', 'a]b', 'x\ny', 'w '.repeat(40)])
      await expect(compress(messages, { expandWith, strict: true })).rejects.toThrow('expandWith')
  })
})
