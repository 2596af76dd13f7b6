/** Chunks of a file → its lines of text, streamed: gzip by its magic bytes, UTF-8 with or without BOM, LF or CRLF. */
import { constants } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FoveaError } from '../errors.ts'
import { isText, toText } from '../tokens/bytes.ts'
import { present } from './log-values.ts'

export interface StreamedLine {
  /** 1-based. */
  readonly number: number
  readonly text: string
  /** Whether a newline follows. */
  readonly ended: boolean
  /** Why the text of this line could not be read; `text` is empty then. */
  readonly why?: string
}

/** Throws `invalid-transcript` where the chunks are not UTF-8 text, or damaged gzip. */
export async function* streamedLines(
  chunks: AsyncIterable<Uint8Array>,
  file?: string,
): AsyncGenerator<StreamedLine> {
  let number = 1
  let parts: Uint8Array[] = []
  let size = 0

  for await (const chunk of textChunks(chunks, file)) {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end))
      yield lineOf(number, parts, size + end - from, true)
      number += 1
      parts = []
      size = 0
      from = end + 1
    }
    size += chunk.length - from
    if (size > constants.MAX_STRING_LENGTH) parts = []
    else parts.push(chunk.subarray(from))
  }
  if (size > 0) yield lineOf(number, parts, size, false)
}

const newline = 0x0a
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function lineOf(number: number, parts: readonly Uint8Array[], size: number, ended: boolean): StreamedLine {
  if (size > constants.MAX_STRING_LENGTH)
    return { number, text: '', ended: true, why: `longer than ${constants.MAX_STRING_LENGTH} bytes` }
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
  try {
    return { number, text: strictUtf8.decode(bytes), ended }
  } catch {
    if (isText(bytes)) return { number, text: toText(bytes), ended }
    const start = ended ? undefined : withoutCutCharacter(bytes)
    if (start !== undefined) return { number, text: start, ended }
    return { number, text: '', ended, why: 'not UTF-8' }
  }
}

/** The text before a last character with missing bytes. */
function withoutCutCharacter(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

async function* textChunks(chunks: AsyncIterable<Uint8Array>, file?: string): AsyncGenerator<Uint8Array> {
  const source = inflated(chunks, file)
  try {
    const start = await takeStart(source, 3)
    refuseBinary(start, file)
    yield hasPrefix(start, [0xef, 0xbb, 0xbf]) ? start.subarray(3) : start
    yield* source
  } finally {
    await source.return(undefined)
  }
}

function refuseBinary(start: Uint8Array, file?: string): void {
  const utf16 = hasPrefix(start, [0xff, 0xfe]) || hasPrefix(start, [0xfe, 0xff])
  if (!utf16 && !start.includes(0)) return
  const what = utf16 ? 'UTF-16 text' : 'binary data'
  throw new FoveaError(
    'invalid-transcript',
    `${file ?? 'The input'} is ${what}. A transcript is UTF-8 text (JSON, JSONL or Markdown), plain or gzipped.`,
    { place: present({ file }) },
  )
}

async function* inflated(chunks: AsyncIterable<Uint8Array>, file?: string): AsyncGenerator<Uint8Array> {
  const source = rejoin([], chunks)
  try {
    const start = await takeStart(source, 2)
    const whole = rejoin([start], source)
    yield* hasPrefix(start, [0x1f, 0x8b]) ? unzipped(whole, file) : whole
  } finally {
    await source.return(undefined)
  }
}

async function* unzipped(chunks: AsyncIterable<Uint8Array>, file?: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // The callback only handles the error: iterating over `gunzip` throws it.
  pipeline(Readable.from(chunks), gunzip, () => {})
  try {
    yield* gunzip
  } catch (cause) {
    if (!isZlibError(cause)) throw cause
    throw new FoveaError(
      'invalid-transcript',
      `${file ?? 'The input'} is gzipped, but damaged or cut short: ${cause.message}.`,
      { place: present({ file }), cause },
    )
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** At least `size` bytes from the start, if there are as many. */
async function takeStart(source: AsyncGenerator<Uint8Array>, size: number): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array()
  while (start.length < size) {
    const next = await source.next()
    if (next.done) break
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value])
  }
  return start
}

async function* rejoin(
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first
  yield* rest
}

function hasPrefix(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte)
}
