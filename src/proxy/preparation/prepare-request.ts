/** From the bytes that a client sent to the bytes to send on. Plain data goes in and out, so that any thread can do it. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import type { Sessions } from '../../session/session.ts'
import type { Note, Store } from '../../types.ts'
import type { Route } from '../route-of.ts'
import { type StepSummary, summaryOf } from '../status/exchange.ts'
import { dialects } from '../tools/dialects.ts'
import { restoreLookups } from '../tools/hidden-lookups.ts'
import { decoded } from '../transport/content-coding.ts'
import { parseJson } from '../transport/json-text.ts'

/** Plain data. */
export interface RequestTask {
  readonly route: Route
  /** Of the bytes, as the header says. */
  readonly encoding: string | undefined
  /** Our tools are added, and earlier lookups restored. */
  readonly tools: boolean
  readonly maxBodyBytes: number
}

/** Plain data. */
export interface PreparedRequest {
  /** Plain JSON without an encoding; absent where the request goes out as it came. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** The session has made it smaller; `bytes` may have other reasons. */
  readonly isCompressed: boolean
  /** It has our tools. */
  readonly isEquipped: boolean
  /** It has earlier lookups, which its session does not count. */
  readonly isPadded: boolean
  readonly model?: string
  /** The answer that it goes on from, where it names one instead of repeating it. */
  readonly previousAnswer?: string
  /** The provider keeps no answer that a later request could name. */
  readonly isForgotten: boolean
  readonly receipt?: StepSummary
  readonly notes: readonly Note[]
}

export interface PreparationContext {
  readonly sessions: Sessions
  readonly store: Store
  /** Called with the request before its session takes a step. */
  begin?(request: RawRecord): Promise<void>
}

/** Throws only what `begin` throws. */
export async function prepareRequest(
  bytes: Buffer,
  { route, encoding, tools, maxBodyBytes }: RequestTask,
  { sessions, store, begin }: PreparationContext,
): Promise<PreparedRequest> {
  const given = await readJson(bytes, encoding, maxBodyBytes)
  if (!isRecord(given)) return untouched('unreadable-body', 'The body is no JSON object')
  await begin?.(given)
  try {
    const dialect = tools ? dialects[route.format] : undefined
    const equipped = dialect?.withTools(given) ?? given
    const { request, receipt } = await sessions.step(equipped, { dryRun: route.purpose === 'count' })
    const body =
      dialect === undefined ? request : await restoreLookups(request, dialect, store, receipt.session)
    return {
      ...(body === given ? {} : { bytes: new TextEncoder().encode(JSON.stringify(body)) }),
      isCompressed: request !== equipped,
      isEquipped: equipped !== given,
      isPadded: body !== request,
      ...(typeof body.model === 'string' ? { model: body.model } : {}),
      ...(typeof body.previous_response_id === 'string' ? { previousAnswer: body.previous_response_id } : {}),
      isForgotten: body.store === false,
      receipt: summaryOf(receipt),
      notes: receipt.notes,
    }
  } catch {
    return untouched('compression-failed', 'It could not be compressed')
  }
}

export function untouched(code: string, why: string): PreparedRequest {
  return {
    isCompressed: false,
    isEquipped: false,
    isPadded: false,
    isForgotten: false,
    notes: [{ code, message: `${why}; the request went out as it came.` }],
  }
}

export function tookTooLong(milliseconds: number): PreparedRequest {
  return untouched('compression-timeout', `Compression took more than ${milliseconds} ms`)
}

async function readJson(bytes: Buffer, encoding: string | undefined, mostBytes: number): Promise<unknown> {
  try {
    return parseJson((await decoded(bytes, encoding, mostBytes)).toString())
  } catch {
    return undefined
  }
}
