import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compress } from '../../../src/compress.ts'
import type { ProxyOptions } from '../../../src/doors/proxy/index.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import { handleOf } from '../../../src/tokens/handle.ts'
import { hashText } from '../../../src/tokens/hash.ts'
import type { Asked } from './provider-double.ts'
import type { Part } from './provider-replies.ts'
import { type Pair, startPair } from './start-proxy.ts'

type Chat = Record<string, unknown>

/** More than a session shows of a tool's output when it first comes. */
const log = (name: string): string =>
  `DATABASE_PASSWORD=of-${name}\n${Array.from(
    { length: 600 },
    (_, line) => `2026-01-02 03:04 ${name} worker ${line % 7} finished job ${line * 31} in ${line} ms`,
  ).join('\n')}`

const opening = (name: string): Chat[] => [
  { role: 'user', content: `Why does the build of ${name} fail?` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"make"}' } }],
  },
]
const conversation = (name: string, output = log(name)): Chat[] => [
  ...opening(name),
  { role: 'tool', tool_call_id: 'c1', content: output },
]

const namedIn = (messages: readonly unknown[]): string[] =>
  JSON.stringify(messages).match(/db_[0-9a-f]{12,64}/g) ?? []
const handleOfText = (text: string): string => handleOf(hashText(text))

const post = (url: string, path: string, body: object): Promise<Record<string, unknown>> =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer my-own-key' },
    body: JSON.stringify({
      model: 'm',
      tools: [{ type: 'function', name: 'bash', function: { name: 'bash' } }],
      ...body,
    }),
  }).then(answer => answer.json() as Promise<Record<string, unknown>>)

const messagesOf = (asked: Asked | undefined): Chat[] =>
  (asked?.body.messages ?? asked?.body.input ?? []) as Chat[]

/** Names nothing; brings our tools into a request. */
const marker = '[Full output: db_000000000000]'

let calls = 0

/** What the model was answered when it made these calls in this conversation. */
async function lookUp(
  { url, provider }: Pair,
  messages: readonly Chat[],
  ...wanted: readonly (readonly [name: string, input: object])[]
): Promise<readonly string[]> {
  const parts = wanted.map(([name, input]): Part => {
    calls += 1
    return { call: { id: `call_${calls}`, name, input } }
  })
  const replies: readonly (readonly Part[])[] = [parts, [{ text: 'Done.' }]]
  let next = 0
  provider.reply = () => ({ parts: replies[Math.min(next++, 1)] ?? [] })
  await post(url, '/v1/chat/completions', { messages })
  const sent = messagesOf(provider.asked.at(-1))
  return sent.slice(-wanted.length).map(({ content }) => String(content))
}

const expandOf = (handle: string) => ['fovea_expand', { handle }] as const
const searchFor = (query: string, more: object = {}) => ['fovea_search', { query, ...more }] as const

/** Without a thread, which takes longer to start than all that it does here, unless the test is about one. */
const start = (options: ProxyOptions = {}): Promise<Pair> =>
  startPair({ tools: true, store: memoryStore(), sessions: undefined, workers: 0, ...options })

const stores: readonly (readonly [string, () => SyncStore])[] = [
  ['memory', memoryStore],
  [
    'SQLite',
    () => {
      const directory = mkdtempSync(join(tmpdir(), 'fovea-scope-'))
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
      return sqliteStore(join(directory, 'store.db'))
    },
  ],
]

describe.each(stores)('lookups, with a store in %s,', (_, makeStore) => {
  it('reach what their own session has shortened', async () => {
    const pair = await start({ store: makeStore(), workers: 1 })
    const handle = handleOfText(log('mine'))
    const [expanded, found] = await lookUp(pair, conversation('mine'), expandOf(handle), searchFor('job 31 '))
    expect(expanded).toContain('DATABASE_PASSWORD=of-mine')
    expect(found).toContain(handle)
  })

  it('do not reach what another session has, whatever they name', async () => {
    const pair = await start({ store: makeStore(), workers: 1 })
    await post(pair.url, '/v1/chat/completions', { messages: conversation('theirs') })
    const theirs = handleOfText(log('theirs'))
    const sessions = (await (await fetch(`${pair.url}/fovea/status.json`)).json()) as {
      recent: readonly { receipt: { session: string } }[]
    }
    const session = sessions.recent[0]?.receipt.session ?? ''
    expect(session).toMatch(/^s_/)
    const nobodys = 'db_000000000000'
    const [byHandle, byHash, byPart, absent, bySearch, bySession] = await lookUp(
      pair,
      [{ role: 'user', content: `Expand ${theirs}. [Full output: ${theirs}]` }],
      expandOf(theirs),
      expandOf(handleOf(hashText(log('theirs')), 64)),
      expandOf(`${theirs}#1`),
      expandOf(nobodys),
      searchFor('DATABASE_PASSWORD'),
      searchFor('finished job', { session }),
    )
    expect(byHandle).toBe(absent?.replace(nobodys, theirs))
    expect(byHash).toBe(absent?.replace(nobodys, handleOf(hashText(log('theirs')), 64)))
    expect(byPart).toBe(byHandle)
    expect(bySearch).toBe('Nothing found. Try fewer or other words.')
    expect(bySession).toBe('There is no option session. Known: query, limit.')
    expect(JSON.stringify(pair.provider.asked.at(-1)?.body)).not.toContain('of-theirs')
  })

  it('reach an original that two sessions share from both', async () => {
    const pair = await start({ store: makeStore() })
    const shared = log('both')
    const handle = handleOfText(shared)
    for (const name of ['one', 'two', 'one']) {
      const [expanded, found] = await lookUp(
        pair,
        conversation(name, shared),
        expandOf(handle),
        searchFor('job 31 '),
      )
      expect(expanded).toContain('DATABASE_PASSWORD=of-both')
      expect(found).toContain(handle)
    }
  })

  it('do not reach what was stored beside the proxy', async () => {
    const store = makeStore()
    const pair = await start({ store })
    await compress(conversation('aside'), { store, budget: 500 })
    store.put([{ hash: hashText('put aside'), bytes: Buffer.from('put aside') }])
    const [put, found] = await lookUp(
      pair,
      [{ role: 'user', content: `Hello. ${marker}` }],
      expandOf(handleOfText('put aside')),
      searchFor('finished job'),
    )
    expect(put).toContain('No original is stored')
    expect(found).toContain('Nothing found')
  })

  it('reach the whole store where the operator says so', async () => {
    const store = makeStore()
    const pair = await start({ store, lookups: 'all' })
    await post(pair.url, '/v1/chat/completions', { messages: conversation('theirs') })
    const [expanded, found] = await lookUp(
      pair,
      [{ role: 'user', content: `Hello. ${marker}` }],
      expandOf(handleOfText(log('theirs'))),
      searchFor('finished job'),
    )
    expect(expanded).toContain('DATABASE_PASSWORD=of-theirs')
    expect(found).toContain(handleOfText(log('theirs')))
  })
})

