import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedSession, serveSession } from '../../../../src/doors/cli/show/serve-session.ts'
import type { PageView, SessionPage } from '../../../../src/tools/show/session-page.ts'
import { readTranscript } from '../../../../src/transcripts/read-transcript.ts'

const example = join(import.meta.dirname, '../../../../examples/session.jsonl')
const lines = readFileSync(example, 'utf8').trimEnd().split('\n')

describe('a session that is served', () => {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-serve-'))
  const file = join(directory, 'session.jsonl')
  let served: ServedSession

  beforeAll(async () => {
    writeFileSync(file, `${lines.slice(0, 30).join('\n')}\n`)
    const page = { name: 'session.jsonl', views: [{ budget: '30%' }] } as const
    served = await serveSession({ file, port: 0, read: () => readTranscript(file), page })
  })
  afterAll(async () => {
    await served?.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const address = (path: string, query = ''): string => served.url.replace('/?', `/${path}?`) + query

  it('is a page with its data, for whoever has its address', async () => {
    const answer = await fetch(served.url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self'")
    expect(await answer.text()).toContain('"served":{"strategies":["')
  })

  it.each(['', 'data.json', 'events', 'view.json'])('hides %j from everybody else', async path => {
    const { origin } = new URL(served.url)
    expect((await fetch(`${origin}/${path}`)).status).toBe(403)
    expect((await fetch(`${origin}/${path}?token=guess`)).status).toBe(403)
    const status = await new Promise(resolve => {
      const headers = { host: 'attacker.example' }
      request(address(path), { headers }, answer => resolve(answer.destroy().statusCode)).end()
    })
    expect(status).toBe(403)
  })

  it('makes any other view', async () => {
    const made = (await (
      await fetch(address('view.json', '&strategy=window&budget=2000'))
    ).json()) as PageView
    expect(made).toMatchObject({ strategy: 'window', title: 'window, 2000 tokens' })
    const wrong = await fetch(address('view.json', '&strategy=magic'))
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toEqual({ error: 'There is no strategy "magic".' })
    expect((await fetch(address('view.json', '&strategy=coverage&budget=-3'))).status).toBe(400)
  })

  it('says when the file has grown, and has what is new', async () => {
    const answer = await fetch(address('events'))
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const before = (await (await fetch(address('data.json'))).json()) as SessionPage
    appendFileSync(file, `${lines.slice(30).join('\n')}\n`)
    const { value } = await reader.read()
    expect(Buffer.from(value ?? []).toString()).toMatch(/^event: session\n/)
    const after = (await (await fetch(address('data.json'))).json()) as SessionPage
    expect(after.messages.length).toBeGreaterThan(before.messages.length)
    expect(after.views[0]?.end).toBe(after.messages.length)
    await reader.cancel()
  })
})
