/** Chunks of a file → its JSON records with their lines, streamed: JSONL or whole documents, plain or gzipped. */
import { constants } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FoveaError } from '../errors.ts'
import { isText, toText } from '../tokens/bytes.ts'
import { present } from './log-values.ts'

export type JsonRecord =
  | { readonly ok: true; readonly line: number; readonly value: unknown }
  | {
      readonly ok: false
      readonly line: number
      readonly why: string
      /** The last line, without a newline: a session that is still being written ends so. */
      readonly cut: boolean
    }

/**
 * One record for each non-blank line; or, where the file begins with a line that only opens a JSON value,
 * one record for each document, at the line it starts on.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Uint8Array>,
  file?: string,
): AsyncGenerator<JsonRecord> {
  let documents = true
  let gathered: StreamedLine[] = []
  let follow: (line: string) => DocumentState = followDocument()

  for await (const line of streamedLines(chunks, file)) {
    if (line.text.trim() === '' && line.why === undefined) continue
    if (gathered.length === 0) {
      const record = parseLine(line)
      // One line that is a record makes the file JSONL: from then on, a broken line is only a broken line.
      documents &&= !record.ok
      if (!documents) {
        yield record
        continue
      }
      follow = followDocument()
    }
    gathered.push(line)
    const state = line.why === undefined ? follow(line.text) : 'broken'
    // A document that is cut off within a string leaves a last line that cannot become JSON.
    const isCut = state === 'broken' && !line.ended && gathered.length > 1
    if (state === 'open' || isCut) continue
    const document = state === 'closed' ? parseDocument(gathered) : undefined
    if (document?.ok) yield document
    else yield* gathered.map(parseLine)
    gathered = []
  }

  const [first, ...rest] = gathered
  if (first === undefined) return
  yield { ok: false, line: first.number, why: 'the JSON document that starts here does not end', cut: false }
  yield* rest.map(parseLine)
}

function parseDocument(lines: readonly StreamedLine[]): JsonRecord | undefined {
  const number = lines[0]?.number ?? 1
  const length = lines.reduce((sum, line) => sum + line.text.length + 1, 0)
  if (length > constants.MAX_STRING_LENGTH) return undefined
  return parseLine({ number, text: lines.map(line => line.text).join('\n'), ended: true })
}

function parseLine({ number, text, ended, why }: StreamedLine): JsonRecord {
  const failed = (reason: string): JsonRecord => {
    const cut = !ended && isCutShort(text)
    return { ok: false, line: number, why: cut ? cutShort : reason, cut }
  }
  if (why !== undefined) return failed(why)
  // The check avoids an exception for every line of a file of prose.
  if (!isBracketed(text.trim())) return failed('not a JSON object or list')
  try {
    return { ok: true, line: number, value: JSON.parse(text) }
  } catch (error) {
    // Nesting that exhausts the stack is a RangeError, not a SyntaxError.
    return failed(error instanceof RangeError ? 'nested too deeply to read' : `not JSON: ${String(error)}`)
  }
}

function isBracketed(text: string): boolean {
  return (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'))
}

/** Whether a JSON object or list begins and does not end. */
function isCutShort(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  const { depth, isInString } = endOf(text)
  return depth > 0 || isInString
}

/** The bracket depth at the end of a text, and whether it ends in a string. Linear: reads each character once. */
function endOf(text: string): { readonly depth: number; readonly isInString: boolean } {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  return { depth, isInString }
}

const cutShort = 'the last line is cut short, as in a session that is still being written'

/** `open`: continues below. `closed`: its brackets balance. `broken`: it cannot become JSON. */
type DocumentState = 'open' | 'closed' | 'broken'

/** A function that takes the non-blank lines of one document in order. */
export function followDocument(): (line: string) => DocumentState {
  let depth = 0
  let previous = ''

  return line => {
    const text = line.trim()
    const joined = previous === '' ? /^[[{]/.test(text) : /[[{,:]$/.test(previous) || /^[\]},:]/.test(text)
    previous = text.slice(-1)
    if (!joined) return 'broken'

    const end = endOf(text)
    depth += end.depth
    // A JSON string never spans lines.
    if (end.isInString || depth < 0) return 'broken'
    return depth === 0 ? 'closed' : 'open'
  }
}

/** Chunks of a file → its lines of text, streamed: gzip by its magic bytes, UTF-8 with or without BOM, LF or CRLF. */
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
    `${file ?? 'The input'} is ${what}. A transcript is UTF-8 text (JSON or JSONL), plain or gzipped.`,
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
