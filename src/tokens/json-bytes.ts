/** The JSON of a list as bytes or as their hash, without building one text: that of a long history takes several times the memory. */
import { toBytes } from './bytes.ts'
import { hashParts } from './hash.ts'
import { isImmutable } from './immutable.ts'
import { messageJson } from './message-json.ts'

/** How many characters are converted to bytes at once. */
const batch = 1 << 15

/** The JSON of immutable values, cached after its first use. */
const written = new WeakMap<object, Uint8Array>()

/** The same as `toBytes(messageJson(values))`. `expected`: an estimate of the number of bytes. */
export function jsonBytes(values: readonly unknown[], expected = 0): Uint8Array {
  let bytes: Uint8Array | undefined
  let length = 0
  for (const part of jsonParts(values)) {
    if (bytes === undefined) bytes = part
    else {
      bytes = withRoom(bytes, length, length + part.length, expected)
      bytes.set(part, length)
    }
    length += part.length
  }
  return (bytes ?? new Uint8Array()).subarray(0, length)
}

/** The same as `hashBytes(jsonBytes(values))`, of which it needs only a part at a time. */
export function jsonHash(values: readonly unknown[]): string {
  return hashParts(jsonParts(values))
}

/** The bytes in parts. */
function* jsonParts(values: readonly unknown[]): Generator<Uint8Array> {
  let text = '['
  for (const [index, value] of values.entries()) {
    if (index > 0) text += ','
    const kept = keptJson(value)
    if (kept === undefined) text += messageJson(value)
    if (kept !== undefined || text.length >= batch) {
      if (text !== '') yield toBytes(text)
      text = ''
    }
    if (kept !== undefined) yield kept
  }
  yield toBytes(`${text}]`)
}

/** `undefined` for a value that may change. */
function keptJson(value: unknown): Uint8Array | undefined {
  if (!isImmutable(value)) return undefined
  const known = written.get(value) ?? toBytes(messageJson(value))
  written.set(value, known)
  return known
}

/** Grows the array if needed; only the used bytes are copied. */
function withRoom(bytes: Uint8Array, used: number, needed: number, expected: number): Uint8Array {
  if (needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(2 * needed, expected))
  larger.set(bytes.subarray(0, used))
  return larger
}
