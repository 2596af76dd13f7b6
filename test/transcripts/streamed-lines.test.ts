import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { type StreamedLine, streamedLines } from '../../src/transcripts/streamed-lines.ts'

async function linesOf(...chunks: readonly (string | Uint8Array)[]): Promise<StreamedLine[]> {
  const bytes = chunks.map(chunk => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* bytes
  }
  return Array.fromAsync(streamedLines(stream(), 'some.jsonl'))
}

const texts = (lines: readonly StreamedLine[]): string[] => lines.map(line => line.text)

describe('streamedLines', () => {
  it('numbers lines from 1 and says which have no newline yet', async () => {
    expect(await linesOf('one\ntw', 'o\n\nthree')).toEqual([
      { number: 1, text: 'one', ended: true },
      { number: 2, text: 'two', ended: true },
      { number: 3, text: '', ended: true },
      { number: 4, text: 'three', ended: false },
    ])
  })

  it('takes off a byte order mark, also where chunks end inside it', async () => {
    const bytes = Buffer.from('\uFEFFone\n')
    expect(texts(await linesOf(...[...bytes].map(byte => Buffer.from([byte]))))).toEqual(['one'])
  })

  it('reads gzip by its first bytes, one byte at a time and in several members', async () => {
    const zipped = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')])
    expect(texts(await linesOf(...[...zipped].map(byte => Buffer.from([byte]))))).toEqual(['one', 'two'])
  })

  it('joins characters that chunks cut through', async () => {
    const bytes = Buffer.from('né→😀\n')
    expect(texts(await linesOf(...[...bytes].map(byte => Buffer.from([byte]))))).toEqual(['né→😀'])
  })

  it('keeps lone surrogates that are written as WTF-8', async () => {
    expect(texts(await linesOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22, 0x0a])))).toEqual(['"\uD800"'])
  })

  it('reports a line that is not UTF-8 and goes on', async () => {
    const [first, second] = await linesOf(Buffer.from([0xff, 0xc0, 0x0a]), 'fine\n')
    expect(first).toEqual({ number: 1, text: '', ended: true, why: 'not UTF-8' })
    expect(second?.text).toBe('fine')
  })

  it.each([
    ['binary data', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'binary data'],
    ['UTF-16', Buffer.from('\uFEFF{}\n', 'utf16le'), 'UTF-16'],
    ['gzip that is cut short', gzipSync('{"a":1}\n'.repeat(1000)).subarray(0, 20), 'gzipped, but damaged'],
    ['gzip that holds binary data', gzipSync(Buffer.from([1, 0, 2])), 'binary data'],
  ])('refuses %s by name', async (_, bytes, why) => {
    const error = await linesOf(bytes).catch((thrown: unknown) => thrown)
    expect(FoveaError.isInstance(error) && error.code).toBe('invalid-transcript')
    expect(String(error)).toContain('some.jsonl')
    expect(String(error)).toContain(why)
  })
})
