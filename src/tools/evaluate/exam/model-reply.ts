/** What can be used of a model's reply: a value, or what is wrong with it, in words that the model can act on. */
import { jsonExtents } from '../../../scan/json-extents.ts'

export type Reply<Value> = { readonly value: Value } | { readonly problem: string }

export type JsonObject = Readonly<Record<string, unknown>>

/** The last object of the reply, whatever is written around it. */
export function jsonReply(reply: string): Reply<JsonObject> {
  const last = jsonExtents(reply).findLast(({ start }) => reply[start] === '{')
  return last === undefined
    ? { problem: 'there is no whole JSON object in it' }
    : { value: JSON.parse(reply.slice(last.start, last.end)) as JsonObject }
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
