/** Whether the bytes of a file are a text that may be processed, and which. */
import { isUtf8 } from 'node:buffer'
import { toText } from '../../tokens/bytes.ts'

/** `text` has the byte order mark and every line break of the file. */
type ReadBytes =
  | { readonly isText: true; readonly text: string }
  | { readonly isText: false; readonly why: string }

export function textOfBytes(bytes: Uint8Array): ReadBytes {
  const nul = bytes.indexOf(0)
  if (nul >= 0) return { isText: false, why: `not text: byte ${nul} is NUL` }
  if (!isUtf8(bytes)) return { isText: false, why: 'not text: not valid UTF-8' }
  return { isText: true, text: toText(bytes) }
}
