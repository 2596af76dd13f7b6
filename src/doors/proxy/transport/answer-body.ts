/** Reads answers of an upstream that are not only passed on. */
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { jsonRecord } from '../../../tokens/json-value.ts'
import { decoded, decodingStreams } from './content-coding.ts'
import { failureOf, type UpstreamFailure } from './upstream-failure.ts'

export function isStream({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').includes('text/event-stream')
}

export function isJsonAnswer({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').includes('json')
}

/** Without its encodings, since some upstreams compress without being asked. `undefined` if one is unknown. */
export function plainBody(answer: IncomingMessage): Readable | undefined {
  const streams = decodingStreams(answer.headers['content-encoding'])
  if (streams === undefined) return undefined
  if (streams.length === 0) return answer
  // An error of any stream reaches the last one, where its reader notices it.
  return pipeline([answer, ...streams], () => {}) as unknown as Readable
}

export async function bytesOf(body: Readable): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

/** An answer that is an error, read to its end. */
export interface FailedAnswer {
  readonly head: IncomingMessage
  /** The bytes as they came. */
  readonly bytes: Buffer
  readonly failure: UpstreamFailure
}

/** Larger errors are not decoded. */
const maxFailureLength = 1 << 20

export async function failedAnswer(head: IncomingMessage): Promise<FailedAnswer> {
  const bytes = await bytesOf(head)
  const plain = await decoded(bytes, head.headers['content-encoding'], maxFailureLength).catch(() => bytes)
  return { head, bytes, failure: failureOf(head.statusCode ?? 502, jsonRecord(plain.toString())) }
}
