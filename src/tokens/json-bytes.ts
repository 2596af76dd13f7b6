/** The JSON of a list as bytes, without ever being one text: that of a long history takes several times its bytes. */
import { toBytes } from './bytes.ts'
import { messageJson } from './message-json.ts'
import { isUnchanging } from './unchanging.ts'

/** Characters that become bytes together. */
const batch = 1 << 15

const comma = 0x2c

/** JSON of values that do not change after its first use. */
const written = new WeakMap<object, Uint8Array>()

/** The same as `toBytes(messageJson(values))`. `expected`: about how many bytes it will be. */
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

/** `undefined` for a value that may say something else the next time. */
function keptJson(value: unknown): Uint8Array | undefined {
  if (!isUnchanging(value)) return undefined
  const known = written.get(value) ?? toBytes(messageJson(value))
  written.set(value, known)
  return known
}

/** Ignores memory that was never written to. */
function withRoom(bytes: Uint8Array | undefined, used: number, needed: number, expected: number): Uint8Array {
  if (bytes !== undefined && needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(2 * needed, expected))
  if (bytes !== undefined) larger.set(bytes.subarray(0, used))
  return larger
}
