/** SHA-256 of exact bytes, in hex: the one name of every original. */
import type * as nodeCrypto from 'node:crypto'
import { toBytes } from './bytes.ts'
import { remembered } from './remembered.ts'

/** Loaded by the first hash: it is a quarter of what an import of the library would take. */
let crypto: typeof nodeCrypto | undefined

export function hashBytes(bytes: Uint8Array): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', bytes)
}

/** Longer texts mostly hold a character beyond Latin-1, which the hash function encodes slowly. */
const shortText = 4096
/** The bytes of so long a text are better not made: they take its memory once more until it is collected. */
const hugeText = 1 << 18

export function hashText(text: string): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  const isEncodedByHash = text.length < shortText || text.length > hugeText
  return isEncodedByHash && text.isWellFormed() ? crypto.hash('sha256', text) : hashBytes(toBytes(text))
}

/** The hash of a text that most of a history's readers ask for: computed once while the text is remembered. */
export const textHash: (text: string) => string = remembered(hashText, { name: 'hash' })

/** The same for the same text, in the form of a UUID: what names a run that may be sent twice. */
export function uuidOf(text: string): string {
  const hash = hashText(text)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
}
