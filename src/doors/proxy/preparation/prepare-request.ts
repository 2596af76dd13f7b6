/** From the bytes that a client sent to the bytes to send on. Plain data goes in and out, so that any thread can do it. */
import { formatNamed } from '../../../formats/index.ts'
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import type { Sessions, StepOptions } from '../../../session/session.ts'
import type { Store } from '../../../store/store.ts'
import type { Note } from '../../../types.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectOf } from '../dialects/index.ts'
import type { Route } from '../route-of.ts'
import { type StepSummary, summaryOf } from '../status/exchange.ts'
import { sessionsBehind } from '../tools/answer-sessions.ts'
import {
  type AnswerPlace,
  forgetLookups,
  type RestoredRequest,
  restoreLookups,
} from '../tools/hidden-lookups.ts'
import { decoded } from '../transport/content-coding.ts'
import { parseJson } from '../transport/json-text.ts'

/** Plain data. */
export interface RequestTask {
  readonly route: Route
  /** Of the bytes, as the header says. */
  readonly encoding: string | undefined
  /** Our tools are added where they are of use, and earlier lookups restored. */
  readonly tools: boolean
  /** The provider refused the request as it was prepared before: because of these lookups, or of our tools. */
  readonly refused?: { readonly lookups: readonly string[]; readonly tools: boolean }
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
  /** Keys of the earlier lookups that it holds, which it can do without. */
  readonly lookups: readonly string[]
  /** Where its answer will be; absent where that is not to be remembered. */
  readonly place?: AnswerPlace
  readonly model?: string
  /** The response that it continues, if it names one instead of repeating it. */
  readonly previousAnswer?: string
  /** The provider keeps no answer that a later request could name. */
  readonly isForgotten: boolean
  readonly receipt?: StepSummary
  readonly notes: readonly Note[]
}

interface PreparationContext {
  readonly sessions: Sessions
  readonly store: Store
  /** How much time its session has, and whether the client still waits. */
  readonly timing: Pick<StepOptions, 'timeoutMs' | 'keepView' | 'isWanted'>
  /** Called with the request before its session takes a step. */
  begin?(request: RawRecord): Promise<void>
}

/** Its session did not count it as sent. */
export class Unwanted extends Error {}

/** Throws what `begin` throws, and `Unwanted` where `timing` says so. */
export async function prepareRequest(
  bytes: Buffer,
  task: RequestTask,
  { sessions, store, timing, begin }: PreparationContext,
): Promise<PreparedRequest> {
  const { route, encoding, tools, maxBodyBytes, refused } = task
  const given = await readJson(bytes, encoding, maxBodyBytes)
  if (!isRecord(given)) return untouched('unreadable-body', 'The body is no JSON object')
  await begin?.(given)
  const dialect = tools ? dialectOf(route.format) : undefined
  const isDry = route.purpose === 'count'
  const prepare = async (dropped: readonly string[], isAgain: boolean): Promise<PreparedRequest> => {
    const restored = await restoredRequest(given, dialect, store, { dropped, isDry })
    const { body: whole = given, added = [], refusedBy = [], place } = restored ?? {}
    const isRefused = refused?.tools === true || refusedBy.includes(String(given.model))
    // Where the store cannot be read, nothing can be looked up.
    const ours = dialect === undefined || place === undefined || isRefused ? [] : dialect.ourTools(given)
    // What came before is the provider's to know: it has handles where an earlier request had our tools.
    const isGoingOn = ours.length > 0 && (await followsLookups(whole, store))
    const { request, receipt, isUnsent } = await sessions.step(isGoingOn ? withTools(whole, ours) : whole, {
      ...timing,
      dryRun: isDry,
      again: isAgain,
      added,
      tools: isGoingOn ? [] : ours,
    })
    if (isUnsent && !isDry) throw new Unwanted()
    const lookups = dialect === undefined ? [] : shownLookups(restored, request, dialect)
    // They can be asked for again; what the client says cannot.
    if (lookups.length > 0 && (receipt.tokens.room ?? 0) < 0)
      return prepare([...dropped, ...lookups], isAgain || !isDry)
    const isEquipped = ours.length > 0 && isRecord(request) && request.tools !== given.tools
    return {
      ...(request === given ? {} : { bytes: new TextEncoder().encode(JSON.stringify(request)) }),
      isCompressed: dialect === undefined ? request !== whole : !isSameTalk(request, whole, dialect),
      isEquipped,
      lookups,
      ...(place === undefined ? {} : { place }),
      ...(typeof request.model === 'string' ? { model: request.model } : {}),
      ...(typeof request.previous_response_id === 'string'
        ? { previousAnswer: request.previous_response_id }
        : {}),
      isForgotten: request.store === false,
      receipt: summaryOf(receipt),
      notes: [
        ...receipt.notes,
        ...(dropped.length === 0 ? [] : [droppedNote]),
        ...(refused?.tools === true ? [refusedNote] : []),
      ],
    }
  }
  try {
    return await prepare(refused?.lookups ?? [], refused !== undefined)
  } catch (error) {
    if (error instanceof Unwanted) throw error
    return untouched('compression-failed', 'It could not be compressed')
  }
}

