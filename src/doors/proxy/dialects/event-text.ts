/** Parses and writes the events of a stream. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import { jsonRecord, jsonValue } from '../../../tokens/json-value.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'

export function eventText(name: string | undefined, data: unknown): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** `undefined` for data that is not an object: a comment, `[DONE]`, a broken event. */
export function eventValue({ data }: ServerSentEvent): RawRecord | undefined {
  return jsonRecord(data)
}

/** The input of a call; invalid JSON counts as an empty object. */
export function parsedInput(text: string): unknown {
  const value = jsonValue(text)
  return value === undefined ? {} : value
}
