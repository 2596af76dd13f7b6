/** The JSON of a list as bytes, without ever being one text: that of a long history takes several times its bytes. */
import { toBytes } from './bytes.ts'

/** Characters that become bytes together. */
const batch = 1 << 15

/** The same as `toBytes(JSON.stringify(values))`. `expected`: about how many bytes it will be. */
export function jsonBytes(values: readonly unknown[], expected = 0): Uint8Array {
  let bytes: Uint8Array | undefined
  let length = 0
  let text = '['
  const add = (): void => {
    const added = toBytes(text)
    text = ''
    bytes = withRoom(bytes, length, length + added.length, expected)
    bytes.set(added, length)
    length += added.length
  }
  for (const [index, value] of values.entries()) {
    if (index > 0) text += ','
    text += JSON.stringify(value) ?? 'null'
    if (text.length >= batch) add()
  }
  text += ']'
  if (bytes === undefined) return toBytes(text)
  add()
  return bytes.subarray(0, length)
}

/** Memory that nothing was written to is none. */
function withRoom(bytes: Uint8Array | undefined, used: number, needed: number, expected: number): Uint8Array {
  if (bytes !== undefined && needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(2 * needed, expected))
  if (bytes !== undefined) larger.set(bytes.subarray(0, used))
  return larger
}
