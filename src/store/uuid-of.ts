/** The same for the same text, in the form of a UUID: what names a run that may be sent twice. */
import { hashText } from '../tokens/hash.ts'

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
