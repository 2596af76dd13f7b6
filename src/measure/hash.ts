/** SHA-256 of exact bytes, in hex: the one name of every original. */
import { createHash } from 'node:crypto'
import { toBytes } from './bytes.ts'

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function hashText(text: string): string {
  return text.isWellFormed() ? createHash('sha256').update(text).digest('hex') : hashBytes(toBytes(text))
}