const droppedNote: Note = {
  code: 'lookups-dropped',
  message: 'Earlier lookups were left out to make room; the model may look again.',
}

const refusedNote: Note = {
  code: 'tools-refused',
  message: 'The model takes no tools of ours; the request went out without them.',
}

/** Nothing where the store cannot say: the request is valid without. */
async function restoredRequest(
  given: RawRecord,
  dialect: Dialect | undefined,
  store: Store,
  { dropped, isDry }: { readonly dropped: readonly string[]; readonly isDry: boolean },
): Promise<RestoredRequest | undefined> {
  if (dialect === undefined) return undefined
  try {
    const restored = await restoreLookups(given, dialect, store, dropped)
    if (dropped.length > 0 && !isDry) await forgetLookups(dropped, store, restored.place.session)
    return restored
  } catch {
    return undefined
  }
}

/** Of the lookups that were brought back: those that no epoch has condensed. */
function shownLookups(
  restored: RestoredRequest | undefined,
  request: RawRecord,
  dialect: Dialect,
): readonly string[] {
  if (restored === undefined || restored.lookups.length === 0) return []
  const calls = new Set(
    formatNamed(dialect.format)
      .read(dialect.itemsOf(request))
      .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'toolCall' ? [block.callId] : []))),
  )
  return restored.lookups.filter(each => each.calls.some(id => calls.has(id))).map(({ key }) => key)
}

/** Only turns with our tools are linked. */
async function followsLookups({ previous_response_id: id }: RawRecord, store: Store): Promise<boolean> {
  return typeof id === 'string' && (await sessionsBehind(id, store)).length > 0
}

function withTools(body: RawRecord, ours: readonly RawRecord[]): RawRecord {
  return { ...body, tools: [...listOf(body.tools), ...ours] }
}

function isSameTalk(one: RawRecord, other: RawRecord, { format }: Dialect): boolean {
  const { messages } = formatNamed(format).request
  return one[messages] === other[messages]
}

export function untouched(code: string, why: string): PreparedRequest {
  return {
    isCompressed: false,
    isEquipped: false,
    lookups: [],
    isForgotten: false,
    notes: [{ code, message: `${why}; the request went out as it came.` }],
  }
}

/** Not even the view in use could be sent in time. */
export function tookTooLong(milliseconds: number): PreparedRequest {
  return untouched('compression-timeout', `Compression took more than ${milliseconds} ms`)
}

async function readJson(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<unknown> {
  try {
    return parseJson((await decoded(bytes, encoding, maxBytes)).toString())
  } catch {
    return undefined
  }
}
