import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { readTranscript, readTranscriptFrom, transcriptReaders } from '../../src/transcripts/entry.ts'
import { fixture } from './fixture.ts'

const session = fixture('claude-code.jsonl')
const said = (line: string): string =>
  JSON.stringify({ type: 'user', uuid: line, message: { role: 'user', content: line } })

async function failure(reading: Promise<unknown>): Promise<FoveaError> {
  const error = await reading.then(
    () => new Error('it was read'),
    (thrown: unknown) => thrown,
  )
  if (!FoveaError.isInstance(error)) throw error
  return error
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fovea-read-transcript-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('readTranscript', () => {
  it('reads the same from a path, a stream, bytes, text and gzip, whatever the file is called', async () => {
    const expected = await readTranscript(session)
    const bytes = await readFile(session)
    const zipped = join(folder, 'no-ending')
    await writeFile(zipped, gzipSync(bytes))
    expect(expected.messages.length).toBeGreaterThan(0)
    expect(await readTranscript(zipped)).toEqual(expected)
    expect(await readTranscriptFrom(createReadStream(session))).toEqual(expected)
    expect(await readTranscriptFrom(bytes)).toEqual(expected)
    expect(await readTranscriptFrom(`\uFEFF${bytes.toString().replaceAll('\n', '\r\n')}`)).toEqual(expected)
  })

  it('reports how far it is', async () => {
    const seen: { bytes: number; total?: number }[] = []
    await readTranscript(session, { onProgress: progress => seen.push(progress) })
    const { length } = await readFile(session)
    expect(seen.at(-1)).toEqual({ bytes: length, total: length })
  })

  it('skips malformed lines and reports them; strict mode stops at the first', async () => {
    const text = [said('one'), 'oops', said('two'), '[]', said('three'), ''].join('\n')
    const { messages, problems } = await readTranscriptFrom(text)
    expect(messages).toHaveLength(3)
    expect(problems.map(problem => problem.line)).toEqual([2, 4])

    const path = join(folder, 'malformed.jsonl')
    await writeFile(path, text)
    const error = await failure(readTranscript(path, { strict: true }))
    expect(error.code).toBe('invalid-transcript')
    expect(error.place).toEqual({ file: path, line: 2 })
    expect(error.message).toContain('line 2')
  })

  it('takes a last line that is cut short as normal, in strict mode too', async () => {
    const text = `${said('one')}\n${said('two').slice(0, -9)}`
    for (const strict of [false, true]) {
      const { messages, problems } = await readTranscriptFrom(text, { strict })
      expect(messages).toHaveLength(1)
      expect(problems).toEqual([{ line: 2, why: expect.stringContaining('still being written') }])
    }
  })

  it.each([
    ['nothing', '', 'there is nothing in it'],
    ['blank lines', '\n \n\r\n', 'there is nothing in it'],
    ['prose', '# A chat\nwith a model\n', 'none of it is JSON; line 1: not a JSON object or list'],
    ['a document that does not end', '{\n "sessionId": "x",\n', 'line 1: the JSON document that starts here'],
    [
      'a document cut off within a text',
      '[\n {\n  "role": "us',
      'line 1: the JSON document that starts here',
    ],
    ['JSON that no agent writes', '{"name":"fovea","private":true}\n', 'an object with name, private'],
    ['an empty object', '{}\n', 'an object with nothing in it'],
    ['a number', '42\n', 'none of it is JSON; line 1: not a JSON object or list'],
  ])('refuses %s with a reason', async (_, text, why) => {
    const error = await failure(readTranscriptFrom(text))
    expect(error.code).toBe('invalid-transcript')
    expect(error.message).toContain(why)
  })

  it.each([
    ['a file that is not there', 'missing.jsonl'],
    ['a folder', '.', 'it is a directory, not a session file'],
  ])('says that it cannot read %s', async (_, name, why = 'ENOENT') => {
    const path = join(folder, name)
    const error = await failure(readTranscript(path))
    expect(error.message).toContain(why)
    expect(error.code).toBe('file-unreadable')
    expect(error.place).toEqual({ file: path })
  })

  it('names file and line where messages of two formats are mixed', async () => {
    const path = join(folder, 'mixed.jsonl')
    const lines = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'model', parts: [{ text: 'hello' }] },
    ]
    await writeFile(path, lines.map(line => JSON.stringify(line)).join('\n\n'))
    const error = await failure(readTranscript(path))
    expect(error.code).toBe('mixed-formats')
    expect(error.place).toEqual({ file: path, line: 5, message: 2 })
    expect(error.message).toContain(path)
  })
})

describe('the registry', () => {
  it('has one reader for each agent, bare messages last', () => {
    const agents = transcriptReaders.map(reader => reader.agent)
    expect(new Set(agents).size).toBe(agents.length)
    expect(agents.at(-1)).toBe('messages')
  })

  it.each([
    ['claude-code', ['claude-code', 'claude-code-compaction', 'claude-code-sidechains', 'claude-code-queue']],
    ['codex', ['codex', 'codex-old']],
    ['gemini-cli', ['gemini-cli']],
  ])('has no one else who takes sessions of %s for his own', async (agent, names) => {
    for (const name of names) {
      const lines = (await readFile(fixture(`${name}.jsonl`), 'utf8')).trim().split('\n')
      const head = lines.map(line => JSON.parse(line))
      const takers = transcriptReaders.filter(reader => reader.agent !== 'messages' && reader.detect(head))
      expect(takers.map(reader => reader.agent)).toEqual([agent])
    }
  })

  it('never throws on records that make no sense', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { type: null },
      { message: 3 },
      { type: 'user', message: [] },
      { messages: {} },
    ]
    for (const reader of transcriptReaders) {
      expect(() => reader.detect(odd)).not.toThrow()
      const builder = reader.begin()
      for (const [index, record] of odd.entries()) expect(() => builder.add(record, index + 1)).not.toThrow()
    }
  })
})
