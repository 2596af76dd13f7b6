/** Texts that may be JSON, read without trusting them. */
import { isRecord, type RawRecord } from './is-record.ts'

/** `undefined` where the text is no JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `undefined` where the text is no object in JSON. */
export function jsonRecord(text: string): RawRecord | undefined {
  const value = jsonValue(text)
  return isRecord(value) ? value : undefined
}
