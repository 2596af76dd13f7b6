/** A text as an original: secrets can be restored, but not searched for. */
import { maskSecrets } from '../scan/secrets/secrets.ts'
import { toBytes } from '../tokens/bytes.ts'
import { hashText } from '../tokens/hash.ts'
import type { Original } from './store.ts'

export function originalOfText(text: string): Original {
  const original = { hash: hashText(text), bytes: toBytes(text) }
  const masked = maskSecrets(text)
  return masked === text ? original : { ...original, searchable: masked }
}
