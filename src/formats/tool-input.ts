/** Tool-call arguments as the JSON object that most providers ask for. */
import { isRecord, type RawRecord } from './raw-value.ts'

/** The object that `text` is; `{ input: text }` for anything else; `{}` for a call without arguments. */
export function toolInput(text: string): RawRecord {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Free-form tools take any text: it is not JSON, and stays as it is.
  }
  return { input: text }
}
