/** Reads the usage from an answer while it is passed on: JSON or a stream of events, compressed or not. */
import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Usage } from '../../../session/session.ts'
import { jsonValue } from '../../../tokens/json-value.ts'
import { decodingStreams } from '../transport/content-coding.ts'
import { sseReader } from './sse-reader.ts'
import { usageIn, usageOf } from './usage-of.ts'

/** A longer answer that is not a stream is not searched for its usage. */
const maxAnswerLength = 16 * 1024 * 1024

/**
 * Reads a copy of the answer, without delaying the client or causing its request to fail. Resolves when the answer has ended.
 */
export function watchUsage(answer: IncomingMessage): Promise<Usage | undefined> {
  const type = answer.headers['content-type'] ?? ''
  const streams = decodingStreams(answer.headers['content-encoding'])
  const reader = type.includes('text/event-stream') ? streamed() : type.includes('json') ? whole() : undefined
  if (streams === undefined || reader === undefined) return Promise.resolve(undefined)
  const decoder = new StringDecoder('utf8')
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      reader.write(decoder.write(chunk))
      done()
    },
  })
  const chain: readonly Writable[] = [...streams, sink]
  for (const [index, stream] of streams.entries()) stream.pipe(chain[index + 1] as Writable)
  const first = chain[0] as Writable
  answer.on('data', (chunk: Buffer) => first.write(chunk))
  answer.once('close', () => first.end())
  return new Promise(resolve => {
    sink.once('finish', () => resolve(reader.usage()))
    // The client notices a broken encoding itself; here it only means that the usage is unknown.
    for (const stream of chain) stream.on('error', () => resolve(undefined))
  })
}

interface UsageReader {
  write(text: string): void
  usage(): Usage | undefined
}

function streamed(): UsageReader {
  /** Later events repeat and correct earlier ones. */
  let reported: RawRecord = {}
  const reader = sseReader(({ data }) => {
    if (data.includes('"usage"')) reported = { ...reported, ...usageIn(jsonValue(data)) }
  })
  return { write: text => reader.write(text), usage: () => usageOf(reported) }
}

function whole(): UsageReader {
  let parts: string[] | undefined = []
  let length = 0
  return {
    write: text => {
      length += text.length
      if (length > maxAnswerLength) parts = undefined
      parts?.push(text)
    },
    usage: () => {
      const reported = usageIn(jsonValue(parts?.join('') ?? ''))
      return reported === undefined ? undefined : usageOf(reported)
    },
  }
}
