/** SHA-256 of exact bytes, in hex: the one name of every original. */
import { hash } from 'node:crypto'
import { longText, toBytes } from './bytes.ts'

export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

export function hashText(text: string): string {
  return text.length < longText && text.isWellFormed() ? hash('sha256', text) : hashBytes(toBytes(text))
}
