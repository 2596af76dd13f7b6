/** The JSON of a list as bytes, without building one text: that of a long history takes several times the memory. */
import { toBytes } from './bytes.ts'
import { isImmutable } from './immutable.ts'
import { messageJson } from './message-json.ts'

/** How many characters are converted to bytes at once. */
const batch = 1 << 15

const comma = 0x2c

/** The JSON of immutable values, cached after its first use. */
const written = new WeakMap<object, Uint8Array>()

/** The same as `toBytes(messageJson(values))`. `expected`: an estimate of the number of bytes. */
export function jsonBytes(values: readonly unknown[], expected = 0): Uint8Array {
  let bytes: Uint8Array | undefined
  let length = 0
  let text = '['
  const reserve = (added: number): Uint8Array => {
    bytes = withRoom(bytes, length, length + added, expected)
    return bytes
  }
  const append = (added: Uint8Array): void => {
    reserve(added.length).set(added, length)
    length += added.length
  }
  const flush = (): void => {
    if (text !== '') append(toBytes(text))
    text = ''
  }
  for (const [index, value] of values.entries()) {
    const kept = keptJson(value)
    if (kept === undefined) {
      if (index > 0) text += ','
      text += messageJson(value)
      if (text.length >= batch) flush()
      continue
    }
    flush()
    if (index > 0) {
      reserve(1)[length] = comma
      length += 1
    }
    append(kept)
  }
  text += ']'
  if (bytes === undefined) return toBytes(text)
  flush()
  return bytes.subarray(0, length)
}

/** `undefined` for a value that may change. */
function keptJson(value: unknown): Uint8Array | undefined {
  if (!isImmutable(value)) return undefined
  const known = written.get(value) ?? toBytes(messageJson(value))
  written.set(value, known)
  return known
}

/** Grows the array if needed; only the used bytes are copied. */
function withRoom(bytes: Uint8Array | undefined, used: number, needed: number, expected: number): Uint8Array {
  if (bytes !== undefined && needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(2 * needed, expected))
  if (bytes !== undefined) larger.set(bytes.subarray(0, used))
  return larger
}
