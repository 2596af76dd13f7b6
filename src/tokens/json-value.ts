/** JSON from elsewhere, read without trusting it. */

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

export type RawRecord = Readonly<Record<string, unknown>>

/** Whether an untrusted JSON value is an object and no list. */
export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The list that an untrusted value is; an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
