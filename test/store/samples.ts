/** Small originals, runs and receipts for tests of stores. */
import type { Receipt } from '../../src/receipt.ts'
import type { Original, Run, View } from '../../src/store/store.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { hashBytes, hashText } from '../../src/tokens/hash.ts'
import type { Media } from '../../src/types.ts'

export function originalOf(content: string | Uint8Array, searchable?: string): Original {
  const bytes = typeof content === 'string' ? toBytes(content) : content
  return { hash: hashBytes(bytes), bytes, ...(searchable === undefined ? {} : { searchable }) }
}

export function viewOf(text: string, original: Original, media: Media = 'text'): View {
  return { hash: hashText(text), original: original.hash, media }
}

export function receiptOf(before: number, after: number): Receipt {
  return {
    version: 2,
    strategy: 'cap',
    tokens: {
      before: { tokens: before, exact: true },
      after: { tokens: after, exact: true },
      counter: 'test',
    },
    keptRatio: after / before,
    changes: [],
    losses: { lossless: 0, recoverable: 0, lossy: 0 },
    notes: [{ code: 'sample', message: 'lone \ud800 surrogate and "quotes"' }],
  }
}

export function runOf(texts: readonly string[], session?: string): Run {
  const originals = texts.map(text => originalOf(text))
  return {
    originals,
    views: originals.map(original => viewOf(`view of ${original.hash}`, original)),
    receipt: receiptOf(100, 40),
    ...(session === undefined ? {} : { session: { id: session } }),
  }
}

/** Bytes that no codec makes smaller. */
export function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = 1
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Two texts whose hashes start with the same 12 digits. */
export const colliding: readonly [string, string] = ['collide-1736521', 'collide-9235547']