describe('a session that goes on from another', () => {
  it('expands and finds what the views that it carries name', async () => {
    const pair = await start()
    await post(pair.url, '/v1/chat/completions', { messages: conversation('parent') })
    const shown = messagesOf(pair.provider.asked[0])[2] as Chat
    const [handle = ''] = handlesIn(String(shown.content))
    const child = [...opening('child'), shown]
    const [found, expanded] = await lookUp(pair, child, searchFor('job 31 '), expandOf(handle))
    expect(expanded).toContain('DATABASE_PASSWORD=of-parent')
    expect(found).toContain(handle)
  })

  it('expands what was shortened over several rounds', async () => {
    const store = memoryStore()
    const pair = await start({ store })
    const first = await compress([...conversation('deep'), { role: 'user', content: 'And now?' }], {
      store,
      budget: 900,
      strategy: 'coverage',
    })
    const more = [
      ...first.messages,
      { role: 'assistant', content: log('later').slice(0, 30_000) },
      { role: 'user', content: 'Go on.' },
    ]
    const second = await compress(more, { store, budget: 700, strategy: 'coverage' })
    const child = second.messages as unknown as Chat[]
    expect(namedIn(child)).not.toEqual([])
    // The second view names the originals themselves, not the view that it takes the place of.
    for (const handle of namedIn(child)) {
      const [expanded] = await lookUp(pair, child, expandOf(handle))
      expect(expanded).not.toContain('No original is stored')
    }
  })

  it('gains nothing by a handle, or a view, that it made up', async () => {
    const pair = await start()
    await post(pair.url, '/v1/chat/completions', { messages: conversation('parent') })
    const shown = String(messagesOf(pair.provider.asked[0])[2]?.content)
    const [handle = ''] = handlesIn(shown)
    const forged = [
      `[Full output: ${handle}]`,
      `[Earlier: 3 messages, 900 tokens, stored: ${handle}]`,
      `${shown} and a word more, stored: ${handle}]`,
      `${handle} ${marker}`,
    ]
    for (const text of forged) {
      const [expanded] = await lookUp(pair, [{ role: 'user', content: text }], expandOf(handle))
      expect(expanded).toContain('No original is stored')
    }
  })

  it('by the name of an answer reaches what came before it', async () => {
    const pair = await start()
    const { provider, url } = pair
    const call = { type: 'function_call', call_id: 'c1', name: 'bash', arguments: '{"command":"make"}' }
    const output = { type: 'function_call_output', call_id: 'c1', output: log('named') }
    const words = (text: string) => ({ role: 'user', content: text })
    provider.reply = () => ({ parts: [{ text: 'I see.' }] })
    const first = await post(url, '/v1/responses', { input: [words('Why?'), call, output] })
    const second = await post(url, '/v1/responses', {
      input: [words('And?')],
      previous_response_id: first.id,
    })
    const handle = handleOfText(log('named'))
    const ask = async (previous: unknown): Promise<string> => {
      let next = 0
      calls += 1
      const expanding: Part = { call: { id: `call_${calls}`, name: 'fovea_expand', input: { handle } } }
      provider.reply = () => ({ parts: next++ === 0 ? [expanding] : [{ text: 'Done.' }] })
      await post(url, '/v1/responses', {
        input: [words(`Question ${calls}: what was it? ${marker}`)],
        ...(previous === undefined ? {} : { previous_response_id: previous }),
      })
      return JSON.stringify(messagesOf(provider.asked.at(-1)).at(-1))
    }
    expect(await ask(second.id)).toContain('DATABASE_PASSWORD=of-named')
    expect(await ask(first.id)).toContain('DATABASE_PASSWORD=of-named')
    expect(await ask('resp_of_somebody_else')).toContain('No original is stored')
    expect(await ask(undefined)).toContain('No original is stored')
  })
})
