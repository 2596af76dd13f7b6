/** Fills a store as sessions of agents do: runs of twenty originals with their views and receipts, ten runs a session. */
import type { Receipt } from '../src/receipt.ts'
import type { Run, SyncStore } from '../src/store/store.ts'
import { toBytes } from '../src/tokens/bytes.ts'
import { hashBytes, hashText } from '../src/tokens/hash.ts'
import { toolOutput } from './store-texts.ts'

const originalsInRun = 20
const runsInSession = 10
const meanLength = 5500

export function sessionName(index: number): string {
  return `session-${index}`
}

/** Adds originals to those that were added before until they are this many bytes together; says how many there are. */
export function fillStore(
  store: Pick<SyncStore, 'record'>,
  bytes: number,
  from: { readonly originals: number; readonly bytes: number } = { originals: 0, bytes: 0 },
): number {
  let count = from.originals
  let filled = from.bytes
  for (let run = Math.floor(count / originalsInRun); filled < bytes; run += 1) {
    const recorded = runOf(count, sessionName(Math.floor(run / runsInSession)))
    store.record(recorded)
    count += recorded.originals.length
    filled += recorded.originals.reduce((sum, original) => sum + original.bytes.length, 0)
  }
  return count
}

function runOf(first: number, session: string): Run {
  const originals = Array.from({ length: originalsInRun }, (_, index) => {
    const seed = first + index
    // From 500 to 10,500 characters.
    const bytes = toBytes(toolOutput(seed, meanLength - 5000 + ((seed * 7919) % 10_000)))
    return { hash: hashBytes(bytes), bytes }
  })
  return {
    originals,
    views: originals.map(({ hash }) => ({
      hash: hashText(`view of ${hash}`),
      original: hash,
      media: 'text',
    })),
    receipt: receiptOf(originals.map(({ hash }) => hash)),
    session: { id: session },
  }
}

function receiptOf(hashes: readonly string[]): Receipt {
  return {
    version: 2,
    strategy: 'coverage',
    tokens: {
      before: { tokens: 30_000, exact: true },
      after: { tokens: 6000, exact: true },
      counter: 'bench',
    },
    keptRatio: 0.2,
    changes: hashes.map((hash, index) => ({
      message: index,
      block: 0,
      reducer: 'excerpt',
      reason: 'an older tool result, shortened to its key lines',
      before: { tokens: 1500, exact: true },
      after: { tokens: 300, exact: true },
      original: hash,
      handle: `db_${hash.slice(0, 12)}`,
    })) as unknown as Receipt['changes'],
    losses: { lossless: 0, recoverable: hashes.length, lossy: 0 },
    notes: [],
  }
}
