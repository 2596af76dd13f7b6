/** Tool-call arguments as the JSON object that most providers require. */
import { jsonRecord } from '../tokens/json-value.ts'
import type { RawRecord } from './raw-value.ts'

/** The object in `text`; `{ input: text }` for anything else; `{}` for a call without arguments. */
export function toolInput(text: string): RawRecord {
  if (text === '') return {}
  // Free-form tools take any text: it is not JSON, and stays as it is.
  return jsonRecord(text) ?? { input: text }
}

/**
 * Whether a tool takes any text instead of a JSON object. Only the first character is checked: truncated arguments are still
 * arguments.
 */
export function isFreeForm(text: string): boolean {
  const start = text.trimStart()
  return start !== '' && !start.startsWith('{')
}
