/** A phrase by the place where it first occurs: so many atoms from one on. */
import type { Atoms } from './atoms.ts'

export interface AtomRange {
  readonly first: number
  readonly length: number
}

export function rangeText(text: string, { starts, ends }: Atoms, { first, length }: AtomRange): string {
  return text.slice(starts[first], ends[first + length - 1])
}
