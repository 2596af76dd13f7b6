/** A ledger as it is kept in a store: with its lineage, so that each entry leads to the words that it comes from. */
import { maskSecrets } from '../scan/secrets/secrets.ts'
import type { Original } from '../store/store.ts'
import { toBytes } from '../tokens/bytes.ts'
import { hashBytes, hashText } from '../tokens/hash.ts'
import type { Message } from '../types.ts'
import type { Ledger, Row } from './ledger.ts'

/** Messages that are stored together: the handle of their JSON, and the number of the first in the ledger. */
export interface LedgerSpan {
  readonly first: number
  readonly messages: number
  readonly handle: string
}

export interface StoredLedger extends Ledger {
  readonly fovea: 'ledger'
  /** The messages that are stored together. */
  readonly spans: readonly LedgerSpan[]
}

/** Plain JSON under its own hash. */
export function ledgerOriginal(ledger: Ledger, spans: readonly LedgerSpan[] = []): Original {
  const stored: StoredLedger = { fovea: 'ledger', ...ledger, spans }
  const bytes = toBytes(JSON.stringify(stored))
  return { hash: hashBytes(bytes), bytes }
}

/** The texts that the entries come from, each under the hash that the entries name. */
export function sourceOriginals(ledger: Ledger, messages: readonly Message[]): readonly Original[] {
  const wanted = new Set(
    ledger.rows.flatMap(({ facts }) => facts.flatMap(({ source }) => source?.hash ?? [])),
  )
  const originals = new Map<string, Original>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type === 'opaque') continue
      const hash = hashText(block.text)
      if (!wanted.has(hash) || originals.has(hash)) continue
      const masked = maskSecrets(block.text)
      const original = { hash, bytes: toBytes(block.text) }
      originals.set(hash, masked === block.text ? original : { ...original, searchable: masked })
    }
  return [...originals.values()]
}

/** `undefined` where the text is no stored ledger. */
export function storedLedgerIn(text: string): StoredLedger | undefined {
  if (!text.startsWith('{"fovea":"ledger"')) return undefined
  try {
    const value = JSON.parse(text) as StoredLedger
    return value.version === 2 && Array.isArray(value.rows) && Array.isArray(value.spans) ? value : undefined
  } catch {
    return undefined
  }
}

/** The entries of a section in the order in which they are shown. Callers number them from 1. */
export function entriesOf({ rows }: Ledger, section: string): readonly Row[] {
  return rows.filter(row => row.section === section && row.state !== 'hidden')
}
