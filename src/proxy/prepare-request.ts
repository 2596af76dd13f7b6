/** From the bytes that a client sent to the bytes to send on. Whatever goes wrong, they go out as they came. */
import { isRecord, type RawRecord } from '../formats/raw-value.ts'
import type { StepReceipt } from '../session/session.ts'
import type { Note } from '../types.ts'
import type { ProxySettings } from './proxy-options.ts'
import { decoded } from './transport/content-coding.ts'
import { parseJson } from './transport/json-text.ts'

export interface PreparedRequest {
  readonly bytes: Buffer
  /** The bytes are plain JSON of our own writing, whatever encoding came in. */
  readonly isChanged: boolean
  /** The session has made it smaller; `isChanged` may have other reasons. */
  readonly isCompressed: boolean
  /** What the bytes say, where that could be read. */
  readonly body?: RawRecord
  readonly receipt?: StepReceipt
  readonly notes: readonly Note[]
}

export interface Preparation {
  /** The session takes no step for it. */
  readonly dryRun: boolean
  /** What is added before it is compressed, so that it is counted. */
  before(body: RawRecord): RawRecord
  /** What is added after, so that the session does not touch it. */
  after(body: RawRecord, session: string): Promise<RawRecord>
}

export async function prepareRequest(
  bytes: Buffer,
  encoding: string | undefined,
  settings: ProxySettings,
  { dryRun, before, after }: Preparation,
): Promise<PreparedRequest> {
  const untouched = (code: string, message: string): PreparedRequest => ({
    bytes,
    isChanged: false,
    isCompressed: false,
    notes: [{ code, message }],
  })
  const given = await readJson(bytes, encoding, settings.maxBodyBytes)
  if (!isRecord(given))
    return untouched('unreadable-body', 'The body is no JSON object; it went out as it came.')
  try {
    const whole = before(given)
    const { request, receipt } = await withinTime(
      settings.sessions.step(whole, { dryRun }),
      settings.compressionTimeoutMs,
    )
    const body = await after(request, receipt.session)
    const isChanged = body !== given
    return {
      bytes: isChanged ? Buffer.from(JSON.stringify(body)) : bytes,
      isChanged,
      isCompressed: request !== whole,
      body,
      receipt,
      notes: receipt.notes,
    }
  } catch (error) {
    return error instanceof TookTooLong
      ? untouched('compression-timeout', `${error.message}; the request went out as it came.`)
      : untouched('compression-failed', 'The request could not be compressed; it went out as it came.')
  }
}

async function readJson(bytes: Buffer, encoding: string | undefined, mostBytes: number): Promise<unknown> {
  try {
    return parseJson((await decoded(bytes, encoding, mostBytes)).toString())
  } catch {
    return undefined
  }
}

class TookTooLong extends Error {}

async function withinTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TookTooLong(`Compression took more than ${milliseconds} ms`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
