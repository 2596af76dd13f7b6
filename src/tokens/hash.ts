/** SHA-256 of exact bytes, in hex: the one name of every original. */
import { hash } from 'node:crypto'
import { toBytes } from './bytes.ts'

export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

export function hashText(text: string): string {
  return hashBytes(toBytes(text))
}
