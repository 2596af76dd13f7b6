/** A session file of any known agent → one `Transcript`: from a path, a stream, or bytes and text in memory. */
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ErrorPlace, errorAtFile, FoveaError, optionError, unreadableFile } from '../errors.ts'
import { describeValue } from '../formats/raw-value.ts'
import { toBytes } from '../tokens/bytes.ts'
import { transcriptReaders } from './index.ts'
import { cutOff, jsonRecords, type LogRecord } from './json-records.ts'
import { present, recordOf } from './log-values.ts'
import { type StreamedLine, streamedLines } from './streamed-lines.ts'
import type { LineProblem, Transcript, TranscriptBuilder } from './transcript.ts'

export interface ReadTranscriptOptions {
  /** Stop at the first line that cannot be read, instead of reporting and skipping it. @default false */
  readonly strict?: boolean
  /** Refuse pipes and devices, which may never end; `readTranscript` only. @default false */
  readonly regularFile?: boolean
  /** Called as bytes arrive; a stream has no `total`. */
  readonly onProgress?: (progress: ReadProgress) => void
}

export interface ReadProgress {
  readonly bytes: number
  readonly total?: number
}

/** The content of a transcript: text, bytes, or a stream such as standard input. */
export type TranscriptSource = string | Uint8Array | AsyncIterable<Uint8Array>

/** Reads a file. Throws `file-unreadable`, `invalid-transcript`, `unknown-format` or `mixed-formats`. */
export async function readTranscript(path: string, options: ReadTranscriptOptions = {}): Promise<Transcript> {
  if (!(typeof path === 'string' || (path as unknown) instanceof URL))
    throw optionError(`The path is ${describeValue(path)}; it must be that of a session file.`)
  try {
    const info = await stat(path)
    // Files without a size, as in /proc, may block like a device.
    if (info.isDirectory() || (options.regularFile && !(info.isFile() && info.size > 0)))
      throw notRegular(path, info)
    return await readChunks(createReadStream(path), options, {
      file: path,
      ...(info.isFile() ? { total: info.size } : {}),
    })
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw unreadableFile(String(path), cause)
  }
}

function notRegular(file: string, info: Stats): FoveaError {
  const what = info.isDirectory() ? 'a directory' : info.isFile() ? 'empty' : 'a pipe or a device'
  return errorAtFile('file-unreadable', file, `Cannot read ${file}: it is ${what}, not a session file.`)
}

/** Reads content that is already in memory or a stream. Throws as `readTranscript` does. */
export async function readTranscriptFrom(
  source: TranscriptSource,
  options: ReadTranscriptOptions = {},
): Promise<Transcript> {
  const bytes = typeof source === 'string' ? toBytes(source) : source
  if (!(bytes instanceof Uint8Array || typeof bytes?.[Symbol.asyncIterator] === 'function'))
    throw optionError(
      `The transcript is ${describeValue(source)}; it must be text, bytes or a stream of bytes.`,
    )
  if (!(bytes instanceof Uint8Array)) return readChunks(bytes, options, {})
  return readChunks(oneChunk(bytes), options, { total: bytes.length })
}

/** How many records or lines detection reads. */
const headSize = 32

