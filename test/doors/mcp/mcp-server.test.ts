import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatNamed } from '../../../src/formats/index.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { uncompress } from '../../../src/uncompress.ts'
import { longSession, rule } from '../../coverage-session.ts'
import { longOutput } from '../../session/growing-history.ts'
import {
  type Connection,
  connectHttp,
  connectStdio,
  type HttpProcess,
  startHttpProcess,
} from './connect-client.ts'

const directory = mkdtempSync(join(tmpdir(), 'fovea-mcp-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const output = longOutput(1050)
const messages = formatNamed('anthropic').create(longSession(15))

/** The texts of a tool's answer. */
async function call(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input })
  const texts = result.content.map(block => (block.type === 'text' ? block.text : ''))
  return { texts, isError: result.isError ?? false, data: result.structuredContent, meta: result._meta }
}

describe.each([
  ['current', 'auto'],
  ['earlier', 'legacy'],
] as const)('over standard input, %s protocol', (name, era) => {
  const path = join(directory, `${name}.db`)
  describeTools(path, () => connectStdio(path, era))
})

// One process serves clients of both.
describe('over HTTP', () => {
  const path = join(directory, 'http.db')
  let server: HttpProcess
  beforeAll(async () => {
    server = await startHttpProcess(path)
  })
  afterAll(() => server.end())

  describe.each([
    ['current', 'auto'],
    ['earlier', 'legacy'],
  ] as const)('%s protocol', (_, era) => {
    describeTools(path, async () => {
      const client = await connectHttp(server.url, era)
      return { client, end: () => client.close() }
    })
  })
})

function describeTools(path: string, connect: () => Promise<Pick<Connection, 'client' | 'end'>>): void {
  let connection: Pick<Connection, 'client' | 'end'>
  let client: Client
  let before = 0
  beforeAll(async () => {
    connection = await connect()
    client = connection.client
    const { data } = await call(client, 'stats', {})
    before = (data as { compressions: number }).compressions
  })
  afterAll(() => connection.end())

  it('says to a model what the tools are for and what they touch', async () => {
    const { tools } = await client.listTools()
    expect(
      tools.map(tool => [tool.name, tool.annotations?.readOnlyHint, tool.annotations?.openWorldHint]),
    ).toEqual([
      ['compress', false, false],
      ['expand', true, false],
      ['search', true, false],
      ['ledger', false, false],
      ['stats', true, false],
    ])
    for (const { description } of tools) expect(description).toMatch(/\bUse it\b/)
    expect(tools.every(({ annotations }) => annotations?.destructiveHint !== true)).toBe(true)
    expect(client.getInstructions()).toContain('db_')
  })

  it('compresses a text, and brings it back whole, by lines, by words and as a resource', async () => {
    const { texts, isError } = await call(client, 'compress', {
      text: output,
      budget: 600,
      command: 'npm run build',
    })
    const [short = '', shown = ''] = texts
    expect(isError).toBe(false)
    expect(short).toContain('error TS2345')
    expect(shown).toMatch(/^\d+ → \d+ tokens; expand db_[0-9a-f]{12} for the original\.$/)
    const [handle = ''] = handlesIn(short)

    const wanted = output.split('\n')
    const lines = await call(client, 'expand', { handle, first_line: 10, last_line: 12 })
    expect(lines.texts).toEqual([`${wanted.slice(9, 12).join('\n')}\n`])
    const matching = await call(client, 'expand', { handle, matching: 'ts2345' })
    expect(matching.texts).toEqual([`351: ${wanted[350]}`])
    const found = await call(client, 'search', { query: 'TS2345 assignable' })
    expect(found.texts[0]).toContain(`${handle} line 351: `)

    let whole = ''
    for (let from: number | undefined = 0; from !== undefined; ) {
      const [page = ''] = (await call(client, 'expand', { handle, from_character: from })).texts
      const next = /\n\[\d+ more characters .* with from_character (\d+)\.\]$/.exec(page)
      whole += next === null ? page : page.slice(0, next.index + 1)
      from = next === null ? undefined : Number(next[1])
    }
    expect(whole).toBe(output)

    const { resources } = await client.listResources()
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: `fovea://original/${handle}`, size: output.length }),
    )
    const { contents } = await client.readResource({ uri: `fovea://original/${handle}` })
    expect(contents).toEqual([{ uri: `fovea://original/${handle}`, mimeType: 'text/plain', text: output }])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['fovea://original/{handle}'])
  })

  it('compresses messages into the store that the command line uses', async () => {
    const { texts } = await call(client, 'compress', { messages, budget: '30%' })
    const view = JSON.parse(texts[0] ?? '') as unknown[]
    expect(view.length).toBeLessThan(messages.length)
    expect(texts[1]).toMatch(/^\d+ → \d+ tokens, \d+ changes\./)
    const store = sqliteStore(path)
    try {
      expect((await uncompress(view, store)).messages).toEqual(messages)
    } finally {
      store.close()
    }
    const { texts: stats, data } = await call(client, 'stats', {})
    expect(JSON.parse(stats[0] ?? '')).toEqual(data)
    expect(data).toMatchObject({ compressions: before + 2, purged: 0 })
    expect((data as { tokensSaved: number }).tokensSaved).toBeGreaterThan(1000)
  })

  it('keeps a ledger of messages and of a file, down to the words of an entry', async () => {
    const file = join(directory, 'session.json')
    writeFileSync(file, JSON.stringify(messages))
    const [ofMessages, ofFile] = await Promise.all([
      call(client, 'ledger', { messages, tokens: 800 }),
      call(client, 'ledger', { file, tokens: 800 }),
    ])
    expect(ofMessages.texts[0]).toContain('vendor/legacy')
    expect(ofFile.texts).toEqual(ofMessages.texts)
    const handle = /expand (db_[0-9a-f]+#constraints\.1)/.exec(ofMessages.texts[1] ?? '')?.[1]
    expect((await call(client, 'expand', { handle })).texts[0]).toContain(rule)
  })

  it('says what is wrong, and what to do', async () => {
    const unknown = await call(client, 'expand', { handle: 'db_000000000000' })
    expect(unknown.isError).toBe(true)
    expect(unknown.texts[0]).toMatch(/^No original is stored under db_000000000000\. .*search\.$/)
    expect(unknown.meta?.['fovea/error']).toEqual({ code: 'not-found', handle: 'db_000000000000' })
    expect(await call(client, 'compress', {})).toMatchObject({
      isError: true,
      texts: ['Give text or messages.'],
    })
    expect((await call(client, 'compress', { text: 'a', budget: 'all' })).isError).toBe(true)
    expect((await call(client, 'compress', { messages: [{ role: 'nobody' }] })).isError).toBe(true)
    const missing = await call(client, 'ledger', { file: join(directory, 'missing.jsonl') })
    expect(missing.meta?.['fovea/error']).toMatchObject({ code: 'file-unreadable' })
    for (const uri of ['fovea://original/db_000000000000', 'fovea://original/..%2Fpasswd', 'fovea://other/x'])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 })
  })
}
