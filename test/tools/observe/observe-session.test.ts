import { describe, expect, it } from 'vitest'
import { expand } from '../../../src/expand.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { observe, observeByModel, observeSession } from '../../../src/tools/observe/index.ts'
import { readTranscriptFrom } from '../../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../../src/transcripts/transcript.ts'
import { bugfixTurns, rawSession } from './sessions.ts'

const raw = rawSession(bugfixTurns)

/** The same session as Claude Code logs it. */
async function logged(): Promise<Transcript> {
  const lines = raw.map((message, at) => ({
    type: (message as { role: string }).role,
    uuid: `m${at}`,
    parentUuid: at === 0 ? null : `m${at - 1}`,
    sessionId: 'session-1',
    cwd: '/app',
    timestamp: `2026-03-01T10:${10 + at}:00.000Z`,
    message,
  }))
  return readTranscriptFrom(Buffer.from(lines.map(line => JSON.stringify(line)).join('\n')))
}

describe('observe', () => {
  it('reads messages of any provider, and what a log says beside them', async () => {
    const chat = [
      { role: 'user', content: 'Add a cache to /app/src/client.ts.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: {
              name: 'write_file',
              arguments: '{"path":"/app/src/client.ts","content":"const cache = new Map()"}',
            },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    ]
    expect(observe(chat)[0]).toMatchObject({
      type: 'feature',
      files: [{ operation: 'created', path: '/app/src/client.ts' }],
    })
    const transcript = await logged()
    expect(observe(transcript)[0]).toMatchObject({ times: ['2026-03-01T10:10Z', '2026-03-01T10:23Z'] })
    expect(observe(transcript)[0]?.files[0]?.path).toBe('src/login.ts')
    expect(observe(transcript, { root: '/' })[0]?.files[0]?.path).toBe('/app/src/login.ts')
    expect(() => observe('session.jsonl' as never)).toThrow(/a transcript, or a list of messages/)
  })
})

describe('observeSession', () => {
  it('names the stored messages of each observation, which come back to the byte', async () => {
    const store = memoryStore()
    const transcript = await logged()
    const { session, agent, root, observations } = await observeSession(transcript, { store })
    expect({ session, agent, root }).toEqual({ session: 'session-1', agent: 'claude-code', root: '/app' })
    const back = await Promise.all(
      observations.map(async ({ handle = '' }) => JSON.parse(await expand(handle, store)) as unknown[]),
    )
    expect(back.flat()).toEqual(transcript.messages)
    expect(JSON.parse(await expand(`${observations[1]?.handle}#1`, store))).toEqual(transcript.messages[14])
    expect((await observeSession(transcript, { store })).observations).toEqual(observations)
    expect(store.stats().originals).toBe(2)
    expect(store.search('retry', { session: 'session-1' })[0]?.handle).toBe(observations[0]?.handle)
  })

  it('keeps secrets out of what can be searched', async () => {
    const store = memoryStore()
    const token = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'
    const { observations } = await observeSession([{ role: 'user', content: `Push with ${token}` }], {
      store,
    })
    expect(store.search(token)).toEqual([])
    expect(await expand(observations[0]?.handle ?? '', store)).toContain(token)
  })

  it('says what a model wrote', async () => {
    const result = await observeByModel(raw, { writer: () => 'nonsense', root: '/app' })
    expect(result).toMatchObject({ byModel: 0, root: '/app', observations: observe(raw, { root: '/app' }) })
    expect(result.notes).toHaveLength(2)
  })
})
