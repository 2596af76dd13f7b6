/** Turns the bytes that a client sent into the bytes to send on, with plain data in and out, so that any thread can do it. */
import { formatNamed } from '../../../formats/index.ts'
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import type { Sessions, StepOptions } from '../../../session/session.ts'
import type { Store } from '../../../store/store.ts'
import { present } from '../../../tokens/json-value.ts'
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
import { parseJson } from '../transport/parse-json.ts'

/** Plain data. */
export interface RequestTask {
  readonly route: Route
  /** The content encoding of the bytes, from the header. */
  readonly encoding: string | undefined
  /** Whether our tools are added where they help, and earlier lookups restored. */
  readonly tools: boolean
  /** What the provider refused in the prepared request: these lookups, or our tools. */
  readonly refused?: { readonly lookups: readonly string[]; readonly tools: boolean }
  readonly maxBodyBytes: number
}

/** Plain data. */
export interface PreparedRequest {
  /** Plain JSON without an encoding; absent if the request is sent unchanged. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** The session made it smaller; `bytes` may also be present for other reasons. */
  readonly isCompressed: boolean
  /** Our tools were added. */
  readonly isEquipped: boolean
  /** Keys of the restored lookups in it, which can be dropped. */
  readonly lookups: readonly string[]
  /** Where its answer will be in the conversation; absent if that is not to be remembered. */
  readonly place?: AnswerPlace
  readonly model?: string
  /** The response that it continues, if it names one instead of repeating it. */
  readonly previousAnswer?: string
  /** The provider stores no answer that a later request could name. */
  readonly isForgotten: boolean
  readonly receipt?: StepSummary
  readonly notes: readonly Note[]
}

interface PreparationContext {
  readonly sessions: Sessions
  readonly store: Store
  /** The time that its session has, and whether the client still waits. */
  readonly timing: Pick<StepOptions, 'timeoutMs' | 'keepView' | 'isWanted'>
  /** Called with the request before its session takes a step. */
  begin?(request: RawRecord): Promise<void>
}

/** The request was given up before its session counted it as sent. */
export class Unwanted extends Error {}

/** Throws what `begin` throws, and `Unwanted` if `timing` says that it is no longer wanted. */
export async function prepareRequest(
  bytes: Buffer,
  task: RequestTask,
  { sessions, store, timing, begin }: PreparationContext,
): Promise<PreparedRequest> {
  const { route, encoding, tools, maxBodyBytes, refused } = task
  const given = await readJson(bytes, encoding, maxBodyBytes)
  if (!isRecord(given)) return untouched('unreadable-body', 'The body is no JSON object')
  await begin?.(given)
  const known = dialectOf(route.format)
  const dialect = tools ? known : undefined
  const byName = known?.byName
  const isDry = route.purpose === 'count'
  const prepare = async (dropped: readonly string[], isAgain: boolean): Promise<PreparedRequest> => {
    const restored = await restoredRequest(given, dialect, store, { dropped, isDry })
    const { body: whole = given, added = [], refusedBy = [], place } = restored ?? {}
    const isRefused = refused?.tools === true || refusedBy.includes(String(given.model))
    // If the store cannot be read, nothing can be looked up.
    const ours = dialect === undefined || place === undefined || isRefused ? [] : dialect.ourTools(given)
    // The provider knows the messages before: they contain handles if an earlier request had our tools.
    const isGoingOn = ours.length > 0 && (await followsLookups(byName?.of(whole), store))
    const asked = isGoingOn ? { ...whole, tools: [...listOf(whole.tools), ...ours] } : whole
    const { request, receipt, isUnsent } = await sessions.step(asked, {
      ...timing,
      dryRun: isDry,
      again: isAgain,
      added,
      tools: isGoingOn ? [] : ours,
    })
    if (isUnsent && !isDry) throw new Unwanted()
    const lookups = dialect === undefined ? [] : shownLookups(restored, request, dialect)
    // Lookups can be repeated; messages of the client cannot.
    if (lookups.length > 0 && (receipt.tokens.room ?? 0) < 0)
      return prepare([...dropped, ...lookups], isAgain || !isDry)
    const previousAnswer = byName?.of(request)
    const isEquipped = ours.length > 0 && isRecord(request) && request.tools !== given.tools
    return {
      ...(request === given ? {} : { bytes: new TextEncoder().encode(JSON.stringify(request)) }),
      isCompressed: dialect === undefined ? request !== whole : !isSameTalk(request, whole, dialect),
      isEquipped,
      lookups,
      ...present({
        place,
        model: typeof request.model === 'string' ? request.model : undefined,
        previousAnswer,
      }),
      isForgotten: byName?.isForgotten(request) ?? false,
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

/** `undefined` if the store fails: the request is valid without the lookups. */
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

/** The restored lookups that no epoch has condensed. */
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
async function followsLookups(previousAnswer: string | undefined, store: Store): Promise<boolean> {
  return previousAnswer !== undefined && (await sessionsBehind(previousAnswer, store)).length > 0
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
