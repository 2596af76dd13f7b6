import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonRecords, type LogRecord } from '../../src/transcripts/json-records.ts'
import { streamedLines } from '../../src/transcripts/streamed-lines.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function recordsOf(source: string | Uint8Array, chunkSize = 1 << 16): Promise<LogRecord[]> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  return Array.fromAsync(jsonRecords(streamedLines(inChunks(bytes, chunkSize))))
}

const ok = (line: number, value: unknown): LogRecord => ({ ok: true, line, value })

describe('jsonRecords', () => {
  it('gives the same records for any line ends, blank lines, mark, compression and chunks', async () => {
    const layout = fc.record({
      values: fc.array(fc.object({ maxDepth: 2 }), { minLength: 1, maxLength: 6 }),
      newline: fc.constantFrom('\n', '\r\n', '\n\n', '\r\n \r\n'),
      last: fc.boolean(),
      mark: fc.boolean(),
      zipped: fc.boolean(),
      chunk: fc.integer({ min: 1, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(layout, async ({ values, newline, last, mark, zipped, chunk }) => {
        const texts = values.map(value => JSON.stringify(value))
        const text = (mark ? '\uFEFF' : '') + texts.join(newline) + (last ? newline : '')
        const step = newline.split('\n').length - 1
        const expected = texts.map((json, index) => ok(1 + index * step, JSON.parse(json)))
        expect(await recordsOf(zipped ? gzipSync(text) : Buffer.from(text), chunk)).toEqual(expected)
      }),
    )
  })

  it('gives a pretty-printed document as one record at the line it starts on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.object({ maxDepth: 2 }), { minLength: 1, maxLength: 6 }), async values => {
        const text = `\n\n${JSON.stringify(values, null, 2)}\n`
        expect(await recordsOf(text)).toEqual([ok(3, JSON.parse(text))])
      }),
    )
  })

  it('gives documents one after the other, as `jq .` prints them', async () => {
    expect(await recordsOf('{\n  "a": 1\n}\n{\n  "b": [\n    2\n  ]\n}\n')).toEqual([
      ok(1, { a: 1 }),
      ok(4, { b: [2] }),
    ])
  })

  it('skips a malformed line with its number, also where it is the first', async () => {
    const records = await recordsOf('{"a":\n{"b":2}\n{"c":3\n{"d":4}\n')
    expect(records.map(record => [record.line, record.ok])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
    ])
  })

  it('takes a last line that does not parse and has no newline for one still being written', async () => {
    expect((await recordsOf('{"a":1}\n{"b":"tw')).at(-1)).toEqual({
      ok: false,
      line: 2,
      why: 'the last line is cut short, as in a session that is still being written',
      cut: true,
    })
    expect((await recordsOf('{"a":1}\n{"b":"tw\n')).at(-1)).toMatchObject({ ok: false, line: 2, cut: false })
  })

  it('takes a last line that ends inside a character for one still being written', async () => {
    const bytes = Buffer.from('{"a":1}\n{"b":"né"}').subarray(0, -3)
    expect((await recordsOf(bytes)).at(-1)).toMatchObject({ ok: false, line: 2, cut: true })
  })

  it.each([
    ['is no JSON', '[{"a":1},]', 'not JSON'],
    ['is no record', 'null', 'not a JSON object or list'],
    ['is no UTF-8', Buffer.from('{"a":"caf\xe9"}', 'latin1'), 'not UTF-8'],
  ])('takes a last line that %s for what it is, with or without a newline', async (_, line, why) => {
    for (const end of ['', '\n']) {
      const [record] = await recordsOf(Buffer.concat([Buffer.from(line), Buffer.from(end)]))
      expect(record).toMatchObject({ ok: false, line: 1, why: expect.stringContaining(why), cut: false })
    }
  })

  it('says that a document does not end', async () => {
    expect((await recordsOf('{\n  "a": [\n    1,\n'))[0]).toMatchObject({
      ok: false,
      line: 1,
      why: 'the JSON document that starts here does not end',
    })
  })

  it('keeps own __proto__ keys', async () => {
    const [record] = await recordsOf('{"__proto__":{"a":1}}\n')
    expect(record?.ok && JSON.stringify(record.value)).toBe('{"__proto__":{"a":1}}')
  })

  it('reads a line of 20 MB', async () => {
    const text = 'x'.repeat(20_000_000)
    const [record] = await recordsOf(`${JSON.stringify({ text })}\n`)
    expect(record?.ok && (record.value as { text: string }).text === text).toBe(true)
  })

  it('survives nesting of any depth, on one line and over many', async () => {
    const depth = 50_000
    const [flat] = await recordsOf(`${'['.repeat(depth)}${']'.repeat(depth)}\n{"a":1}\n`)
    expect(flat?.line).toBe(1)
    const [pretty] = await recordsOf(`${'[\n'.repeat(depth)}${']\n'.repeat(depth)}`)
    expect(pretty?.line).toBe(1)
  })

  it('is linear where a document is announced again and again and never ends', async () => {
    const lines = 20_000
    const records = await recordsOf('{\n'.repeat(lines))
    expect(records).toHaveLength(lines)
    expect(records.every(record => !record.ok)).toBe(true)
  })
})
