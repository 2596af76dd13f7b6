import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import type { ErrorCode } from '../src/errors.ts'
import { expand } from '../src/expand.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { toBytes } from '../src/tokens/bytes.ts'
import { hashText } from '../src/tokens/hash.ts'

const long = (name: string): string =>
  Array.from({ length: 80 }, (_, at) => `Line ${at} of ${name} speaks of ${name}_${at}.`).join('\n')
const messages = [
  { role: 'user', content: long('wish') },
  { role: 'assistant', content: long('answer') },
  { role: 'user', content: 'Größe?' },
  { role: 'assistant', content: long('more') },
  { role: 'user', content: 'Go on.' },
]

describe.each(['map', 'store'] as const)('expand by %s', by => {
  const store = memoryStore()
  const compressed = compressSync(messages, {
    strategy: 'coverage',
    budget: '15%',
    ...(by === 'store' ? { store } : {}),
  })
  const source = by === 'store' ? store : compressed.originalsByHash
  const handle = compressed.receipt.changes[0]?.handle as string

  it('a digest gives the messages that it replaces', async () => {
    expect(JSON.parse(await expand(handle, source))).toEqual(messages.slice(0, 4))
  })

  it.each([1, 2, 3, 4])('a digest gives its message #%i alone', async number => {
    const text = await expand(`${handle}#${number}`, source)
    expect(text).toBe(`${JSON.stringify(messages[number - 1], undefined, 2)}\n`)
  })

  it('a range cuts the message, not the digest', async () => {
    const whole = await expand(`${handle}#3`, source)
    expect(await expand(`${handle}#3`, source, { lines: [3, 3] })).toBe(`${whole.split('\n')[2]}\n`)
  })

  it.each<[string, ErrorCode, RegExp]>([
    ['#0', 'invalid-handle', /messages 1 to 4/],
    ['#5', 'invalid-handle', /messages 1 to 4/],
    ['#999999999', 'invalid-handle', /messages 1 to 4/],
    ['#9999999999', 'invalid-handle', /Not a handle/],
    ['#', 'invalid-handle', /Not a handle/],
    ['#1#2', 'invalid-handle', /Not a handle/],
    ['#-1', 'invalid-handle', /Not a handle/],
    ['#x', 'invalid-handle', /Not a handle/],
  ])('%s is refused', async (part, code, message) => {
    await expect(expand(`${handle}${part}`, source)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('what is not stored has no messages', async () => {
    await expect(expand('db_000000000000#1', source)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('expand of a single text', () => {
  const capped = compressSync(
    [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: long('answer') }, ...messages.slice(2)],
    {
      strategy: 'cap',
      budget: '30%',
      recencyWindow: 0,
    },
  )

  it('is no list of messages where its entries are none, whatever they look like', async () => {
    const store = memoryStore()
    for (const text of ['[{"fovea:url":"x"}]', '[{"a":1}]']) {
      const [stored] = store.put([{ hash: hashText(text), bytes: toBytes(text) }])
      await expect(expand(stored?.handle ?? '', store, { as: 'messages' })).rejects.toMatchObject({
        code: 'unknown-format',
        message: expect.stringContaining('Cannot read messages[0]'),
      })
    }
  })

  it('has no numbered messages', async () => {
    const handle = capped.receipt.changes[0]?.handle as string
    await expect(expand(`${handle}#1`, capped.originalsByHash)).rejects.toMatchObject({
      code: 'invalid-handle',
      message: expect.stringContaining('one text'),
    })
  })
})
