/** Reads the fields of log records without trusting them: a value of an unexpected type counts as absent. */
import { isRecord, type RawRecord } from '../formats/raw-value.ts'
import { present } from '../tokens/json-value.ts'
import type { Origin, TranscriptEvent } from './transcript.ts'

export { listOf, present } from '../tokens/json-value.ts'

const nothing: RawRecord = {}

export function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : nothing
}

/** A text that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A scalar as text; empty for lists and objects, which may have a `toString` that throws. */
export function wordOf(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** Epoch seconds stay below this until the year 5138; epoch milliseconds passed it in 1973. */
const firstMilliseconds = 1e11

/** A time as the log writes it: text as it is, numbers (epoch seconds or milliseconds) in ISO 8601. */
function timestampOf(value: unknown): string | undefined {
  const number = numberOf(value)
  if (number === undefined) return textOf(value)
  const date = new Date(number < firstMilliseconds ? number * 1000 : number)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function recordOrigin(
  line: number,
  fields: { readonly timestamp?: unknown; readonly cwd?: unknown; readonly id?: unknown } = {},
): Origin {
  const id = numberOf(fields.id) ?? textOf(fields.id)
  return {
    line,
    ...present({
      timestamp: timestampOf(fields.timestamp),
      cwd: textOf(fields.cwd),
      id: id === undefined ? undefined : String(id),
    }),
  }
}

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'at'> : never

/** An event whose position among the messages is not known yet. */
export type UnplacedEvent = WithoutPlace<TranscriptEvent>

/** `input` counts every token that the model was given, cached ones included; `undefined` where the log has no counts. */
export function usageEvent(
  line: number,
  counts: { readonly input: unknown; readonly output: unknown; readonly cached?: unknown },
): UnplacedEvent | undefined {
  const inputTokens = numberOf(counts.input)
  const outputTokens = numberOf(counts.output)
  if (inputTokens === undefined || outputTokens === undefined || inputTokens + outputTokens === 0)
    return undefined
  const cachedTokens = numberOf(counts.cached)
  return { type: 'usage', line, inputTokens, outputTokens, ...present({ cachedTokens }) }
}

/** A compaction, with what the log says about it. */
export function compactionOf(
  line: number,
  said: Readonly<Partial<Record<'summary' | 'tokensBefore' | 'trigger' | 'timestamp', unknown>>>,
): Extract<UnplacedEvent, { type: 'compaction' }> {
  return {
    type: 'compaction',
    line,
    ...present({
      summary: textOf(said.summary),
      tokensBefore: numberOf(said.tokensBefore),
      trigger: textOf(said.trigger),
      timestamp: timestampOf(said.timestamp),
    }),
  }
}

/** Drops the events of messages that were taken back. They are the last ones: all others need not be looked at. */
export function dropEventsAfter(at: number, events: TranscriptEvent[]): void {
  while ((events.at(-1)?.at ?? 0) > at) events.pop()
}

/** The problems in one record, as one reason. */
export function oneReason(reasons: readonly string[]): string | undefined {
  const [first, ...more] = reasons
  return more.length === 0 ? first : `${first}; and ${more.length} more`
}
