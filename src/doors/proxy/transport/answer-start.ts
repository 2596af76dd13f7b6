/** The beginning of an answer with status 200, before any output of the model: some providers report an error only there. */
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { jsonRecord } from '../../../tokens/json-value.ts'
import { eventValue } from '../dialects/event-text.ts'
import { sseReader } from '../usage/sse-reader.ts'
import { bytesOf } from './answer-body.ts'
import { failureOf, type UpstreamFailure } from './upstream-failure.ts'

export interface AnswerStart {
  /** All of the answer, including the part that was read. */
  readonly body: Readable
  /** Absent if the model has begun to answer. */
  readonly failure?: UpstreamFailure
}

/** Reads up to the first event that is output or an error. */
export async function startOfStream(answer: Readable): Promise<AnswerStart> {
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const read: Buffer[] = []
  const decoder = new StringDecoder('utf8')
  let start: RawRecord | undefined
  const reader = sseReader(event => {
    const value = eventValue(event)
    if (value !== undefined && !openings.has(value.type)) start ??= value
  })
  while (start === undefined) {
    const next = await chunks.next()
    if (next.done) break
    read.push(next.value)
    reader.write(decoder.write(next.value))
  }
  return { body: Readable.from(resumed(read, chunks), { objectMode: false }), ...failureIn(start) }
}

/** An answer that is not a stream is read completely. */
export async function startOfWhole(answer: Readable): Promise<AnswerStart> {
  const bytes = await bytesOf(answer)
  return { body: Readable.from([bytes], { objectMode: false }), ...failureIn(jsonRecord(bytes.toString())) }
}

async function* resumed(read: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* read
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    // If a client stops reading, the request upstream ends.
    await rest.return?.()
  }
}

const openings: ReadonlySet<unknown> = wordSet(
  'response.created response.queued response.in_progress keepalive ping',
)

/** `{ type: 'response.failed', response: { error } }`, `{ type: 'error', error }`, `{ type: 'error', code, message }`, `{ error }`. */
function failureIn(value: RawRecord | undefined): { readonly failure?: UpstreamFailure } {
  const { type, error, response } = value ?? {}
  const said = [error, isRecord(response) ? response.error : undefined, type === 'error' ? value : undefined]
  const found = said.find(isRecord)
  return found === undefined ? {} : { failure: failureOf(400, { error: found }) }
}
