/** SHA-256 of exact bytes, in hex: the one name of every original. */
import type * as nodeCrypto from 'node:crypto'
import { toBytes } from './bytes.ts'

/** Loaded by the first hash: it is a quarter of what an import of the library would take. */
let crypto: typeof nodeCrypto | undefined

export function hashBytes(bytes: Uint8Array): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', bytes)
}

export function hashText(text: string): string {
  return hashBytes(toBytes(text))
}