async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  { strict = false, onProgress }: ReadTranscriptOptions,
  { file, total }: { readonly file?: string; readonly total?: number },
): Promise<Transcript> {
  const problems: LineProblem[] = []
  const head: Extract<LogRecord, { ok: true }>[] = []
  const lines = streamedLines(counted(chunks, onProgress, total), file)
  const start = await takeStart(lines)
  const texts = start.map(({ text }) => text.trimEnd())
  const textReader = transcriptReaders.find(reader => reader.reads === 'lines' && reader.detect(texts))
  let builder = textReader?.begin()

  const report = (line: number, why: string): void => {
    if (strict) throw unreadable(`line ${line}: ${why}`, { ...present({ file }), line })
    problems.push({ line, why })
  }
  const add = (to: TranscriptBuilder, value: unknown, line: number): void => {
    const why = to.add(value, line)
    if (why !== undefined) report(line, why)
  }
  const begin = (): TranscriptBuilder => {
    const values = head.map(record => record.value)
    const reader = transcriptReaders.find(each => each.reads !== 'lines' && each.detect(values))
    if (reader === undefined) throw undetected(head, problems, file)
    const begun = reader.begin()
    for (const { value, line } of head.splice(0)) add(begun, value, line)
    return begun
  }

  const records = textReader === undefined ? jsonRecords : textRecords
  for await (const record of records(rejoin(start, lines))) {
    if (record.ok && builder !== undefined) add(builder, record.value, record.line)
    else if (record.ok) builder = head.push(record) < headSize ? undefined : begin()
    // A session that is still being written is complete up to its last newline: not an error.
    else if (record.cut) problems.push({ line: record.line, why: record.why })
    else report(record.line, record.why)
  }
  builder ??= begin()
  try {
    return { ...builder.finish(), problems }
  } catch (cause) {
    if (!FoveaError.isInstance(cause) || file === undefined) throw cause
    const message = `${file}: ${cause.message}`
    throw new FoveaError(cause.code, message, { place: { ...cause.place, file }, cause })
  }
}

/** The first lines; of JSON only the first that is not blank, since its lines may be large. */
async function takeStart(lines: AsyncGenerator<StreamedLine>): Promise<readonly StreamedLine[]> {
  const start: StreamedLine[] = []
  while (start.length < headSize && !/^\s*[[{]/.test(start.at(-1)?.text ?? '')) {
    const next = await lines.next()
    if (next.done) break
    start.push(next.value)
  }
  return start
}

async function* rejoin(
  start: readonly StreamedLine[],
  rest: AsyncGenerator<StreamedLine>,
): AsyncGenerator<StreamedLine> {
  try {
    yield* start
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

function undetected(
  [first]: readonly { readonly line: number; readonly value: unknown }[],
  [problem]: readonly LineProblem[],
  file: string | undefined,
): FoveaError {
  const known = (reads?: 'lines'): string =>
    transcriptReaders.flatMap(each => (each.reads === reads ? each.agent : [])).join(', ')
  // JSON below other text is quoted in it.
  if (first !== undefined && (problem === undefined || first.line < problem.line))
    return unreadable(`its first record is ${preview(first.value)}. Known: ${known()}`, present({ file }))
  if (problem === undefined) return unreadable('there is nothing in it', present({ file }))
  const why = cutOff.includes(problem.why)
    ? 'it is cut off'
    : `it is neither JSON nor a Markdown log of a known agent (${known('lines')})`
  const place = { ...present({ file }), line: problem.line }
  return unreadable(`${why}; line ${problem.line}: ${problem.why}`, place)
}

function preview(record: unknown): string {
  const keys = Object.keys(recordOf(record))
  return `an object with ${keys.slice(0, 8).join(', ') || 'nothing in it'}${keys.length > 8 ? ', …' : ''}`
}

function unreadable(why: string, place: ErrorPlace): FoveaError {
  const what = place.file ?? 'The input'
  return new FoveaError('invalid-transcript', `${what} is not a transcript that can be read: ${why}.`, {
    place,
  })
}

/** One record for each line of a text file, without the carriage returns of a file that has CRLF. */
async function* textRecords(lines: AsyncIterable<StreamedLine>): AsyncGenerator<LogRecord> {
  let end: string | undefined
  for await (const { number, text, why } of lines) {
    end ??= text.endsWith('\r') ? '\r' : ''
    if (why !== undefined) yield { ok: false, line: number, why, cut: false }
    else
      yield {
        ok: true,
        line: number,
        value: text.slice(0, text.length - (text.endsWith(end) ? end.length : 0)),
      }
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onProgress: ReadTranscriptOptions['onProgress'],
  total: number | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    onProgress?.({ bytes, ...present({ total }) })
    yield chunk
  }
}
