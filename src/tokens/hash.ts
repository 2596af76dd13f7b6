/** SHA-256 of exact bytes, in hex: the identifier of every original. */
import type * as nodeCrypto from 'node:crypto'
import { toBytes } from './bytes.ts'
import { remembered } from './remembered.ts'

/** Loaded by the first hash: it would take a quarter of the import time of the library. */
let crypto: typeof nodeCrypto | undefined

export function hashBytes(bytes: Uint8Array): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', bytes)
}

/** The hash of all parts, one after the other. */
export function hashParts(parts: Iterable<Uint8Array>): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  const hash = crypto.createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Longer texts mostly have a character beyond Latin-1, which the hash function encodes slowly. */
const shortText = 4096
/** A longer text is hashed without converting it to bytes, which would take its memory twice. */
const hugeText = 1 << 18

export function hashText(text: string): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  const isEncodedByHash = text.length < shortText || text.length > hugeText
  return isEncodedByHash && text.isWellFormed() ? crypto.hash('sha256', text) : hashBytes(toBytes(text))
}

/** The hash of a text, cached while the text is: many readers of a history need it. */
export const textHash: (text: string) => string = remembered(hashText, { name: 'hash' })

/** A UUID that is the same for the same text: it identifies a run that may be sent twice. */
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
