/** Tool-call arguments as the JSON object that most providers ask for. */
import { jsonRecord } from '../tokens/json-value.ts'
import type { RawRecord } from './raw-value.ts'

/** The object that `text` is; `{ input: text }` for anything else; `{}` for a call without arguments. */
export function toolInput(text: string): RawRecord {
  if (text === '') return {}
  // Free-form tools take any text: it is not JSON, and stays as it is.
  return jsonRecord(text) ?? { input: text }
}
