/** What a source does not have is named, never passed over. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import { expand } from '../src/expand.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { observeSession } from '../src/tools/observe/index.ts'
import { safeCompress } from '../src/tools/partition/index.ts'
import { uncompress, uncompressSync } from '../src/uncompress.ts'
import { chat } from './strategies/view-of.ts'
import { workSession } from './strategies/work-session.ts'

const session = chat.create(workSession(12))

describe('uncompress', () => {
  it.each(['coverage', 'anchored', 'window', 'cap', 'partition'] as const)(
    'names every original of a view that the source lacks: %s',
    async strategy => {
      const store = memoryStore()
      const { messages, receipt } = compressSync(session, { strategy, store, strict: true, budget: '30%' })
      expect(receipt.changes.length).toBeGreaterThan(0)
      for (const source of [{}, memoryStore()]) {
        const { missing, restored } = uncompressSync(messages, source)
        expect(restored).toBe(0)
        const places = new Set(missing.map(({ message }) => message))
        expect(places.size).toBeGreaterThan(0)
        expect(missing.every(({ code, name }) => code === 'not-found' && name !== undefined)).toBe(true)
        for (const { handle } of receipt.changes) expect(missing.map(({ name }) => name)).toContain(handle)
        expect(await uncompress(messages, source)).toMatchObject({ missing })
      }
      expect(uncompressSync(messages, store)).toMatchObject({ missing: [], messages: session })
    },
  )

  it('names a summary that has no handle by its first words', () => {
    const prose = 'The parser reads a line and keeps what it holds for later use. '.repeat(30)
    const said = (role: string, content: string) => ({ role, content })
    const talk = Array.from({ length: 4 }, () => [said('user', 'Go on.'), said('assistant', 'I do.')]).flat()
    const messages = [said('user', 'Report.'), said('assistant', prose), ...talk]
    const view = compressSync(messages, { strategy: 'rules', store: memoryStore(), strict: true })
    expect(view.receipt.changes).toHaveLength(1)
    const { missing } = uncompressSync(view.messages, {})
    expect(missing).toMatchObject([{ message: 1, code: 'not-found' }])
    expect(missing[0]?.name).toMatch(/^\[summary: The parser/)
  })

  it.each(['coverage', 'anchored', 'window'] as const)(
    'names what a text replaced that was edited since: %s',
    strategy => {
      const { messages, receipt, originalsByHash } = compressSync(session, {
        strategy,
        budget: '30%',
        strict: true,
      })
      const edited = messages.map(message =>
        JSON.stringify(message).includes('stored: db_')
          ? { role: 'user', content: `${(message as { content: string }).content} Edited.` }
          : message,
      )
      const handle = receipt.changes.find(({ merged }) => merged !== undefined)?.handle as string
      expect(uncompressSync(edited, originalsByHash).missing).toEqual([
        { message: expect.any(Number), code: 'view-changed', name: handle, why: expect.any(String) },
      ])
    },
  )

  it('misses nothing where a text quotes a view whose original is there', () => {
    const { messages, originalsByHash } = compressSync(session, { strategy: 'window', budget: '30%' })
    const texts = messages.map(message => (message as { content: string }).content)
    const view = texts.find(text => text.includes('stored: db_'))?.replace(/^[^[]*/, '') ?? ''
    expect(view).toMatch(/^\[/)
    const quoting = [
      { role: 'user', content: `What is this?\n${view}` },
      { role: 'assistant', content: `${view} …` },
      { role: 'tool', content: `${view} …` },
    ]
    expect(uncompressSync(quoting, originalsByHash)).toMatchObject({ restored: 0, missing: [] })
  })

  it('does not ask for names that only an original quotes', () => {
    const quoting = [
      {
        role: 'user',
        content: `${'A long story. '.repeat(300)}[left out: lines 1-2, stored: db_0123456789ab]`,
      },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Go on.' },
    ]
    const store = memoryStore()
    const { messages } = compressSync(quoting, { strategy: 'window', budget: 60, store, strict: true })
    expect(uncompressSync(messages, store)).toMatchObject({ missing: [], messages: quoting })
  })
})

describe('what JSON cannot say', () => {
  const output = Array.from({ length: 400 }, (_, line) => `src/file${line}.ts:${line} took ${line} ms`).join(
    '\n',
  )
  const history = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What does this show?' },
        { type: 'image', image: new Uint8Array([1, 2, 3]) },
        { type: 'image', image: new URL('https://example.org/a.png') },
        { type: 'file', data: Buffer.from('a file'), mediaType: 'text/plain' },
      ],
      createdAt: new Date(1_700_000_000_000),
    },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'sh', input: { command: 'ls' } }],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'sh', output: { type: 'text', value: output } },
      ],
    },
    { role: 'assistant', content: 'A list of files.' },
    { role: 'user', content: 'And now?' },
  ]

  it.each(['coverage', 'anchored', 'regenerative', 'window', 'opaque'] as const)(
    'comes back with the messages that a text replaces: %s',
    async strategy => {
      const store = memoryStore()
      const view = compressSync(history, { strategy, store, strict: true, budget: 500, recencyWindow: 1 })
      expect(view.messages).not.toContain(history[0])
      expect(uncompressSync(view.messages, store).messages).toStrictEqual(history)
      const handle = view.receipt.changes.find(({ message }) => message === 0)?.handle
      expect((await expand(handle as string, store, { as: 'messages' }))[0]).toStrictEqual(history[0])
    },
  )

  it('comes back with the messages behind an observation', async () => {
    const store = memoryStore()
    const { observations } = await observeSession(history, { store })
    const handle = observations.find(({ messages }) => messages?.[0] === 0)?.handle
    expect((await expand(handle as string, store, { as: 'messages' }))[0]).toStrictEqual(history[0])
  })
})

describe('safeCompress', () => {
  it('reads back from the store: what was dropped is not recovered', async () => {
    const kept = await safeCompress(session, { store: memoryStore() }, { minInformation: 0, maxKept: 1 })
    expect(kept).toMatchObject({ ok: true, check: { recovery: 1 } })
    const store = { ...memoryStore(), record: () => undefined }
    const dropped = await safeCompress(session, { store }, { minInformation: 0, maxKept: 1 })
    expect(dropped).toMatchObject({ ok: false, reason: 'not-verified', check: { recovery: 0 } })
    const damaged = { ...memoryStore(), get: () => new TextEncoder().encode('something else') }
    expect(await safeCompress(session, { store: damaged }, { minInformation: 0, maxKept: 1 })).toMatchObject({
      ok: false,
      check: { recovery: 0 },
    })
  })
})
