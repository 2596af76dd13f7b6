/** The searchable text of an original: its text, or the masked text given in its place. */
import { isText, toBytes, toText } from '../tokens/bytes.ts'
import type { Original } from './store.ts'

/** Only the first MiB is searched: an index of a huge log would cost more than the log. */
export const searchedBytes: number = 1 << 20

/** `undefined` for binary originals. */
export function searchText({
  bytes,
  searchable,
}: Pick<Original, 'bytes' | 'searchable'>): string | undefined {
  const head = wholeCharacters(searchable === undefined ? bytes : toBytes(searchable))
  return isText(head) ? toText(head) : undefined
}

function wholeCharacters(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= searchedBytes) return bytes
  let end = searchedBytes
  // A UTF-8 character has at most three continuation bytes.
  for (let back = 0; back < 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80; back += 1) end -= 1
  return bytes.subarray(0, end)
}

/**
 * The form in which texts and terms are compared: without case, with one code unit for each code unit of the text, so that
 * positions are the same in both. NUL would end a text in SQLite.
 */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0130', 'i')
    .replaceAll('\0', ' ')
    .toLowerCase()
    .replaceAll('\u03c2', '\u03c3')
}
