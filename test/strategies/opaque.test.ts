import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import { expand } from '../../src/expand.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { chat, textsOf } from './view-of.ts'
import { rounds, said, workSession } from './work-session.ts'

const raw = chat.create(workSession(12))
const given = { strategy: 'opaque', format: chat.name, strict: true } as const
const lineIn = (view: readonly unknown[]): string =>
  (textsOf(chat, view).find(text => text.startsWith('[M:')) ?? '').split('\n[End of ')[0] ?? ''

describe('the line of state', () => {
  const { messages, receipt, originalsByHash } = compressSync(raw, given)

  it('is one line that says what was asked, bound, changed and decided', () => {
    const line = lineIn(messages)
    expect(line).not.toContain('\n')
    expect(line).toMatch(/^\[M:74\|S:move-login-oauth/)
    expect(line).toMatch(/\|R:must-never-change-files-vendor-legacy/)
    expect(line).toMatch(/\|F:~src\/export\/part-11\.ts,/)
    expect(line).toMatch(/\|D:decided-rename-helper_11/)
    expect(line).toMatch(/, stored: db_[0-9a-f]{12}\]$/)
  })

  it('takes away more than 95 %', () => {
    expect(receipt.keptRatio).toBeLessThan(0.05)
  })

  it('expands to the messages, from the line or from a longer text', async () => {
    const going = raw.slice(1, -1)
    expect(await expand(lineIn(messages), originalsByHash, { as: 'messages' })).toEqual(going)
    const store = memoryStore()
    const wide = await compress(raw, { ...given, budget: '30%', store })
    const text = lineIn(wide.messages)
    expect(text.split('\n').length).toBeGreaterThan(1)
    const expanded = await expand(text, store, { as: 'messages', format: chat.name })
    expect(expanded).toEqual(raw.slice(1, 1 + expanded.length))
    expect(expanded.length).toBeGreaterThan(20)
  })

  it('expands over rounds, to what was said first', async () => {
    const store = memoryStore()
    const one = compressSync(raw, { ...given, store })
    const more = chat.create([...rounds(20, 4), said('user', 'What is left?')])
    const two = compressSync([...one.messages, ...more], { ...given, store })
    const expanded = await expand(lineIn(two.messages), store, { as: 'messages', format: chat.name })
    expect(JSON.stringify(expanded)).toContain('renamed_3')
    expect(lineIn(two.messages)).toContain('R:must-never-change')
  })

  it('leaves a short message alone that no line would shorten, now and later', () => {
    const waiting = [
      ...raw.slice(0, -1),
      ...chat.create([said('user', 'Go on.'), said('assistant', 'Done.')]),
    ]
    const once = compressSync(waiting, given)
    expect(once.messages).toContain(waiting.at(-1))
    expect(compressSync(once.messages, given).messages).toBe(once.messages)
  })

  it('is refused where it names nothing, or one text', async () => {
    const asked = (text: string, source = {}) => expand(text, source, { as: 'messages' })
    for (const text of ['', 'not a line of ours'])
      await expect(asked(text)).rejects.toMatchObject({ code: 'invalid-handle' })
    for (const text of ['db_0123456789ab', '[M:3|S:a, stored: db_0123456789ab]'])
      await expect(asked(text)).rejects.toMatchObject({ code: 'not-found' })
    const one = { ab: { handle: 'db_0123456789ab', text: 'one text', media: 'text' } }
    await expect(asked('db_0123456789ab', one)).rejects.toMatchObject({ code: 'invalid-handle' })
    await expect(
      expand('db_0123456789ab', {}, { as: 'messages', formt: 'plain' } as never),
    ).rejects.toMatchObject({ code: 'invalid-option' })
  })
})
