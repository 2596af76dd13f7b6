import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as entry from '../../../src/doors/mcp/index.ts'
import { FoveaError } from '../../../src/errors.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { toBytes } from '../../../src/tokens/bytes.ts'
import { hashBytes } from '../../../src/tokens/hash.ts'
import { longOutput } from '../../session/growing-history.ts'
import { workplace } from '../cli/run-fovea.ts'

async function connected(store: Store): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([entry.createMcpServer({ store }).connect(far), client.connect(near)])
  onTestFinished(() => client.close())
  return client
}

async function textsOf(client: Client, name: string, input: Record<string, unknown>): Promise<string[]> {
  const { content } = await client.callTool({ name, arguments: input })
  return content.map(block => (block.type === 'text' ? block.text : ''))
}

describe('the entry', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual(['createMcpServer', 'listenMcpHttp', 'serveMcpStdio'])
  })
})

describe('a server', () => {
  it('keeps what is too long for one answer, so that it can be read on, and search does not find it twice', async () => {
    const store = memoryStore()
    const client = await connected(store)
    const text = longOutput(9000)
    const [page = '', shown = ''] = await textsOf(client, 'compress', { text, budget: 30_000 })
    expect(page.length).toBeLessThan(41_000)
    const next =
      /\n\[\d+ more characters are not shown\. For them, expand (db_\w+) with from_character (\d+)\.\]$/.exec(
        page,
      )
    const rest = await textsOf(client, 'expand', { handle: next?.[1], from_character: Number(next?.[2]) })
    const whole = await store.get(next?.[1] ?? '')
    expect(`${page.slice(0, next?.index)}\n${rest[0]}`.slice(0, 60_000)).toBe(
      Buffer.from(whole).toString().slice(0, 60_000),
    )
    const hits = await store.search('TS2345')
    expect(hits.map(({ handle }) => handle)).toEqual([/expand (db_\w+)/.exec(shown)?.[1]])
  })

  it('leaves a text that is short enough', async () => {
    const store = memoryStore()
    const client = await connected(store)
    expect(await textsOf(client, 'compress', { text: 'A short text.' })).toEqual([
      'The text has 4 tokens, which is within the budget; use it as it is.',
    ])
    expect(store.stats().originals).toBe(0)
  })

  it('says of a budget that is too small that it is', async () => {
    const client = await connected(memoryStore())
    const [answer] = await textsOf(client, 'compress', { text: longOutput(300), budget: 1 })
    expect(answer).toMatch(/^The text has \d+ tokens, and cannot be shortened to 1; use it as it is\.$/)
  })

  it('takes a budget as every other door does', async () => {
    const client = await connected(memoryStore())
    const text = longOutput(900)
    const [asNumber] = await textsOf(client, 'compress', { text, budget: 1000 })
    expect(await textsOf(client, 'compress', { text, budget: '1k' })).toContain(asNumber)
  })

  it.each([
    ['compress', { text: 'a', bugdet: 100 }, 'There is no option bugdet; did you mean budget?'],
    ['expand', { handle: 'db_000000000000', firstLine: 2 }, /did you mean first_line\?$/],
    ['search', { query: 'a', limt: 1 }, 'There is no option limt; did you mean limit?'],
    [
      'ledger',
      { messages: [], until: 3 },
      /^There is no option until\. Known: file, messages, tokens, before\.$/,
    ],
    ['stats', { sesion: 'a' }, 'There is no option sesion; did you mean session?'],
  ])('%s names an argument that it does not have', async (name, input, message) => {
    const client = await connected(memoryStore())
    const { content, isError } = await client.callTool({ name, arguments: input })
    expect(isError).toBe(true)
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(message) }])
  })

  it('keeps secrets out of the search', async () => {
    const store = memoryStore()
    const client = await connected(store)
    const key = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}`
    await textsOf(client, 'compress', { text: `${longOutput(900)}\nkey: ${key}\n`, budget: 200 })
    expect(await textsOf(client, 'search', { query: key.slice(0, 40) })).toEqual([
      'Nothing found. Try fewer or other words.',
    ])
  })

  it('counts what a text saved', async () => {
    const store = memoryStore()
    const client = await connected(store)
    const [, shown = ''] = await textsOf(client, 'compress', { text: longOutput(500), budget: '10%' })
    const [before = 0, after = 0] = (shown.match(/\d+/g) ?? []).map(Number)
    expect(after).toBeLessThanOrEqual(before / 10)
    expect(store.stats()).toMatchObject({ receipts: 1, originals: 1, tokensSaved: before - after })
  })

  it('reports the savings of one session', async () => {
    const client = await connected(memoryStore())
    const { structuredContent } = await client.callTool({ name: 'stats', arguments: { session: 'none' } })
    expect(structuredContent).toMatchObject({
      session: { id: 'none', compressions: 0, tokensBefore: 0, tokensAfter: 0, tokensSaved: 0 },
    })
  })

  it('gives bytes that are no text as they are, and sends who wants too much to expand', async () => {
    const store = memoryStore()
    const client = await connected(store)
    const keep = (bytes: Uint8Array): string =>
      store.put([{ hash: hashBytes(bytes), bytes }])[0]?.handle ?? ''
    const uri = `fovea://original/${keep(new Uint8Array([0xff, 0xfe, 0x00]))}`
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'application/octet-stream', blob: '//4A' },
    ])
    const large = `fovea://original/${keep(toBytes('a line\n'.repeat(700_000)))}`
    await expect(client.readResource({ uri: large })).rejects.toThrow(/tool expand and its first_line/)
  })

  it.each([
    [
      new FoveaError('store-locked', 'The store is locked.'),
      'The store is locked. Another process is writing; try again in a moment.',
    ],
    [
      new TypeError('x is not a function'),
      'Something unforeseen went wrong. Go on without it, and tell the user.',
    ],
  ])('answers a store that fails with %s', async (error, text) => {
    const failing = new Proxy(memoryStore(), {
      get: () => () => {
        throw error
      },
    })
    const client = await connected(failing)
    const result = await client.callTool({ name: 'stats', arguments: {} })
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] })
  })
})

describe('fovea mcp', () => {
  it('ends when its client has gone, without a word', async () => {
    const { fovea, remove } = workplace()
    onTestFinished(remove)
    expect(await fovea(['mcp'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it('does not listen for others without a token', async () => {
    const { fovea, remove } = workplace()
    onTestFinished(remove)
    const { code, stderr } = await fovea(['mcp', '--http', '0', '--host', '0.0.0.0'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^fovea: Others can reach 0\.0\.0\.0 .* FOVEA_MCP_TOKEN/)
  })

  it('says what is no port', async () => {
    const { fovea, remove } = workplace()
    onTestFinished(remove)
    expect(await fovea(['mcp', '--http', 'x'])).toMatchObject({
      code: 2,
      stderr: 'fovea: --http x is no whole number from 0 to 65535.\n',
    })
  })
})
