/** Events of a stream as values, and back. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import { jsonRecord, jsonValue } from '../../../tokens/json-value.ts'
import type { ServerSentEvent } from '../usage/sse-reader.ts'

export function eventText(name: string | undefined, data: unknown): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** `undefined` for what is no object: a comment, `[DONE]`, something broken. */
export function eventValue({ data }: ServerSentEvent): RawRecord | undefined {
  return jsonRecord(data)
}

/** The input of a call; what a model wrote that is no JSON counts as nothing. */
export function parsedInput(text: string): unknown {
  const value = jsonValue(text)
  return value === undefined ? {} : value
}
